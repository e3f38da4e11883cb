import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { GET } from "@/app/api/campaigns/[treeAddress]/statement/route";
import { storeEvents } from "@/db/queries/events/event-rows";
import { removeEvents } from "@/db/queries/events/stored-events";
import { upsertAccountSnapshot } from "@/db/queries/indexing/campaign-checks";
import { type Campaign, campaigns, staleClaimReads, staleClaimRecords } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { ApiClient } from "@/lib/client/api-client";
import { everyStatementRow } from "@/lib/client/pages";
import type { StatementView } from "@/lib/contract/statement/view";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { readEnv } from "@/lib/service/env";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, startServices } from "@/tests/support/http";
import { serveRoutes } from "@/tests/support/routes";
import { addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";
import { LEAF, NOW, storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();
const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
beforeEach(async () => {
  startServices({ db: database.db, now: () => NOW, env });
  await database.db.delete(campaigns);
});

const PEOPLE = [1, 2, 3].map((seed) => createWallet(new Uint8Array(32).fill(seed + 100)).address);
const NEW_ROOT = "ab".repeat(32);
const DAY = 86_400n;

const day = fc.bigInt({ min: -300n, max: 300n }).map((days) => NOW + days * DAY);
const leaf = fc
  .record({
    who: fc.nat({ max: 2 }),
    amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
    releaseType: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    times: fc.tuple(day, day),
    milestoneIdx: fc.constantFrom(1, 2),
  })
  .map(({ times: [a, b], who, ...rest }) => {
    const [cliffTime, endTime] = a < b ? [a, b] : [b, a];
    return { ...rest, beneficiary: PEOPLE[who] ?? "", startTime: cliffTime, cliffTime, endTime };
  });
const claim = fc.record({
  who: fc.nat({ max: 2 }),
  leafIndex: fc.nat({ max: 3 }),
  milestoneIdx: fc.constantFrom(null, null, 1, 2),
  amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
  at: day,
});
const lifecycle = fc.record({
  lists: fc.tuple(...[1, 2].map(() => fc.array(leaf, { minLength: 1, maxLength: 4 }))),
  rotatedAt: day,
  claims: fc.array(claim, { maxLength: 6 }),
  /** Amounts that claim records have from an earlier campaign at the address. */
  earlier: fc.uniqueArray(claim, { maxLength: 3, selector: ({ leafIndex }) => leafIndex }),
  releases: fc.array(fc.record({ milestoneIdx: fc.constantFrom(1, 2), at: day }), { maxLength: 2 }),
  end: fc.constantFrom<"cancelled" | "refunded" | null>("cancelled", "refunded", null),
  endedAt: day,
  /** Days from the end to the withdrawal. */
  withdrawn: fc.option(fc.bigInt({ min: 0n, max: 200n })),
});
type Lifecycle = typeof lifecycle extends fc.Arbitrary<infer T> ? T : never;

const SUPPLY = 100_000_000n;
const zero = 0n;
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, zero);
const greater = (a: bigint, b: bigint) => (a > b ? a : b);

async function store(input: Lifecycle): Promise<Campaign> {
  const { lists, rotatedAt, claims, earlier, releases, end, endedAt, withdrawn } = input;
  const [before = [], after = []] = lists;
  const campaign = await storeCampaign(database.db, { leaves: before, totalSupply: SUPPLY });
  const { id: rootVersionId } = await addRootVersion(database.db, {
    ...{ campaignId: campaign.id, merkleRoot: NEW_ROOT, leafCount: after.length, version: 2 },
  });
  for (const [leafIndex, terms] of after.entries())
    await addLeaf(database.db, { rootVersionId, ...LEAF, ...terms, leafIndex });
  const at = (blockTime: bigint) => ({ ...envelopeValues(campaign.id), blockTime, slot: blockTime });
  let total = zero;
  const inOrder = [...claims].sort((a, b) => Number(a.at - b.at));
  await storeEvents(database.db, {
    claimed: inOrder.map(({ who, at: time, ...paid }) => {
      total += paid.amount;
      const totals = { totalClaimedByUser: total, totalClaimedOverall: total };
      return { ...at(time), ...paid, ...totals, beneficiary: PEOPLE[who] ?? "" };
    }),
    root_updated: [
      { ...at(rotatedAt), oldRoot: campaign.merkleRoot, newRoot: NEW_ROOT, newLeafCount: after.length },
    ],
    milestone_released: releases.map((release) => ({
      ...{ ...at(release.at), milestoneIdx: release.milestoneIdx, releasedBy: "c" },
    })),
    cancelled: end === "cancelled" ? [{ ...at(endedAt), cancelledAt: endedAt, claimedAtCancel: zero }] : [],
    withdrawn:
      end === "cancelled" && withdrawn !== null ? [{ ...at(endedAt + withdrawn * DAY), amount: 1n }] : [],
    instant_refunded:
      end === "refunded" ? [{ ...at(endedAt), cancelledAt: endedAt, refundedTo: "c", amount: 1n }] : [],
  });
  if (earlier.length > 0)
    await database.db.insert(staleClaimRecords).values(
      earlier.map(({ who, leafIndex, milestoneIdx, amount }) => ({
        ...{ campaignId: campaign.id, beneficiary: PEOPLE[who] ?? "", leafIndex, milestoneIdx, amount },
        slot: zero,
      })),
    );
  return campaign;
}

/** Computes the expected recipients of a date leaf by leaf. */
function expectedAt(input: Lifecycle, date: bigint) {
  const [before = [], after = []] = input.lists;
  const list = (date < input.rotatedAt ? before : after).map((terms, leafIndex) => ({ ...terms, leafIndex }));
  const claims = input.claims.filter(({ at }) => at <= date);
  const isEnded = input.end !== null && input.endedAt <= date;
  const isReturned =
    isEnded &&
    (input.end === "refunded" || (input.withdrawn !== null && input.endedAt + input.withdrawn * DAY <= date));
  const isReleased = (index: number) =>
    input.releases.some(({ milestoneIdx, at }) => milestoneIdx === index && at <= date);
  const getParts = (each: (typeof list)[number]) => {
    const isMilestone = each.releaseType === ReleaseType.Milestone;
    const getAmounts = (rows: typeof claims) =>
      rows.flatMap(({ who, leafIndex, milestoneIdx, amount }) => {
        if (PEOPLE[who] !== each.beneficiary) return [];
        const isOfMilestone = milestoneIdx === each.milestoneIdx;
        const isOfLeaf = milestoneIdx === null && leafIndex === each.leafIndex;
        return (isMilestone ? isOfMilestone : isOfLeaf) ? [amount] : [];
      });
    const [paying, deducted] = [getAmounts(claims), getAmounts(input.earlier)];
    const [paid, before] = [sum(paying), sum(deducted)];
    const moment = { now: date, cancelledAt: isEnded ? input.endedAt : null };
    const byTime = () => vestedAmount(each as Leaf, moment);
    const vested = isMilestone ? (isReleased(each.milestoneIdx) ? each.amount : zero) : byTime();
    const isPaidOnce = isMilestone && paying.length + deducted.length > 0;
    const open = isPaidOnce ? zero : greater(vested - paid - before, zero);
    const unpaid = greater(each.amount - paid, zero);
    const earlier = before < unpaid ? before : unpaid;
    return { open, later: unpaid - open - earlier, earlier };
  };
  const listed = [...new Set(list.map(({ beneficiary }) => beneficiary))];
  const former = [...new Set(claims.map(({ who }) => PEOPLE[who] ?? ""))]
    .filter((address) => !listed.includes(address))
    .sort();
  return [...listed, ...former].map((beneficiary) => {
    const parts = list.filter((each) => each.beneficiary === beneficiary).map(getParts);
    const claimed = sum(claims.flatMap(({ who, amount }) => (PEOPLE[who] === beneficiary ? [amount] : [])));
    const [open, later] = [sum(parts.map((part) => part.open)), sum(parts.map((part) => part.later))];
    const earlier = sum(parts.map((part) => part.earlier));
    const lost = isReturned ? open + later : isEnded ? later : zero;
    const due = isReturned ? zero : open;
    const rest = isEnded ? zero : later;
    return {
      beneficiary,
      granted: claimed + open + later + earlier,
      vested: claimed + due,
      claimed,
      unvested: rest,
      forfeited: lost + earlier,
      outstanding: due + rest,
      withheld: (claimed * 3_725n) / 10_000n,
    };
  });
}

const path = "/api/campaigns/:treeAddress/statement";
const getStatement = async (treeAddress: string, query: Record<string, string> = {}) => {
  const { status, body } = await call<StatementView>(GET, { path, params: { treeAddress }, query });
  expect(status).toBe(200);
  return body;
};
const getFile = async (treeAddress: string, query: Record<string, string> = {}) => {
  const answer = await call(GET, { path, params: { treeAddress }, query: { format: "csv", ...query } });
  return parse(answer.text, { columns: true }) as Record<string, string>[];
};

const COLUMNS = ["granted", "vested", "claimed", "unvested", "forfeited", "outstanding", "withheld"] as const;
const asText = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)]));

describe("GET /api/campaigns/:treeAddress/statement", () => {
  test("equals the sums over leaves, claims and lists up to any date, as JSON and as CSV", LONG, async () => {
    await fc.assert(
      fc.asyncProperty(lifecycle, fc.array(day, { minLength: 4, maxLength: 4 }), async (item, dates) => {
        await database.db.delete(campaigns);
        const { treeAddress } = await store(item);
        for (const date of dates) {
          const query = { at: date.toString(), withheldPercent: "37.25" };
          const expected = expectedAt(item, date);
          const rows = [];
          let cursor: string | null = null;
          do {
            const page: StatementView = await getStatement(treeAddress, {
              ...{ ...query, limit: "2", ...(cursor && { cursor }) },
            });
            rows.push(...page.recipients);
            cursor = page.nextCursor;
          } while (cursor !== null);
          expect(rows).toEqual(expected.map(asText));
          const { totals } = await getStatement(treeAddress, query);
          for (const column of COLUMNS)
            expect(totals[column], column).toBe(sum(expected.map((row) => row[column])).toString());
          expect(totals).toMatchObject({ recipients: expected.length, supply: SUPPLY.toString() });
          expect(BigInt(totals.granted) + BigInt(totals.unallocated)).toBe(SUPPLY);
          const lines = await getFile(treeAddress, query);
          expect(lines.map(({ beneficiary, claimedBaseUnits }) => [beneficiary, claimedBaseUnits])).toEqual([
            ...expected.map(({ beneficiary, claimed }) => [beneficiary, claimed.toString()]),
            ["total", totals.claimed],
          ]);
        }
      }),
      { numRuns: caseCount(40) },
    );
  });

  test("counts the settlement of a stream as claimed, and the rest as forfeited", async () => {
    const { id, treeAddress } = await storeCampaign(database.db);
    const at = () => ({ ...envelopeValues(id), blockTime: NOW + 550n });
    await storeEvents(database.db, {
      stream_cancelled: [
        { ...at(), cancelledAt: NOW + 550n, amountToBeneficiary: 500n, amountToCreator: 500n },
      ],
    });
    const before = await getStatement(treeAddress, { at: (NOW + 549n).toString() });
    expect(before).toMatchObject({
      status: "claimable",
      totals: { claimed: "0", vested: "498", unvested: "502" },
    });
    const after = await getStatement(treeAddress, { at: (NOW + 550n).toString() });
    expect(after).toMatchObject({
      ...{ status: "settled", cancelledAt: (NOW + 550n).toString() },
      totals: { granted: "1000", claimed: "500", vested: "500", forfeited: "500", outstanding: "0" },
      recipients: [{ claimed: "500", forfeited: "500" }],
    });
  });

  test("counts a milestone that only the account shows as released", async () => {
    const leaves = [{ releaseType: ReleaseType.Milestone, milestoneIdx: 1 }];
    const campaign = await storeCampaign(database.db, { leaves, usedMilestones: [1] });
    expect((await getStatement(campaign.treeAddress)).totals).toMatchObject({
      vested: "0",
      unvested: "1000",
    });
    const { treeAddress, merkleRoot, leafCount, totalClaimed, cancelledAt, paused, instantRefunded } =
      campaign;
    await upsertAccountSnapshot(database.db, campaign.id, {
      ...{ treeAddress, merkleRoot, leafCount, totalClaimed, cancelledAt, paused, instantRefunded },
      ...{ slot: 1_000n, releasedMilestones: [1] },
    });
    expect(await getStatement(treeAddress)).toMatchObject({
      totals: { vested: "1000", unvested: "0" },
      recipients: [{ vested: "1000" }],
    });
  });

  test("counts a claim that replaces another one on a fork", async () => {
    const { id, treeAddress } = await storeCampaign(database.db);
    const getClaim = (amount: bigint) => ({
      ...{ ...envelopeValues(id), blockTime: NOW - 1n, beneficiary: LEAF.beneficiary, leafIndex: 0, amount },
      ...{ totalClaimedByUser: 300n, totalClaimedOverall: 300n, milestoneIdx: null },
    });
    const dropped = getClaim(100n);
    await storeEvents(database.db, { claimed: [dropped] });
    const query = { at: NOW.toString(), withheldPercent: "10" };
    expect((await getStatement(treeAddress, query)).totals.withheld).toBe("10");
    await removeEvents(database.db, [dropped.signature]);
    await storeEvents(database.db, { claimed: [getClaim(300n)] });
    expect(await getStatement(treeAddress, query)).toMatchObject({
      totals: { withheld: "30", unattributed: "0" },
      recipients: [{ withheld: "30" }],
    });
  });

  test("deducts claims of an earlier campaign at the address once they are read", async () => {
    const { id: campaignId, treeAddress } = await storeCampaign(database.db);
    const query = { at: (NOW + 2_000n).toString() };
    expect((await getStatement(treeAddress, query)).totals).toMatchObject({ outstanding: "1000" });
    const read = { campaignId, rootVersion: 1, nextLeaf: null };
    await database.db.insert(staleClaimReads).values(read);
    await database.db
      .insert(staleClaimRecords)
      .values({ campaignId, beneficiary: LEAF.beneficiary, leafIndex: 0, amount: 600n, slot: zero });
    const amounts = { granted: "1000", vested: "400", claimed: "0", forfeited: "600", outstanding: "400" };
    expect(await getStatement(treeAddress, query)).toMatchObject({ totals: amounts, recipients: [amounts] });
  });

  test("omits wallets without any amount, which a rotation has removed", async () => {
    const [gone = "", paid = ""] = PEOPLE;
    const leaves = [{}, { beneficiary: gone, amount: zero }, { beneficiary: paid, amount: zero }];
    const { id, treeAddress } = await storeCampaign(database.db, { leaves, totalSupply: 2_000n });
    const claimed = {
      ...{ ...envelopeValues(id), blockTime: NOW - 1n, beneficiary: paid, leafIndex: 2, amount: 7n },
      ...{ totalClaimedByUser: 7n, totalClaimedOverall: 7n, milestoneIdx: null },
    };
    await storeEvents(database.db, { claimed: [claimed] });
    const { totals, recipients } = await getStatement(treeAddress);
    expect(totals.recipients).toBe(2);
    expect(recipients.map(({ beneficiary }) => beneficiary)).toEqual([LEAF.beneficiary, paid]);
  });

  test("is zero before the creation of a campaign", async () => {
    const { treeAddress } = await storeCampaign(database.db, { creationTime: NOW - 50n });
    const early = await getStatement(treeAddress, { at: (NOW - 51n).toString() });
    expect(early).toMatchObject({
      status: "not_created",
      recipients: [],
      totals: { granted: "0", supply: "0" },
    });
    expect(await getStatement(treeAddress, { at: (NOW - 50n).toString() })).toMatchObject({
      status: "active",
    });
  });

  test("states that the list of a root is not registered, and uses the newest list", async () => {
    const { id, treeAddress } = await storeCampaign(database.db);
    const update = { oldRoot: "cd".repeat(32), newRoot: NEW_ROOT, newLeafCount: 1 };
    await storeEvents(database.db, { root_updated: [{ ...envelopeValues(id), blockTime: NOW, ...update }] });
    const later = await getStatement(treeAddress);
    expect(later).toMatchObject({ merkleRoot: NEW_ROOT, rootRegistered: false, totals: { granted: "1000" } });
  });

  test("states claims that no indexed event explains, which no recipient has", async () => {
    const { id, treeAddress } = await storeCampaign(database.db);
    const claimed = { beneficiary: LEAF.beneficiary, leafIndex: 0, amount: 100n, totalClaimedByUser: 300n };
    await storeEvents(database.db, {
      claimed: [
        {
          ...envelopeValues(id),
          blockTime: NOW - 1n,
          ...claimed,
          totalClaimedOverall: 300n,
          milestoneIdx: null,
        },
      ],
    });
    const { totals, recipients } = await getStatement(treeAddress, { at: (NOW + 2_000n).toString() });
    expect(recipients).toMatchObject([{ claimed: "100", outstanding: "900" }]);
    expect(totals).toMatchObject({
      claimed: "300",
      unattributed: "200",
      outstanding: "700",
      granted: "1000",
    });
  });

  test("lists a recipient of many leaves once, over pages that may be empty", LONG, async () => {
    const leaves = Array.from({ length: 2_050 }, (_, index) => ({
      beneficiary: PEOPLE[index === 2_040 ? 1 : 0] ?? "",
      amount: 1n,
    }));
    const { treeAddress } = await storeCampaign(database.db, { leaves, mint: NATIVE_MINT });
    const served = await serveRoutes();
    const api = new ApiClient({ baseUrl: served.url });
    const rows = [];
    for await (const row of everyStatementRow(api, treeAddress, { limit: 1 })) rows.push(row);
    await served.close();
    expect(rows).toMatchObject([
      { beneficiary: PEOPLE[0], granted: "2049", withheld: null },
      { beneficiary: PEOPLE[1], granted: "1" },
    ]);
    const lines = await getFile(treeAddress);
    expect(lines.map(({ beneficiary, grantedInTokens }) => [beneficiary, grantedInTokens])).toEqual([
      [PEOPLE[0], "0.000002049"],
      [PEOPLE[1], "0.000000001"],
      ["total", "0.00000205"],
    ]);
    expect(lines[0]).not.toHaveProperty("withheldBaseUnits");
  });

  describe("with a cursor", () => {
    const leaves = PEOPLE.map((beneficiary) => ({ beneficiary, amount: 300n }));
    const firstPage = async () => {
      const { treeAddress, id } = await storeCampaign(database.db, { leaves });
      const { body, headers } = await call<StatementView>(GET, {
        ...{ path, params: { treeAddress }, query: { limit: "1" } },
      });
      const [, link = ""] = /<(.+)>; rel="next"/.exec(headers.get("link") ?? "") ?? [];
      const query = Object.fromEntries(new URL(link, "http://localhost").searchParams);
      return { id, treeAddress, body, query };
    };
    const passTime = () => startServices({ db: database.db, now: () => NOW + 500n, env });

    test("has the date of the first page although time passed", async () => {
      const { treeAddress, body, query } = await firstPage();
      passTime();
      const second = await getStatement(treeAddress, query);
      expect(second).toMatchObject({ at: NOW.toString(), totals: body.totals });
      expect(second.recipients).toMatchObject([{ beneficiary: PEOPLE[1], vested: "0" }]);
      expect(await getStatement(treeAddress, { ...query, at: NOW.toString() })).toEqual(second);
    });

    test("is refused with another date", async () => {
      const { treeAddress, query } = await firstPage();
      const at = (NOW + 1n).toString();
      const { status, body } = await call(GET, { path, params: { treeAddress }, query: { ...query, at } });
      const message = "must be sent with the date of its statement";
      expect([status, body]).toMatchObject([400, { details: [{ path: "cursor", message }] }]);
    });

    test("is refused once another list of recipients applies to the date", async () => {
      const { id, treeAddress, query } = await firstPage();
      const { id: rootVersionId } = await addRootVersion(database.db, {
        ...{ campaignId: id, merkleRoot: NEW_ROOT, leafCount: 1, version: 2 },
      });
      await addLeaf(database.db, { rootVersionId, ...LEAF });
      const update = { oldRoot: "cd".repeat(32), newRoot: NEW_ROOT, newLeafCount: 1 };
      await storeEvents(database.db, {
        root_updated: [{ ...envelopeValues(id), blockTime: NOW, ...update }],
      });
      const { status, body } = await call(GET, { path, params: { treeAddress }, query });
      const message = "belongs to another list of recipients; request the first page again";
      expect([status, body]).toMatchObject([400, { details: [{ path: "cursor", message }] }]);
    });
  });

  test.each<Record<string, string>>([
    { at: "yesterday" },
    { at: (2n ** 63n).toString() },
    { withheldPercent: "100.01" },
    { withheldPercent: "-1" },
    { withheldPercent: "1e1" },
    { cursor: "nonsense" },
    { unknown: "1" },
  ])("refuses %o", async (query) => {
    const { treeAddress } = await storeCampaign(database.db);
    const { status, body } = await call(GET, { path, params: { treeAddress }, query });
    expect([status, body]).toMatchObject([400, { code: "VALIDATION_ERROR" }]);
  });

  test("returns 404 for an unknown campaign", async () => {
    const { status } = await call(GET, { path, params: { treeAddress: PEOPLE[0] ?? "" } });
    expect(status).toBe(404);
  });
});
