import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { GET as getLocked } from "@/app/api/mints/[mint]/supply/locked/route";
import { GET as getSupply } from "@/app/api/mints/[mint]/supply/route";
import { storeEvents } from "@/db/queries/events/event-rows";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { campaigns } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import type { SupplyView } from "@/lib/contract/supply/view";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { readEnv } from "@/lib/service/env";
import { openTestDatabase } from "@/tests/support/database";
import { call, startServices } from "@/tests/support/http";
import { envelopeValues } from "@/tests/support/rows";
import { beneficiary, MINT, NOW, storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();
let now = NOW;
beforeEach(async () => {
  now = NOW;
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  startServices({ db: database.db, now: () => now, env });
  await database.db.delete(campaigns);
});

const findSupply = async (mint = MINT) => {
  const { status, body } = await call<SupplyView>(getSupply, {
    path: "/api/mints/:mint/supply",
    params: { mint },
  });
  expect(status).toBe(200);
  return body;
};
const findLocked = (mint: string) =>
  call(getLocked, { path: "/api/mints/:mint/supply/locked", params: { mint } });

const DAY = 86_400n;
const day = fc.bigInt({ min: -300n, max: 300n }).map((days) => NOW + days * DAY);
const leaf = fc
  .record({
    amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
    releaseType: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    times: fc.tuple(day, day),
    milestoneIdx: fc.constantFrom(1, 2),
    /** Whether the vested amount at `claimedAt` was claimed. */
    claims: fc.boolean(),
  })
  .map(({ times: [a, b], ...rest }) => {
    const [cliffTime, endTime] = a < b ? [a, b] : [b, a];
    return { ...rest, startTime: cliffTime, cliffTime, endTime };
  });
const END = ["open", "paused", "cancelled", "withdrawn", "refunded"] as const;
const campaign = fc.record({
  leaves: fc.array(leaf, { minLength: 1, maxLength: 4 }),
  released: fc.subarray([1, 2]),
  end: fc.constantFrom(...END),
  endedAt: day,
  claimedAt: day,
  isVerified: fc.boolean(),
});
type Campaign = typeof campaign extends fc.Arbitrary<infer T> ? T : never;
type OneLeaf = Campaign["leaves"][number];

/** Returns the vested amount of a leaf, as the program computes it. */
function getVestedAmount(oneLeaf: OneLeaf, { released, end, endedAt }: Campaign, at: bigint): bigint {
  if (oneLeaf.releaseType === ReleaseType.Milestone)
    return released.includes(oneLeaf.milestoneIdx) ? oneLeaf.amount : 0n;
  return vestedAmount(oneLeaf, { now: at, cancelledAt: isCancelled(end) ? endedAt : null });
}

const isCancelled = (end: Campaign["end"]) => end !== "open" && end !== "paused";
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Stores a campaign with its claims, and returns the claimed amount of each leaf. */
async function store(input: Campaign): Promise<bigint[]> {
  const { leaves, released, end, endedAt, claimedAt, isVerified } = input;
  const { id } = await storeCampaign(database.db, {
    leaves: leaves.map(({ claims: _, ...terms }) => terms),
    verified: isVerified,
    minCliffTime: leaves.map(({ cliffTime }) => cliffTime).sort()[0] ?? 0n,
  });
  const taken = new Set<number>();
  const claimed = leaves.map((each) => {
    if (!each.claims || end === "refunded") return 0n;
    // The program pays each milestone of a recipient once.
    if (each.releaseType === ReleaseType.Milestone) {
      if (taken.has(each.milestoneIdx)) return 0n;
      taken.add(each.milestoneIdx);
    }
    return getVestedAmount(each, input, claimedAt);
  });
  const at = () => envelopeValues(id);
  await storeEvents(database.db, {
    claimed: leaves.flatMap(({ releaseType, milestoneIdx }, leafIndex) => {
      const amount = claimed[leafIndex] ?? 0n;
      if (amount === 0n) return [];
      // All leaves are of one recipient, so both running totals are the same.
      const total = sum(claimed.slice(0, leafIndex + 1));
      const totals = { totalClaimedByUser: total, totalClaimedOverall: total };
      const milestone = releaseType === ReleaseType.Milestone ? milestoneIdx : null;
      const event = { leafIndex, amount, milestoneIdx: milestone, beneficiary: beneficiary.address };
      return [{ ...at(), ...totals, ...event }];
    }),
    milestone_released: released.map((milestoneIdx) => ({ ...at(), milestoneIdx, releasedBy: "c" })),
    paused: end === "paused" ? [{ ...at(), paused: true }] : [],
    cancelled:
      end === "cancelled" || end === "withdrawn"
        ? [{ ...at(), cancelledAt: endedAt, claimedAtCancel: 0n }]
        : [],
    withdrawn: end === "withdrawn" ? [{ ...at(), amount: 1n }] : [],
    instant_refunded:
      end === "refunded" ? [{ ...at(), cancelledAt: endedAt, refundedTo: "c", amount: 1n }] : [],
  });
  return claimed;
}

/** Sums the parts of the campaigns from their leaves, one by one. */
function expectedAt(stored: readonly { one: Campaign; claimed: readonly bigint[] }[], at: bigint) {
  const parts = stored
    .filter(({ one }) => one.isVerified)
    .map(({ one, claimed }) => {
      const paidMilestones = one.leaves
        .filter((each, index) => each.releaseType === 2 && (claimed[index] ?? 0n) > 0n)
        .map(({ milestoneIdx }) => milestoneIdx);
      const open = one.leaves.map((each, index) => {
        if (each.releaseType === 2 && paidMilestones.includes(each.milestoneIdx)) return 0n;
        const rest = getVestedAmount(each, one, at) - (claimed[index] ?? 0n);
        return rest > 0n ? rest : 0n;
      });
      const allocated = sum(one.leaves.map(({ amount }) => amount));
      const left = allocated - sum(claimed);
      const isEnded = one.end === "withdrawn" || one.end === "refunded";
      const unclaimed = isEnded ? 0n : sum(open);
      const rest = left - unclaimed;
      return {
        ...{ allocated, claimed: sum(claimed), unclaimed },
        locked: isCancelled(one.end) ? 0n : rest,
        returning: one.end === "cancelled" ? rest : 0n,
        returned: isEnded ? rest : 0n,
      };
    });
  const total = (name: keyof (typeof parts)[number]) => sum(parts.map((part) => part[name])).toString();
  return {
    ...{ allocated: total("allocated"), claimed: total("claimed"), unclaimed: total("unclaimed") },
    ...{ locked: total("locked"), returning: total("returning"), returned: total("returned") },
  };
}

describe("GET /api/mints/:mint/supply", () => {
  test("equals the sums over the leaves of all verified campaigns, at every date", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(campaign, { minLength: 1, maxLength: 3 }),
        fc.array(day, { minLength: 5, maxLength: 5 }),
        async (item, dates) => {
          await database.db.delete(campaigns);
          const stored = [];
          for (const one of item) stored.push({ one, claimed: await store(one) });
          await backfillUnlockSums(database.db);
          for (const date of dates) {
            now = date;
            const supply = await findSupply();
            expect(supply).toMatchObject(expectedAt(stored, date));
            const { claimed, unclaimed, locked, returning, returned } = supply;
            expect(sum([claimed, unclaimed, locked, returning, returned].map(BigInt)).toString()).toBe(
              supply.allocated,
            );
            expect(supply.campaigns).toBe(item.filter(({ isVerified }) => isVerified).length);
          }
        },
      ),
      { numRuns: caseCount(20) },
    );
  });

  test("is zero for a mint without campaigns, and ignores campaigns of other mints", async () => {
    await storeCampaign(database.db, { mint: NATIVE_MINT });
    expect(await findSupply()).toMatchObject({ campaigns: 0, allocated: "0", months: [], complete: true });
    expect(await findSupply(NATIVE_MINT)).toMatchObject({ campaigns: 1, allocated: "1000", locked: "1000" });
  });

  test("counts as locked in vaults only what the vaults held at their last read", async () => {
    await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 700n, vaultSlot: 1n });
    await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 1_000n, vaultSlot: 1n });
    await storeCampaign(database.db, { mint: NATIVE_MINT });
    const supply = await findSupply(NATIVE_MINT);
    expect(supply).toMatchObject({ locked: "3000", missing: "1300", lockedInVaults: "1700" });
    const { status, text, headers } = await findLocked(NATIVE_MINT);
    expect([status, text]).toEqual([200, "0.0000017"]);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  });

  test("subtracts what a vault lacks from its own campaign alone", async () => {
    const past = { startTime: NOW - DAY, cliffTime: NOW - DAY, endTime: NOW - DAY };
    await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 1_000n, vaultSlot: 1n });
    await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 0n, vaultSlot: 1n, leaves: [past] });
    const leaves = [{ ...past, amount: 300n }, { amount: 700n }];
    await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 400n, vaultSlot: 1n, leaves });
    expect(await findSupply(NATIVE_MINT)).toMatchObject({
      ...{ allocated: "3000", unclaimed: "1300", locked: "1700", missing: "1600" },
      // A vault pays its vested 300 before the rest.
      lockedInVaults: "1100",
    });
    expect((await findLocked(NATIVE_MINT)).text).toBe("0.0000011");
  });

  test("states that a rotation to unregistered recipients leaves the sums incomplete", async () => {
    const past = { startTime: NOW - DAY, cliffTime: NOW - DAY, endTime: NOW - DAY };
    const leaves = [{ ...past, amount: 300n }, { amount: 700n }];
    const vault = { mint: NATIVE_MINT, vaultBalance: 1_000n, vaultSlot: 1n };
    await storeCampaign(database.db, { ...vault, leaves });
    const { id, merkleRoot } = await storeCampaign(database.db, { ...vault, leaves });
    await backfillUnlockSums(database.db);
    const setRoot = (root: string) =>
      database.db.update(campaigns).set({ merkleRoot: root }).where(eq(campaigns.id, id));
    const both = { complete: true, unregistered: 0, unsummed: 0, unclaimed: "600", locked: "1400" };
    expect(await findSupply(NATIVE_MINT)).toMatchObject(both);
    await setRoot("11".repeat(32));
    const supply = await findSupply(NATIVE_MINT);
    expect(supply).toMatchObject({
      ...{ campaigns: 2, complete: false, unregistered: 1, unsummed: 1, allocated: "2000" },
      ...{ unclaimed: "300", locked: "1700", months: [{ amount: "700" }] },
    });
    expect(await findLocked(NATIVE_MINT)).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", error: expect.stringContaining("not registered") },
    });
    await setRoot(merkleRoot);
    expect(await findSupply(NATIVE_MINT)).toMatchObject(both);
  });

  test("stays complete if the vault of unregistered recipients is empty", async () => {
    await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 1_000n, vaultSlot: 1n });
    const { id } = await storeCampaign(database.db, { mint: NATIVE_MINT, leafCount: 4_000_000_000 });
    await database.db
      .update(campaigns)
      .set({ merkleRoot: "11".repeat(32) })
      .where(eq(campaigns.id, id));
    expect(await findSupply(NATIVE_MINT)).toMatchObject({
      ...{ campaigns: 2, complete: true, unregistered: 0, missing: "1000", lockedInVaults: "1000" },
    });
    expect((await findLocked(NATIVE_MINT)).status).toBe(200);
  });

  test("refuses a plain number while the decimals of the mint are unknown", async () => {
    await storeCampaign(database.db);
    expect((await findSupply()).decimals).toBeNull();
    expect((await findLocked(MINT)).status).toBe(503);
  });

  test("exports the unlocks of coming months as CSV, and returns 409 if campaigns are missing", async () => {
    const query = () =>
      call(getSupply, { path: "/api/mints/:mint/supply?format=csv", params: { mint: NATIVE_MINT } });
    const { id } = await storeCampaign(database.db, { mint: NATIVE_MINT, vaultBalance: 1n, vaultSlot: 1n });
    expect(await query()).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    await backfillUnlockSums(database.db);
    const { text } = await query();
    await database.db
      .update(campaigns)
      .set({ merkleRoot: "11".repeat(32) })
      .where(eq(campaigns.id, id));
    expect(await query()).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(text.split("\r\n")).toEqual([
      "month,mint,token,amountBaseUnits,amountInTokens",
      `2027-01,${NATIVE_MINT},SOL,1000,0.000001`,
      "",
    ]);
  });
});
