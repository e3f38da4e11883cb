import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Database } from "@/db/client";
import { pinGenesis } from "@/db/queries/indexing/sync-state";
import { insertCampaign, insertRootVersion } from "@/db/queries/registration/registration";
import { campaigns } from "@/db/schema";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { buildTree } from "@/lib/core/merkle/tree";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { GivenLeaves } from "@/lib/service/registration/leaves";
import { leafBatches, type ProvedLeaves, proveLeaves } from "@/lib/service/registration/submitted-tree";
import { type MirrorOptions, mirrorSnapshot } from "@/lib/service/snapshots/mirror";
import { openSource } from "@/lib/service/snapshots/source";
import { writeSnapshot } from "@/lib/service/snapshots/write-snapshot";
import { FakeLedger, getAccount, named, signatureNamed } from "@/tests/indexer/support/fake-ledger";
import { indexerContext, runOnce } from "@/tests/indexer/support/index-of";

const CREATOR = named("snapshot creator");
const MINT = named("snapshot mint");
const CREATED_AT = 1_011n;

/** A campaign of a history: its address, the list of each of its roots, and the root at its end. */
export type TestCampaign = {
  treeAddress: string;
  campaignId: bigint;
  lists: { leaves: Leaf[]; proved: ProvedLeaves; merkleRoot: string }[];
  totalSupply: bigint;
};

async function getList(name: string, count: number) {
  const leaves = Array.from({ length: count }, (_, leafIndex) => ({
    leafIndex,
    beneficiary: named(`${name} ${leafIndex}`),
    amount: BigInt(100 + leafIndex),
    releaseType: ReleaseType.Linear,
    startTime: 10n,
    cliffTime: 20n,
    endTime: 3_000n,
    milestoneIdx: 0,
  }));
  const { root: merkleRoot } = await buildTree(leaves);
  const list = new GivenLeaves(count, LeafList.of(leaves).bytes, null, []);
  return { leaves, merkleRoot, proved: await proveLeaves({ list, merkleRoot, leafCount: count }) };
}

async function getCampaign(campaignId: bigint, sizes: readonly number[]): Promise<TestCampaign> {
  const { address: treeAddress } = findVestingTreeAddress({
    ...{ creator: CREATOR, mint: MINT, campaignId, programId: DEFAULT_PROGRAM_ID },
  });
  const lists = await Promise.all(sizes.map((size, at) => getList(`${campaignId} ${at}`, size)));
  return { treeAddress, campaignId, lists, totalSupply: 1_000_000n };
}

/**
 * A ledger with three campaigns: one with claims, one that was rotated and paused, and one that no index registers.
 * Two transactions share a slot.
 */
export class SnapshotHistory {
  readonly ledger = new FakeLedger();
  private slot = 11n;
  private claimedOverall = 0n;
  private number = 0;
  private readonly closed = new Set<string>();

  private constructor(readonly campaigns: readonly TestCampaign[]) {
    this.ledger.finalSlot = 1_000n;
    this.ledger.headSlot = 1_000n;
  }

  static async create(claims = 30): Promise<SnapshotHistory> {
    const history = new SnapshotHistory([
      await getCampaign(1n, [7]),
      await getCampaign(2n, [3, 4]),
      await getCampaign(3n, [2]),
    ]);
    for (const campaign of history.campaigns) history.emit([created(campaign)], { isSameSlot: true });
    for (let at = 0; at < claims; at++) history.claim({ isSameSlot: at % 5 === 4 });
    history.rotate();
    history.emit([{ name: "CampaignPaused", data: { tree: history.tree(1) } }]);
    history.emit([{ name: "CampaignPaused", data: { tree: history.tree(2) } }]);
    return history;
  }

  tree(at: number): string {
    return this.campaigns[at]?.treeAddress ?? "";
  }

  emit(events: ProgramEvent[], { isSameSlot = false } = {}): string {
    if (!isSameSlot) this.slot += 1n;
    const signature = signatureNamed(`transaction ${this.number++}`);
    this.ledger.add({ signature, slot: this.slot, events });
    return signature;
  }

  /** Moves beyond the last slot of earlier snapshots. */
  advance(): void {
    this.slot = 1_100n;
    this.ledger.headSlot = this.ledger.finalSlot = 1_200n;
  }

  /** Claims 1 of a leaf of the first campaign, whose account follows. */
  claim(options: { isSameSlot?: boolean } = {}): string {
    const leaf = this.campaigns[0]?.lists[0]?.leaves[Number(this.claimedOverall) % 7];
    if (!leaf) throw new Error("There is no leaf.");
    const byUser = this.claimedOverall / 7n + 1n;
    this.claimedOverall += 1n;
    const { beneficiary, leafIndex } = leaf;
    const totals = { totalClaimedByUser: byUser, totalClaimedOverall: this.claimedOverall };
    const data = { tree: this.tree(0), beneficiary, leafIndex, amount: 1n, ...totals, milestoneIdx: null };
    return this.emit([{ name: "Claimed", data }], options);
  }

  /** Refunds a campaign before it starts, which closes its account. */
  close(at: number): void {
    const tree = this.tree(at);
    const amount = this.campaigns[at]?.totalSupply ?? 0n;
    this.emit([
      { name: "InstantRefunded", data: { tree, cancelledAt: CREATED_AT, refundedTo: CREATOR, amount } },
    ]);
    this.closed.add(tree);
  }

  private rotate(): void {
    const [before, after] = this.campaigns[1]?.lists ?? [];
    if (!before || !after) throw new Error("There is no second list.");
    const roots = { oldRoot: before.merkleRoot, newRoot: after.merkleRoot };
    const data = { tree: this.tree(1), ...roots, newLeafCount: after.leaves.length };
    this.emit([{ name: "RootUpdated", data }]);
  }

  /** Registers the first two campaigns, runs the indexer, and updates the accounts. */
  async index(db: Database, { isRegistered = false, isLate = false } = {}): Promise<void> {
    // The indexer pins a network once per client; here one ledger serves several databases.
    await pinGenesis(db, this.ledger.genesis);
    if (isLate) await runOnce(indexerContext(db, this.ledger));
    const unregistered = isRegistered ? [] : this.campaigns.slice(0, 2);
    for (const campaign of unregistered) await register(db, campaign);
    await runOnce(indexerContext(db, this.ledger));
    await this.updateAccounts(db);
    await runOnce(indexerContext(db, this.ledger), { full: true });
  }

  private async updateAccounts(db: Database): Promise<void> {
    for (const row of await db.select().from(campaigns))
      if (this.closed.has(row.treeAddress)) this.ledger.accounts.delete(row.treeAddress);
      else this.ledger.accounts.set(row.treeAddress, account(row));
  }
}

const account = (row: Parameters<typeof getAccount>[0]): VestingTree => ({
  ...getAccount(row),
  createdAt: CREATED_AT,
});

const created = ({ treeAddress: tree, lists, totalSupply }: TestCampaign): ProgramEvent => ({
  name: "CampaignCreated",
  data: {
    ...{ tree, creator: CREATOR, mint: MINT, totalSupply, cancellable: true },
    leafCount: lists[0]?.leaves.length ?? 0,
  },
});

async function register(db: Database, { treeAddress, campaignId, lists, totalSupply }: TestCampaign) {
  const [first, ...others] = lists;
  if (!first) throw new Error("There is no list.");
  const { unlocks, minCliffTime, usedMilestones, firstTimedCliff } = first.proved;
  const root = { merkleRoot: first.merkleRoot, leafCount: first.leaves.length };
  const stored = await insertCampaign(db, {
    campaign: {
      ...{ treeAddress, creator: CREATOR, mint: MINT, campaignId, ...root, totalSupply },
      ...{ cancellable: true, cancelAuthority: CREATOR, pauseAuthority: CREATOR },
      ...{ createdAt: CREATED_AT, accountCreatedAt: CREATED_AT, metadata: { name: "Local" }, verified: true },
      ...{ minCliffTime, usedMilestones, firstTimedCliff },
    },
    ...{ ipfsCid: "local", leaves: leafBatches(first.proved), unlocks },
  });
  if (stored.outcome === "exists") throw new Error("It is registered already.");
  for (const { leaves, merkleRoot, proved } of others) {
    await insertRootVersion(db, {
      ...{ campaignRowId: stored.campaignRowId, merkleRoot, leafCount: leaves.length },
      ...{ minCliffTime: proved.minCliffTime, usedMilestones: proved.usedMilestones },
      ...{ firstTimedCliff: proved.firstTimedCliff, unlocks: proved.unlocks },
      ...{ ipfsCid: null, createdAt: 5_000_000n, paidTwice: null, leaves: leafBatches(proved) },
    });
  }
}

/** Returns a folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vesting-snapshot-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const getSnapshot = (db: Database, over: Partial<Parameters<typeof writeSnapshot>[1]> = {}) =>
  writeSnapshot(db, { folder: over.folder ?? newFolder(), programId: DEFAULT_PROGRAM_ID, ...over });

export const getMirror = (
  db: Database,
  { ledger }: Pick<SnapshotHistory, "ledger">,
  {
    location,
    onStep,
    ...options
  }: { location: string; onStep?: NonNullable<IndexerContext["onStep"]> } & Partial<MirrorOptions>,
) =>
  mirrorSnapshot(indexerContext(db, ledger, onStep && { onStep }), {
    ...{ source: openSource(location), verify: "sample", followMs: 5_000 },
    ...options,
  });
