import { insertCampaign, insertRootVersion } from "@/db/queries/registration/registration";
import { selectCurrent } from "@/db/queries/snapshots/mirror-checks";
import { selectVersions } from "@/db/queries/snapshots/snapshot-lists";
import { ApiError } from "@/lib/core/errors";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { LeafCollector } from "@/lib/service/registration/leaves";
import { leafBatches, type ProvedLeaves } from "@/lib/service/registration/submitted-tree";
import { runWorkerJob } from "@/lib/service/registration/worker-jobs/run-worker-job";
import { confirmCampaign, isRootConfirmed } from "./confirm-lists";
import { type CampaignLine, type ListLine, readListsLine } from "./lines";
import { type MirrorContext, saveProgress } from "./mirror-context";
import { type LinePosition, type SnapshotLine, snapshotLines } from "./read-files";
import { SnapshotError } from "./snapshot-error";

/** A campaign whose lists were not stored: its account is closed, or nothing on the network names a root. */
export type SkippedCampaign = { treeAddress: string; reason: "closed" | "unconfirmed" };

type Current = {
  campaign: CampaignLine;
  account: VestingTree | null;
  /** The row of the campaign, once its first list is stored. */
  campaignRowId: number | null;
  /** Lists that an interrupted attempt has stored. */
  stored: number;
  isSkipped: boolean;
};

type OpenList = { list: ListLine; line: SnapshotLine; leaves: LeafCollector; left: number };

/**
 * Registers the campaigns of a snapshot with their lists after a position. Every list is hashed, and its root compared
 * with the network.
 *
 * @throws SnapshotError
 */
export async function mirrorLists(
  context: MirrorContext,
  position: LinePosition,
): Promise<SkippedCampaign[]> {
  const { db, snapshot, source } = context;
  const lists = new ListsMirror(context);
  let last: SnapshotLine | null = null;
  for await (const line of snapshotLines(source, snapshot, { kind: "lists", after: position })) {
    await lists.add(line);
    last = line;
  }
  lists.end();
  if (last) await saveProgress(db, snapshot, last.next);
  return lists.skipped;
}

/** Stores lists line by line. */
class ListsMirror {
  readonly skipped: SkippedCampaign[] = [];
  private current: Current | null = null;
  private open: OpenList | null = null;
  private left: number;

  constructor(private readonly context: MirrorContext) {
    this.left = context.snapshot.leaves;
  }

  async add(line: SnapshotLine): Promise<void> {
    const { open, current } = this;
    if (!open || !current) return this.addHead(line);
    addLeaf(open, line);
    if (open.left > 0) return;
    this.open = null;
    await this.store(current, open);
  }

  end(): void {
    if (this.open) throw this.open.line.refusal("The list ends before its last leaf.");
  }

  private async addHead(line: SnapshotLine): Promise<void> {
    const { current } = this;
    const read = readHead(line);
    if ("campaign" in read) {
      // Everything before this line is stored.
      if (current) await saveProgress(this.context.db, this.context.snapshot, before(line.next));
      this.current = await openCampaign(this.context, read.campaign, line);
      return;
    }
    if (!current) throw line.refusal("The list has no campaign.");
    const { leafCount } = read.list;
    this.left -= leafCount;
    if (this.left < 0) throw line.refusal("The lists have more leaves than the manifest states.");
    this.open = { list: read.list, line, leaves: new LeafCollector(leafCount), left: leafCount };
  }

  private async store(current: Current, open: OpenList): Promise<void> {
    const { campaign, account } = current;
    if (!current.isSkipped && !(await storeList(this.context, current, open))) {
      current.isSkipped = true;
      const reason = account ? "unconfirmed" : "closed";
      this.skipped.push({ treeAddress: campaign.treeAddress, reason });
    }
    await this.context.onStep?.("mirror: list stored");
    this.context.onProgress?.("leaves", open.list.leafCount);
  }
}

const before = ({ file, line }: LinePosition): LinePosition => ({ file, line: line - 1 });

function readHead(line: SnapshotLine) {
  const read = orRefuse(line, () => readListsLine(line.text));
  if (!read) throw line.refusal("A campaign or a list is expected here.");
  return read;
}

function orRefuse<T>(line: SnapshotLine, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : "the line is invalid.";
    throw error instanceof SnapshotError ? error : line.refusal(reason);
  }
}

function addLeaf(open: OpenList, line: SnapshotLine): void {
  const { leaves } = open;
  leaves.add([orRefuse(line, () => JSON.parse(line.text))]);
  open.left -= 1;
  const [error] = leaves.errors;
  if (error) throw line.refusal(error.message);
}

async function openCampaign(
  context: MirrorContext,
  campaign: CampaignLine,
  line: SnapshotLine,
): Promise<Current> {
  const account = await confirmCampaign(context, campaign, line);
  const row = await selectCurrent(context.db, campaign.treeAddress);
  const isStored = row?.accountCreatedAt === campaign.creation.blockTime;
  const versions = isStored ? await selectVersions(context.db, row.id) : [];
  const campaignRowId = isStored ? row.id : null;
  return { campaign, account, campaignRowId, stored: versions.length, isSkipped: false };
}

/** Stores a list. Returns false if the network does not confirm it, and the signer is not trusted. */
async function storeList(context: MirrorContext, current: Current, open: OpenList): Promise<boolean> {
  const { list } = open;
  if (current.stored > 0) {
    current.stored -= 1;
    return true;
  }
  const proved = await proveList(open);
  if (!(await isConfirmed(context, current, list))) return false;
  if (current.campaignRowId === null) {
    current.campaignRowId = await register(context, current.campaign, { list, proved });
    return true;
  }
  await insertRootVersion(context.db, {
    ...{ campaignRowId: current.campaignRowId, ...getRoot(list, proved), ipfsCid: null, paidTwice: null },
    createdAt: list.rotation?.blockTime ?? current.campaign.creation.blockTime,
    leaves: leafBatches(proved),
  });
  return true;
}

async function isConfirmed(context: MirrorContext, { account, campaign }: Current, list: ListLine) {
  // The network has no account that states the root of a closed campaign.
  if (!account) return context.isTrusted;
  const { treeAddress } = campaign;
  const lastSlot = BigInt(context.snapshot.lastSlot);
  return isRootConfirmed(context, { treeAddress, account, list, lastSlot });
}

/** Builds the tree of a list. @throws SnapshotError if the list does not have its root */
function proveList({ list, leaves, line }: OpenList): Promise<ProvedLeaves> {
  const { merkleRoot, leafCount } = list;
  return runWorkerJob("prove", { list: leaves.end(), merkleRoot, leafCount }).catch((error: unknown) => {
    throw error instanceof ApiError ? line.refusal(error.message) : error;
  });
}

const getRoot = ({ merkleRoot, leafCount }: ListLine, proved: ProvedLeaves) => {
  const { minCliffTime, usedMilestones, firstTimedCliff, unlocks } = proved;
  return { merkleRoot, leafCount, minCliffTime, usedMilestones, firstTimedCliff, unlocks };
};

async function register(
  { db }: MirrorContext,
  { creation, ...terms }: CampaignLine,
  { list, proved }: { list: ListLine; proved: ProvedLeaves },
): Promise<number> {
  const earlier = await selectCurrent(db, terms.treeAddress);
  const { unlocks, ...root } = getRoot(list, proved);
  const stored = await insertCampaign(db, {
    campaign: {
      ...{ ...terms, ...root, createdAt: creation.blockTime, accountCreatedAt: creation.blockTime },
      ...{ metadata: null, verified: true, creatorSigned: false },
    },
    ...{ ipfsCid: null, leaves: leafBatches(proved), unlocks },
    ...(earlier && { supersedes: earlier.id }),
  });
  if (stored.outcome === "exists") throw new Error(`${terms.treeAddress} is registered by another process.`);
  return stored.campaignRowId;
}
