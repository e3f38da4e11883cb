import { Keypair } from "@solana/web3.js";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storeEvents } from "@/db/queries/events/event-rows";
import { campaigns } from "@/db/schema";
import { treeProof } from "@/lib/core/merkle/proof";
import { buildTree } from "@/lib/core/merkle/tree";
import { fixedClock } from "@/lib/service/clock";
import { readCampaign } from "@/lib/service/pages/campaign";
import {
  readChanges,
  readClaims,
  readProof,
  readTimeline,
  readVersionChanges,
  readVersionTransactions,
} from "@/lib/service/pages/campaign-lists";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";
import { LEAF, NOW, storeCampaign } from "@/tests/support/stored-action";

const CLAIMS = 60;

const database = openTestDatabase();

beforeAll(() => {
  startServices({ db: database.db, chain: null, ...fixedClock(Number(NOW) * 1_000) });
});

type Page = { nextCursor: string | null; previousCursor: string | null };

/** Returns the rows of each page to the end, and of each page on the way back. */
async function walk<P extends Page>(
  read: (cursor?: string) => Promise<P | null>,
  getRows: (page: P) => string[],
) {
  const there: string[][] = [];
  const back: string[][] = [];
  let page = await read();
  for (; page; page = page.nextCursor ? await read(page.nextCursor) : null) {
    there.push(getRows(page));
    if (page.nextCursor) continue;
    for (let other: P | null = page; other; ) {
      back.unshift(getRows(other));
      other = other.previousCursor ? await read(other.previousCursor) : null;
    }
  }
  return { there, back };
}

test("pages through claims and events to the end and back", async () => {
  const { db } = database;
  const { id, treeAddress } = await storeCampaign(db);
  const claims = Array.from({ length: CLAIMS }, (_, index) => ({
    ...{ campaignId: id, signature: `claim-${index}`, eventIndex: 0, txIndex: null },
    ...{
      slot: BigInt(index),
      blockTime: BigInt(index),
      beneficiary: LEAF.beneficiary,
      leafIndex: 0,
      amount: 1n,
    },
    ...{ totalClaimedByUser: BigInt(index + 1), totalClaimedOverall: BigInt(index + 1), milestoneIdx: null },
  }));
  await db.transaction((tx) => storeEvents(tx, { claimed: claims }));
  const campaign = await readCampaign(treeAddress);
  if (!campaign) throw new Error("The campaign is not there.");
  const newestFirst = claims.map(({ signature }) => signature).reverse();
  const pages = [newestFirst.slice(0, 25), newestFirst.slice(25, 50), newestFirst.slice(50)];
  const ofClaims = await walk(
    (cursor) => readClaims(campaign, cursor),
    (page) => page.claims.map(({ signature }) => signature),
  );
  expect(ofClaims).toEqual({ there: pages, back: pages });
  const ofEvents = await walk(
    (cursor) => readTimeline(campaign, cursor),
    (page) => page.events.map(({ signature }) => signature),
  );
  expect(ofEvents).toEqual({ there: pages, back: pages });
  expect([await readClaims(campaign, "e30"), await readTimeline(campaign, "")]).toEqual([null, null]);
});

test("finds a leaf's proof only by its index in the current root", async () => {
  const { db } = database;
  const leaves = [0, 1, 2].map((leafIndex) => ({ ...LEAF, leafIndex, amount: BigInt(leafIndex + 1) }));
  const campaign = await storeCampaign(db, { leaves });
  const { treeAddress } = campaign;
  const rotated = await buildTree(leaves.slice(0, 2));
  const version = await addRootVersion(db, {
    ...{ campaignId: campaign.id, version: 2, merkleRoot: rotated.root, leafCount: 2 },
  });
  await db
    .update(campaigns)
    .set({ merkleRoot: rotated.root, leafCount: 2 })
    .where(eq(campaigns.id, campaign.id));
  const hashes = (leafIndex: number) => [Array.from(treeProof(rotated, leafIndex))];
  for (const leaf of leaves.slice(0, 2)) {
    await addLeaf(db, { ...leaf, rootVersionId: version.id, proof: hashes(leaf.leafIndex) });
  }
  const page = await readCampaign(treeAddress);
  if (!page) throw new Error("The campaign is not there.");
  expect(await readProof(page, "1")).toEqual({
    leaf: expect.objectContaining({ leafIndex: 1, amount: "2" }),
    ...{ proof: hashes(1), merkleRoot: rotated.root, treeAddress, rootVersion: 2 },
    ...{ currentRoot: rotated.root, stale: false, claimable: null, payable: null, vault: null },
    ...{ hasDrift: false, lookupTable: null },
  });
  for (const index of ["2", "-1", "01", "1.0", "4294967296", "99999999999", "x", ""]) {
    expect(await readProof(page, index)).toBeNull();
  }
  expect(await readCampaign("nowhere")).toBeNull();
});

test("reports the net change of each rotation, in recipients and base units", async () => {
  const { db } = database;
  const leaves = [0, 1, 2].map((leafIndex) => ({
    ...{ ...LEAF, leafIndex, amount: 10n },
    beneficiary: Keypair.generate().publicKey.toBase58(),
  }));
  const { id, treeAddress } = await storeCampaign(db, { leaves });
  const { id: rootVersionId } = await addRootVersion(db, { campaignId: id, version: 2, merkleRoot: "72" });
  await addLeaf(db, { ...LEAF, ...leaves[0], amount: 12n, rootVersionId });
  const campaign = await readCampaign(treeAddress);
  if (!campaign) throw new Error("The campaign is not there.");
  expect(await readVersionChanges(campaign)).toEqual({ 2: { recipients: -2, amount: "-18", changed: 3 } });
});

test("reports the sums of both lists of a rotation, and the claimed amount of each changed recipient", async () => {
  const { db } = database;
  const leaves = [0, 1].map((leafIndex) => ({
    ...{ ...LEAF, leafIndex, amount: 10n },
    beneficiary: Keypair.generate().publicKey.toBase58(),
  }));
  const { id, treeAddress } = await storeCampaign(db, { leaves });
  const { id: rootVersionId } = await addRootVersion(db, { campaignId: id, version: 2, merkleRoot: "73" });
  await addLeaf(db, { ...LEAF, ...leaves[0], rootVersionId });
  const removed = leaves[1]?.beneficiary ?? "";
  const claim = { ...envelopeValues(id), beneficiary: removed, leafIndex: 1, amount: 4n, milestoneIdx: null };
  await storeEvents(db, { claimed: [{ ...claim, totalClaimedByUser: 4n, totalClaimedOverall: 4n }] });
  const campaign = await readCampaign(treeAddress);
  if (!campaign) throw new Error("The campaign is not there.");
  const { changes, sumBefore, sumAfter } = await readChanges(campaign, { version: 2, page: 1 });
  expect(changes).toEqual([{ beneficiary: removed, before: 10n, after: null, claimed: 4n }]);
  expect([sumBefore, sumAfter]).toEqual([20n, 10n]);
});

test("finds the transaction that published each version, also of a root that was published twice", async () => {
  const { db } = database;
  const { id, treeAddress } = await storeCampaign(db);
  const created = await readCampaign(treeAddress);
  if (!created) throw new Error("The campaign is not there.");
  expect(await readVersionTransactions(created)).toEqual({});
  await db.update(campaigns).set({ creationSignature: "creation" }).where(eq(campaigns.id, id));
  const first = created.merkleRoot;
  const roots = ["74", first, "75"];
  for (const [at, merkleRoot] of roots.entries())
    await addRootVersion(db, { campaignId: id, version: at + 2, merkleRoot });
  const updates = roots.slice(0, 2).map((newRoot, at) => ({
    ...{ ...envelopeValues(id), signature: `update-${at}`, slot: BigInt(at + 1) },
    ...{ oldRoot: [first, "74"][at] ?? "", newRoot, newLeafCount: 1 },
  }));
  await storeEvents(db, { root_updated: updates });
  const campaign = await readCampaign(treeAddress);
  if (!campaign) throw new Error("The campaign is not there.");
  expect(await readVersionTransactions(campaign)).toEqual({ 1: "creation", 2: "update-0", 3: "update-1" });
});
