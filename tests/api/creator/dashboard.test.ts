import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { GET as getDashboard } from "@/app/api/creator/[address]/dashboard/route";
import { GET as getDesk } from "@/app/api/creator/[address]/desk/route";
import { GET as getUnlocks } from "@/app/api/creator/[address]/unlocks/route";
import { MAX_DASHBOARD_CAMPAIGNS } from "@/db/queries/campaigns/creator-dashboard";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { campaigns, creations } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import type { CreatorDashboardView, unlocksView } from "@/lib/contract/creator-dashboard/view";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { encodeStruct } from "@/lib/core/solana/codec";
import { ACCOUNTS } from "@/lib/core/solana/idl/types";
import { TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens/tokens";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { monthEnd, monthText, toMonth } from "@/lib/core/vesting/unlock-months";
import type { Chain, RpcAccount } from "@/lib/service/chain/chain";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import { DASHBOARD_MONTHS } from "@/lib/service/creator-dashboard/read-dashboard";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, startServices } from "@/tests/support/http";
import { campaignValues } from "@/tests/support/rows";
import { creator, getChain, LEAF, MINT, NOW, storeCampaign } from "@/tests/support/stored-action";

const DAY = 86_400n;
const MONTH = toMonth(NOW);

const database = openTestDatabase();
/** The network's accounts by address; null while the network is unreachable. */
let ledger: Map<string, RpcAccount> | null = new Map();
let requested: string[][] = [];
const getAccounts: Chain["getAccounts"] = async (addresses) => {
  requested.push([...addresses]);
  if (!ledger) throw new NetworkUnavailableError("The RPC server does not respond.");
  return { slot: 1n, accounts: addresses.map((address) => ledger?.get(address) ?? null) };
};
beforeEach(async () => {
  ledger = new Map();
  requested = [];
  startServices({ db: database.db, now: () => NOW, chain: getChain({ getAccounts }) });
  await database.db.delete(campaigns);
  await database.db.delete(creations);
});

const findDashboard = async (address = creator.address) => {
  await backfillUnlockSums(database.db);
  return call<CreatorDashboardView>(getDashboard, {
    path: "/api/creator/:address/dashboard",
    params: { address },
  });
};

const NO_KEY = createWallet(new Uint8Array(32).fill(7)).address;

type Held = { totalSupply?: bigint; totalClaimed?: bigint; held: bigint; mint?: string };

/** Stores a campaign's accounts on the ledger with the given balance. */
function putOnLedger(
  treeAddress: string,
  { totalSupply = 1_000n, totalClaimed = 0n, held, mint = MINT }: Held,
) {
  const vault = createWallet().address;
  const fields = encodeStruct("VestingTree", {
    ...{
      creator: creator.address,
      mint,
      vault,
      vaultAuthority: NO_KEY,
      campaignId: 1n,
      merkleRoot: "00".repeat(32),
    },
    ...{
      leafCount: 1,
      totalSupply,
      totalClaimed,
      cancellable: true,
      cancelAuthority: NO_KEY,
      cancelledAt: null,
    },
    ...{ paused: false, pauseAuthority: NO_KEY, createdAt: 1n, milestoneReleasedFlags: "00".repeat(32) },
    ...{ minCliffTime: 1n, instantRefunded: false, bump: 255 },
  });
  const { discriminator } = ACCOUNTS[0];
  const data = new Uint8Array(323);
  data.set(Uint8Array.from(discriminator));
  data.set(fields, discriminator.length);
  const rent = 3_138_960n;
  const lamports = mint === NATIVE_MINT ? rent + held : rent;
  ledger?.set(treeAddress, { owner: DEFAULT_PROGRAM_ID, lamports, data });
  const token = new Uint8Array(TOKEN_ACCOUNT_BYTES);
  new DataView(token.buffer).setBigUint64(64, held, true);
  ledger?.set(vault, { owner: TOKEN_PROGRAM_ID, lamports: 2_039_280n, data: token });
}

const calculateSum = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

const time = fc.bigInt({ min: NOW - 400n * DAY, max: NOW + 2_000n * DAY });
const anyLeaf = fc
  .record({
    amount: fc.oneof(fc.bigInt({ min: 1n, max: 100n }), fc.bigInt({ min: 1n, max: 10n ** 15n })),
    releaseType: fc.constantFrom(...Object.values(ReleaseType)),
    times: fc.tuple(time, time),
    milestoneIdx: fc.nat({ max: 2 }),
  })
  .map(({ times: [a, b], ...leaf }) => ({
    ...leaf,
    startTime: a < b ? a : b,
    cliffTime: a < b ? a : b,
    endTime: a < b ? b : a,
  }));
const anyEnd = fc.constantFrom<object>(
  {},
  {},
  { paused: true },
  { cancelledAt: NOW - DAY },
  { cancelledAt: NOW - GRACE_PERIOD_SECONDS },
  { cancelledAt: NOW - GRACE_PERIOD_SECONDS - 1n, withdrawn: true },
  { cancelledAt: NOW - DAY, settled: true, settledAmount: 7n },
  { cancelledAt: NOW - DAY, instantRefunded: true },
);
const anyCampaign = fc.record({
  leaves: fc.array(anyLeaf, { minLength: 1, maxLength: 5 }),
  end: anyEnd,
  mint: fc.constantFrom(MINT, NATIVE_MINT),
  released: fc.subarray([0, 1, 2]),
  claimed: fc.bigInt({ min: 0n, max: 3n }),
});
type AnyCampaign = typeof anyCampaign extends fc.Arbitrary<infer C> ? C : never;

/** Returns a token's sums, leaf by leaf with the program's formula. */
function getExpected(all: readonly AnyCampaign[], mint: string) {
  const those = all.filter((campaign) => campaign.mint === mint);
  const ends = (end: object) => "cancelledAt" in end;
  const running = those.filter(({ end }) => !ends(end));
  const getLeaves = (isTimed: boolean) =>
    running.flatMap(({ leaves, released }) =>
      leaves
        .filter(({ releaseType }) => (releaseType !== ReleaseType.Milestone) === isTimed)
        .map((leaf) => ({ leaf, isReleased: released.includes(leaf.milestoneIdx) })),
    );
  const timed = getLeaves(true).map(({ leaf }) => leaf);
  const vestedBy = (now: bigint) =>
    calculateSum(timed.map((leaf) => vestedAmount(leaf, { now, cancelledAt: null })));
  const milestones = (isReleased: boolean) =>
    calculateSum(
      getLeaves(false).flatMap((item) => (item.isReleased === isReleased ? [item.leaf.amount] : [])),
    );
  const inMonth = (month: number) => vestedBy(monthEnd(month)) - vestedBy(monthEnd(month - 1));
  const months = Array.from({ length: DASHBOARD_MONTHS }, (_, at) => MONTH + at)
    .map((month) => ({ month: monthText(month), amount: inMonth(month).toString() }))
    .filter(({ amount }) => amount !== "0");
  const total = calculateSum(timed.map(({ amount }) => amount));
  const left = (wanted: object) =>
    calculateSum(
      those
        .filter(({ end }) => JSON.stringify(end, bigintText) === JSON.stringify(wanted, bigintText))
        .map(({ leaves, claimed }) => calculateSum(leaves.map(({ amount }) => amount)) - claimed)
        .map((amount) => (amount > 0n ? amount : 0n)),
    ).toString();
  return {
    ...{ mint, campaigns: those.length, months },
    unlocked: (vestedBy(monthEnd(MONTH - 1)) + milestones(true)).toString(),
    thisMonth: inMonth(MONTH).toString(),
    locked: (total - vestedBy(monthEnd(MONTH))).toString(),
    waiting: milestones(false).toString(),
    claimed: calculateSum(those.map(({ claimed, end }) => claimed + ("settled" in end ? 7n : 0n))).toString(),
    toWithdraw: left({ cancelledAt: NOW - GRACE_PERIOD_SECONDS }),
    inGrace: left({ cancelledAt: NOW - DAY }),
    later: (total - vestedBy(monthEnd(MONTH + DASHBOARD_MONTHS - 1))).toString(),
  };
}

const bigintText = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);

describe("a creator's sums", () => {
  test("equal the program's formula over all leaves of all campaigns", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCampaign, { minLength: 1, maxLength: 6 }), async (all) => {
        await database.db.delete(campaigns);
        for (const { leaves, end, mint, released, claimed } of all) {
          const milestones = leaves.filter(({ releaseType }) => releaseType === ReleaseType.Milestone);
          await storeCampaign(database.db, {
            ...{ leaves, mint, ...end, totalClaimed: claimed, releasedMilestones: released },
            usedMilestones: [...new Set(milestones.map(({ milestoneIdx }) => milestoneIdx))],
          });
        }
        const { body } = await findDashboard();
        expect(body).toMatchObject({ covered: all.length, total: all.length, unsummed: 0 });
        const mints = new Set(all.map(({ mint }) => mint));
        expect(body.tokens).toHaveLength(mints.size);
        for (const sums of body.tokens) expect(sums).toEqual(getExpected(all, sums.mint));
      }),
      { numRuns: caseCount(25) },
    );
  });

  test("include only the current root and the creator's own campaigns", async () => {
    await storeCampaign(database.db, { leaves: [{ amount: 5n }] });
    await storeCampaign(database.db, { creator: NO_KEY, leaves: [{ amount: 7n }] });
    const { body } = await findDashboard(NO_KEY);
    expect(body).toMatchObject({ total: 1, tokens: [{ campaigns: 1, thisMonth: "7" }] });
    expect((await findDashboard(createWallet().address)).body).toMatchObject({
      ...{ total: 0, covered: 0, needs: [], needCount: 0, tokens: [] },
    });
  });

  test("exclude campaigns whose sums are not computed yet, and say so", async () => {
    await storeCampaign(database.db);
    const answer = await call<CreatorDashboardView>(getDashboard, { params: { address: creator.address } });
    expect(answer.body).toMatchObject({
      unsummed: 1,
      tokens: [{ campaigns: 1, thisMonth: "0", locked: "0" }],
    });
  });
});

test("a creator's sums exclude a campaign whose rotation is not registered, and say so", async () => {
  const milestone = { releaseType: ReleaseType.Milestone, cliffTime: NOW - DAY, endTime: NOW };
  const { id } = await storeCampaign(database.db, {
    usedMilestones: [0],
    leaves: [{ amount: 5n }, milestone],
  });
  expect((await findDashboard()).body).toMatchObject({
    unsummed: 0,
    needCount: 1,
    tokens: [{ thisMonth: "5" }],
  });
  await database.db
    .update(campaigns)
    .set({ merkleRoot: "11".repeat(32) })
    .where(eq(campaigns.id, id));
  expect((await findDashboard()).body).toMatchObject({
    ...{ unsummed: 1, needCount: 0, tokens: [{ campaigns: 1, thisMonth: "0", waiting: "0" }] },
  });
});

const getKinds = ({ needs }: CreatorDashboardView) => needs.map(({ kind }) => kind);

describe("a creator's tasks", () => {
  test("include the exact missing funding until the network has it", async () => {
    const some = { verified: true, leaves: [{ amount: 400n }, { amount: 600n }], totalClaimed: 100n };
    const token = await storeCampaign(database.db, { ...some, metadata: { name: "Crew" } });
    const sol = await storeCampaign(database.db, { ...some, mint: NATIVE_MINT });
    const funded = await storeCampaign(database.db, some);
    putOnLedger(token.treeAddress, { totalClaimed: 100n, held: 899n });
    putOnLedger(sol.treeAddress, { totalClaimed: 100n, held: 0n, mint: NATIVE_MINT });
    putOnLedger(funded.treeAddress, { totalClaimed: 100n, held: 900n });
    const { body } = await findDashboard();
    expect(body.ledger).toBe(true);
    const lacking = body.needs.filter(({ kind }) => kind === "unfunded");
    const found = new Map(lacking.map((need) => [need.treeAddress, need]));
    expect(found.get(token.treeAddress)).toMatchObject({
      amount: "1",
      metadata: { name: "Crew" },
      leafCount: 2,
    });
    expect(found.get(sol.treeAddress)).toMatchObject({ amount: "900", mint: NATIVE_MINT });
    expect(found.has(funded.treeAddress)).toBe(false);
    // A funded campaign is not queried again.
    requested = [];
    putOnLedger(token.treeAddress, { totalClaimed: 100n, held: 900n });
    expect(getKinds((await findDashboard()).body)).toEqual(["unfunded"]);
    expect(requested.flat()).not.toContain(funded.treeAddress);
  });

  test("include the missing funding of a tree that was created again", async () => {
    const sol = { mint: NATIVE_MINT, verified: true };
    const first = await storeCampaign(database.db, sol);
    const { treeAddress, campaignId } = first;
    putOnLedger(treeAddress, { held: 1_000n, mint: NATIVE_MINT });
    expect(getKinds((await findDashboard()).body)).toEqual([]);
    await database.db
      .update(campaigns)
      .set({ isCurrent: false, totalClaimed: 1_000n })
      .where(eq(campaigns.id, first.id));
    await storeCampaign(database.db, { ...sol, treeAddress, campaignId });
    putOnLedger(treeAddress, { held: 0n, mint: NATIVE_MINT });
    expect((await findDashboard()).body.needs).toMatchObject([{ kind: "unfunded", amount: "1000" }]);
  });

  test("include an unregistered tree on the network, also while the network is unreachable", async () => {
    const [known, gone] = [createWallet().address, createWallet().address];
    for (const treeAddress of [known, gone])
      await database.db.insert(creations).values({
        ...{ treeAddress, creator: creator.address, mint: MINT, totalSupply: 12n, leafCount: 3 },
        ...{ signature: treeAddress, eventIndex: 0, slot: 9n, blockTime: NOW - DAY },
      });
    putOnLedger(known, { held: 0n });
    const { body } = await findDashboard();
    expect(body.needs).toEqual([
      {
        ...{ kind: "unregistered", treeAddress: known, mint: MINT, metadata: null, leafCount: 3 },
        ...{ amount: "12", milestoneIdx: null, at: (NOW - DAY).toString() },
      },
    ]);
    ledger = null;
    const away = (await findDashboard()).body;
    expect(away).toMatchObject({ ledger: false, needCount: 2 });
    expect(getKinds(away)).toEqual(["unregistered", "unregistered"]);
  });

  test("are ordered: milestones that are due, withdrawals, pauses, grace periods", async () => {
    const milestone = (milestoneIdx: number, amount: bigint, cliffTime: bigint) => ({
      ...{ releaseType: ReleaseType.Milestone, milestoneIdx, amount, startTime: cliffTime, cliffTime },
      endTime: NOW + 10n * DAY,
    });
    await storeCampaign(database.db, { cancelledAt: NOW - DAY, totalClaimed: 1n });
    await storeCampaign(database.db, { paused: true, pauseAuthority: creator.address });
    await storeCampaign(database.db, { cancelledAt: NOW - GRACE_PERIOD_SECONDS, totalClaimed: 1n });
    await storeCampaign(database.db, {
      usedMilestones: [1, 2, 3],
      releasedMilestones: [3],
      leaves: [
        milestone(1, 10n, NOW),
        milestone(1, 5n, NOW + DAY),
        milestone(2, 5n, NOW + 1n),
        milestone(3, 5n, NOW - DAY),
      ],
    });
    // These campaigns have no open task.
    await storeCampaign(database.db, { cancelledAt: 1n, withdrawn: true });
    await storeCampaign(database.db, { cancelledAt: 1n, totalClaimed: LEAF.amount });
    await storeCampaign(database.db, { cancelledAt: NOW, instantRefunded: true });
    const { body } = await findDashboard();
    expect(
      body.needs.map(({ kind, amount, milestoneIdx, at }) => ({ kind, amount, milestoneIdx, at })),
    ).toEqual([
      { kind: "milestone_due", amount: "15", milestoneIdx: 1, at: NOW.toString() },
      { kind: "sweep", amount: "999", milestoneIdx: null, at: NOW.toString() },
      { kind: "paused", amount: null, milestoneIdx: null, at: null },
      { kind: "grace", amount: "999", milestoneIdx: null, at: (NOW - DAY + GRACE_PERIOD_SECONDS).toString() },
    ]);
  });

  test("are counted without the grace periods, which have no action", async () => {
    await storeCampaign(database.db, { cancelledAt: NOW - DAY, totalClaimed: 1n });
    const grace = (await findDashboard()).body;
    expect([getKinds(grace), grace.needCount]).toEqual([["grace"], 0]);
    await storeCampaign(database.db, { paused: true, pauseAuthority: creator.address });
    const { body } = await findDashboard();
    expect([getKinds(body), body.needCount]).toEqual([["paused", "grace"], 1]);
  });

  test("return the tasks that the index knows without the network", async () => {
    ledger = null;
    await storeCampaign(database.db, { verified: true, paused: true, pauseAuthority: creator.address });
    const answer = await findDashboard();
    expect(answer).toMatchObject({ status: 200, body: { ledger: false, needCount: 1 } });
    expect(getKinds(answer.body)).toEqual(["paused"]);
  });
});

describe("unlocks by month", () => {
  const leaf = (amount: bigint, days: bigint): Partial<Leaf> => ({
    ...{ amount, releaseType: ReleaseType.Cliff, startTime: NOW, cliffTime: NOW + days * DAY },
    endTime: NOW + days * DAY,
  });

  const query = (headers: Record<string, string> = {}) =>
    call<ReturnType<typeof unlocksView.parse>>(getUnlocks, {
      ...{ path: "/api/creator/:address/unlocks", params: { address: creator.address }, headers },
    });

  test("sum all recipients, as JSON and as a file", async () => {
    await storeCampaign(database.db, {
      mint: NATIVE_MINT,
      usedMilestones: [4],
      leaves: [
        leaf(2_500_000_000n, 40n),
        leaf(1n, 40n),
        leaf(3n, 4_000n),
        { ...leaf(9n, 1n), releaseType: ReleaseType.Milestone, milestoneIdx: 4 },
      ],
    });
    await backfillUnlockSums(database.db);
    const month = monthText(toMonth(NOW + 40n * DAY));
    expect((await query()).body).toEqual({
      ...{ address: creator.address, covered: 1, total: 1, unsummed: 0 },
      tokens: [{ mint: NATIVE_MINT, months: [{ month, amount: "2500000001" }], later: "3", waiting: "9" }],
    });
    const file = await query({ accept: "text/csv" });
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.text).toBe(
      [
        "month,mint,token,amountBaseUnits,amountInTokens",
        `${month},${NATIVE_MINT},SOL,2500000001,2.500000001`,
        `later,${NATIVE_MINT},SOL,3,0.000000003`,
        `with a milestone,${NATIVE_MINT},SOL,9,0.000000009`,
        "",
      ].join("\r\n"),
    );
  });

  test("list the omitted campaigns, and return 409 as CSV", async () => {
    await storeCampaign(database.db, { mint: NATIVE_MINT });
    expect((await query()).body).toMatchObject({ covered: 1, total: 1, unsummed: 1 });
    const unsummed = await query({ accept: "text/csv" });
    expect(unsummed).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    await backfillUnlockSums(database.db);
    expect((await query({ accept: "text/csv" })).status).toBe(200);
    await database.db.insert(campaigns).values(
      Array.from({ length: MAX_DASHBOARD_CAMPAIGNS }, (_, at) =>
        // A campaign that ended does not need its unlocks.
        campaignValues({
          treeAddress: `tree-${at}`,
          creator: creator.address,
          cancelledAt: 1n,
          verified: true,
        }),
      ),
    );
    const total = MAX_DASHBOARD_CAMPAIGNS + 1;
    expect((await query()).body).toMatchObject({ covered: total - 1, total, unsummed: 0 });
    const truncated = await query({ accept: "text/csv" });
    expect(truncated).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  });
});

describe("the earlier path /api/creator/:address/desk", () => {
  test("returns the same body, with the deprecation and the new path in its headers", async () => {
    await storeCampaign(database.db);
    const current = await findDashboard();
    const { headers, body } = await call(getDesk, { params: { address: creator.address } });
    expect(body).toEqual(current.body);
    expect(headers.get("deprecation")).toBe(`@${Date.parse("2026-11-26") / 1000}`);
    expect(headers.get("sunset")).toBe("Tue, 01 Jun 2027 00:00:00 GMT");
    expect(headers.get("link")).toContain(
      `</api/creator/${creator.address}/dashboard>; rel="successor-version"`,
    );
  });
});
