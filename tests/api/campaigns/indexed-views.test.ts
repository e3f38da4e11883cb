import { beforeAll, beforeEach, expect, test } from "vitest";
import { GET as getActivity } from "@/app/api/activity/[address]/route";
import { GET as getCampaigns } from "@/app/api/beneficiary/[address]/campaigns/route";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { GET as getClaims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { GET as getLeaves } from "@/app/api/campaigns/[treeAddress]/leaves/route";
import { GET as getProof } from "@/app/api/campaigns/[treeAddress]/proof/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { GET as getTimeline } from "@/app/api/campaigns/[treeAddress]/timeline/route";
import { GET as getList } from "@/app/api/campaigns/route";
import { type Campaign, campaigns, eventTables } from "@/db/schema";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
import { buildTree } from "@/lib/core/merkle/tree";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { LIST_NOT_REGISTERED } from "@/lib/core/vesting/controls";
import { readClaimOffer } from "@/lib/service/actions/claim/claim-offer";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { RouteHandler } from "@/lib/service/http/route";
import type { Services } from "@/lib/service/services";
import { signatureNamed } from "@/tests/indexer/support/fake-ledger";
import { context, database, ledger, openIndex } from "@/tests/indexer/support/fresh-index";
import { runOnce } from "@/tests/indexer/support/index-of";
import { call, startServices } from "@/tests/support/http";
import { addLeaf, addOneOfEachEvent, addRootVersion } from "@/tests/support/rows";
import { beneficiary, creator, LEAF, NOW, storeCampaign } from "@/tests/support/stored-action";

/** Network data passes through a run of the indexer to every route that shows it. */
const U64_MAX = 2n ** 64n - 1n;
const HALF = 2n ** 63n;

openIndex([]);
let campaign: Campaign;
let service: Services;
beforeAll(() => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  service = startServices({ db: database.db, env, ...fixedClock(Number(NOW + 2_000n) * 1000) });
});
beforeEach(async () => {
  campaign = await storeCampaign(database.db, { leaves: [{ amount: U64_MAX }] });
});

function emit(name: string, slot: bigint, ...events: ProgramEvent[]): void {
  ledger.add({ signature: signatureNamed(name), slot, events });
}

const index = () => runOnce(context());

/** The service does not validate responses against its contracts; this test does, for every field. */
const get = async (handler: RouteHandler, params: Record<string, string> = {}, query = {}) => {
  const { status, body } = await call<Record<string, unknown>>(handler, { params, query });
  expect(status).toBe(200);
  expect(handler.contract.response?.parse(body)).toEqual(body);
  return body;
};

test("shows every kind of event as the API contract defines it", async () => {
  await addOneOfEachEvent(database.db, campaign.id);
  const roots = { oldRoot: "00".repeat(32), newRoot: "01".repeat(32) };
  await database.db.update(eventTables.root_updated).set(roots);
  const timeline = await get(getTimeline, { treeAddress: campaign.treeAddress });
  const activity = await get(getActivity, { address: campaign.creator });
  for (const { events } of [timeline, activity]) {
    const shown = (events as { type: string }[]).map(({ type }) => type);
    expect(shown.toSorted()).toEqual(EVENT_TYPES.toSorted());
  }
  await get(getClaims, { treeAddress: campaign.treeAddress });
  await get(getDetail, { treeAddress: campaign.treeAddress });
});

test("returns exact amounts beyond 2^63 in claims, totals, timelines and progress", async () => {
  const { treeAddress: tree } = campaign;
  const claim = (amount: bigint, total: bigint): ProgramEvent => ({
    name: "Claimed",
    data: {
      ...{ tree, beneficiary: beneficiary.address, leafIndex: 0, amount, milestoneIdx: null },
      ...{ totalClaimedByUser: total, totalClaimedOverall: total },
    },
  });
  emit("first", 10n, claim(HALF + 1n, HALF + 1n));
  emit("second", 11n, claim(HALF - 3n, U64_MAX - 1n));
  await index();
  const [first, second] = [(HALF + 1n).toString(), (HALF - 3n).toString()];
  const total = (U64_MAX - 1n).toString();
  expect(await get(getClaims, { treeAddress: tree })).toMatchObject({
    claims: [
      { amount: second, totalClaimedOverall: total },
      { amount: first, totalClaimedByUser: first },
    ],
    total: 2,
  });
  const amounts = [{ data: { amount: second } }, { data: { amount: first } }];
  expect(await get(getTimeline, { treeAddress: tree })).toMatchObject({ events: amounts, total: 2 });
  expect(await get(getActivity, { address: creator.address })).toMatchObject({ events: amounts });
  expect(await get(getDetail, { treeAddress: tree })).toMatchObject({
    totalClaimed: total,
    status: "claimable",
  });
  expect(await get(getList)).toMatchObject({ campaigns: [{ totalClaimed: total }] });
  const { address } = beneficiary;
  expect(await get(getCampaigns, { address })).toMatchObject({
    campaigns: [{ myClaimed: total, myLeaf: { amount: U64_MAX.toString() } }],
  });
  expect(await get(getProgress, { address })).toMatchObject({
    campaigns: [{ progress: { totalEntitled: U64_MAX.toString(), claimedSoFar: total, claimable: "1" } }],
    totals: [{ vestedSoFar: U64_MAX.toString(), claimedSoFar: total }],
  });
});

test("refuses an old proof while the on-chain root has no stored leaves, unless its version is named", async () => {
  const { treeAddress, merkleRoot } = campaign;
  const newRoot = "0b".repeat(32);
  emit("rotated", 10n, {
    name: "RootUpdated",
    data: { tree: treeAddress, oldRoot: merkleRoot, newRoot, newLeafCount: 7 },
  });
  expect(await get(getDetail, { treeAddress })).toMatchObject({ merkleRoot, rootRegistered: true });
  await index();
  expect(await get(getDetail, { treeAddress })).toMatchObject({
    merkleRoot: newRoot,
    leafCount: 7,
    rootRegistered: false,
    rootVersions: [{ version: 1, merkleRoot }],
  });
  const { address } = beneficiary;
  const query = { beneficiary: address };
  for (const more of ["", "&all=true", "&leafIndex=0"]) {
    const requested = { params: { treeAddress }, query: `beneficiary=${address}${more}` };
    expect(await call(getProof, requested)).toMatchObject({
      status: 409,
      body: { code: "CONFLICT", details: [{ currentRoot: newRoot, rootVersion: 1 }] },
    });
  }
  const stale = { merkleRoot, rootVersion: 1, stale: true, currentRoot: newRoot };
  expect(await get(getProof, { treeAddress }, { ...query, rootVersion: "1" })).toMatchObject(stale);
  expect(await get(getProof, { treeAddress }, { ...query, rootVersion: "1", all: "true" })).toMatchObject(
    stale,
  );
  const unknown = { ...query, rootVersion: "2" };
  expect((await call(getProof, { params: { treeAddress }, query: unknown })).status).toBe(404);
  const marked = { campaigns: [{ rootRegistered: false }] };
  expect(await get(getProgress, { address })).toMatchObject(marked);
  expect(await get(getCampaigns, { address })).toMatchObject(marked);
  const nothing = { claimable: "0", payable: null, payableUntilSwept: "0" };
  expect(await get(getProgress, { address })).toMatchObject({
    campaigns: [{ progress: nothing, leaves: [{ progress: nothing }] }],
    totals: [nothing],
  });
  expect(await get(getCampaigns, { address })).toMatchObject({ campaigns: [nothing] });
  expect(await readClaimOffer(service, { treeAddress })).toMatchObject({ closed: LIST_NOT_REGISTERED });
});

test("returns nothing payable for an unfunded campaign in every response", async () => {
  const { treeAddress } = campaign;
  const params = { address: beneficiary.address };
  const query = { beneficiary: beneficiary.address };
  const all = U64_MAX.toString();
  const answers = async () => ({
    proof: await get(getProof, { treeAddress }, query),
    proofs: await get(getProof, { treeAddress }, { ...query, all: "true" }),
    mine: await get(getCampaigns, params),
    progress: await get(getProgress, params),
    detail: await get(getDetail, { treeAddress }),
    list: await get(getList),
  });
  const expected = (payable: string | null, vault: object | null) => {
    const amounts = { claimable: all, payable };
    const progress = {
      campaigns: [{ progress: amounts, leaves: [{ progress: amounts }] }],
      totals: [amounts],
    };
    return {
      ...{ proof: { ...amounts, vault }, proofs: { leaves: [amounts], vault } },
      ...{
        mine: { campaigns: [{ ...amounts, vault }] },
        progress,
        detail: { vault },
        list: { campaigns: [{ vault }] },
      },
    };
  };
  expect(await answers()).toMatchObject(expected(null, null));
  await database.db.update(campaigns).set({ vaultBalance: 0n, vaultSlot: 5n });
  expect(await answers()).toMatchObject(expected("0", { balance: "0", slot: "5", shortfall: all }));
  await database.db.update(campaigns).set({ vaultBalance: U64_MAX - 1n, vaultSlot: 6n });
  const short = { balance: (U64_MAX - 1n).toString(), slot: "6", shortfall: "1" };
  expect(await answers()).toMatchObject(expected("0", short));
  await database.db.update(campaigns).set({ vaultBalance: U64_MAX, vaultSlot: 7n });
  expect(await answers()).toMatchObject(expected(all, { balance: all, slot: "7", shortfall: "0" }));
});

test("does not mark a proof of the on-chain root as stale", async () => {
  const { treeAddress, merkleRoot } = campaign;
  const query = { beneficiary: beneficiary.address };
  expect(await get(getProof, { treeAddress }, query)).toMatchObject({
    stale: false,
    currentRoot: merkleRoot,
  });
});

test("returns proofs, leaves and progress of the restored root after a rotation back", async () => {
  const { treeAddress, merkleRoot } = campaign;
  const other = await buildTree([{ ...LEAF, amount: 7n }]);
  const version = { campaignId: campaign.id, merkleRoot: other.root, leafCount: 1, version: 2 };
  const { id: rootVersionId } = await addRootVersion(database.db, { ...version, createdAt: NOW });
  await addLeaf(database.db, { ...LEAF, rootVersionId, amount: 7n });
  const rotate = (name: string, slot: bigint, [oldRoot, newRoot]: [string, string]) =>
    emit(name, slot, { name: "RootUpdated", data: { tree: treeAddress, oldRoot, newRoot, newLeafCount: 1 } });
  const query = { beneficiary: beneficiary.address };
  const params = { address: beneficiary.address };
  const amounts = async () => ({
    proof: await get(getProof, { treeAddress }, query),
    leaves: await get(getLeaves, { treeAddress }),
    mine: await get(getCampaigns, params),
    progress: await get(getProgress, params),
  });
  const all = (amount: string, input: { merkleRoot: string; rootVersion: number }) => ({
    proof: { ...input, leaf: { amount } },
    leaves: { ...input, leaves: [{ amount }] },
    mine: { campaigns: [{ myLeaf: { amount } }] },
    progress: { campaigns: [{ progress: { totalEntitled: amount } }] },
  });
  rotate("there", 10n, [merkleRoot, other.root]);
  await index();
  expect(await amounts()).toMatchObject(all("7", { merkleRoot: other.root, rootVersion: 2 }));
  rotate("back", ledger.headSlot + 1n, [other.root, merkleRoot]);
  await index();
  expect(await amounts()).toMatchObject(all(U64_MAX.toString(), { merkleRoot, rootVersion: 1 }));
  expect(await get(getDetail, { treeAddress })).toMatchObject({ merkleRoot, rootRegistered: true });
});

test.each([
  ["claims", getClaims],
  ["leaves", getLeaves],
  ["timeline", getTimeline],
  ["activity", getActivity],
  ["a beneficiary's campaigns", getCampaigns],
  ["campaigns", getList],
])("returns 400 for a cursor that no page of %s returned, never the first page", async (_name, handler) => {
  const params = { treeAddress: campaign.treeAddress, address: creator.address };
  const another = Buffer.from('["sync",{"id":1}]').toString("base64url");
  for (const cursor of ["", "x", "e30", "%00", "a".repeat(2_000), another]) {
    expect(await call(handler, { params, query: { cursor } })).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR", details: [{ path: "cursor" }] },
    });
  }
});
