import * as z from "zod";
import type { Database } from "@/db/client";
import { inTransaction } from "@/db/in-transaction";
import { updateUnfinalizedOf } from "@/db/queries/events/stored-events";
import {
  type CampaignCheck,
  selectCampaignsOf,
  upsertAccountSnapshot,
} from "@/db/queries/indexing/campaign-checks";
import { selectKnown, selectLostAmong } from "@/db/queries/indexing/program-transactions";
import { deleteRepair, holdRunLease, selectRepair, updateRepair } from "@/db/queries/indexing/sync-state";
import { chunk } from "@/lib/core/chunk";
import type { SignatureEntry } from "@/lib/core/solana/rpc-responses/signature-list";
import { UnknownCursor } from "@/lib/service/chain/errors";
import { isOutOfTime, type RunContext } from "../context";
import { type CampaignComparison, compareCampaign, type Drift, readAccounts } from "./accounts";
import { readEntries, repairClaimGaps } from "./claim-gaps";
import { readClaimRecords } from "./claim-records";

const PAGE_LIMIT = 1_000;
const FETCH_BATCH = 100;

/** Parts of a tree's history to read, in order: transactions that a newer account needs come first. */
const SCOPES = ["newest", "unknown", "all"] as const;

export type Repair = {
  /** Whether the index and the network agree. */
  isSettled: boolean;
  /** Differences that no event explains. */
  unexplained: Drift[];
  /** The campaign after the repair, if differences remain. */
  remaining: CampaignComparison | null;
};

const SETTLED: Repair = { isSettled: true, unexplained: [], remaining: null };
const UNFINISHED: Repair = { isSettled: false, unexplained: [], remaining: null };

/**
 * Finds the data that a campaign's index lacks. Reads the gaps between claims, then transactions of the tree
 * that are not indexed, then all transactions again. Takes data that a cut log lost from the account instead,
 * and logs it. A repair that runs out of time resumes at the same position. A retry reads only the gaps and
 * the newest transactions, so that its cost does not grow with the tree's history.
 */
export async function repairCampaign(
  run: RunContext,
  { treeAddress, drift: isRetry }: Pick<CampaignCheck, "treeAddress" | "drift">,
): Promise<Repair> {
  const saved = await loadRepair(run.db);
  const stopped = saved?.treeAddress === treeAddress ? saved : null;
  if (!stopped && (await repairClaims(run, treeAddress))) return SETTLED;
  const scopes = isRetry ? SCOPES.slice(0, 1) : SCOPES.slice(stopped ? SCOPES.indexOf(stopped.scope) : 0);
  for (const scope of scopes) {
    const from = stopped?.scope === scope ? stopped : { treeAddress, scope };
    await saveRepair(run, from);
    if (!(await readTransactionsOf(run, from))) return UNFINISHED;
    await run.onStep?.("repair: read again");
    if (await agrees(run, treeAddress)) return finish(run, SETTLED);
    // A new transaction of the tree arrived, so the index and the account may be of different slots.
    if (await isBehind(run, treeAddress)) return finish(run, UNFINISHED);
  }
  return finish(run, await explain(run, { treeAddress, isRetry }));
}

/** Reads the gaps between stored claims. Returns whether the index and the network agree afterwards. */
async function repairClaims(run: RunContext, treeAddress: string): Promise<boolean> {
  const [row] = await selectCampaignsOf(run.db, [treeAddress]);
  if (!row || row.claimsComplete) return false;
  await repairClaimGaps(run, row);
  return agrees(run, treeAddress);
}

/** A node may have invented events. The finality check asks every endpoint for their transactions. */
async function checkFinalityAgain(run: RunContext, treeAddress: string): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    for (const { id } of await selectCampaignsOf(tx, [treeAddress])) await updateUnfinalizedOf(tx, id);
  });
}

async function agrees(run: RunContext, treeAddress: string): Promise<boolean> {
  const [pair] = await readAccounts(run, [treeAddress]);
  return !pair || compareCampaign(pair).length === 0;
}

async function finish(run: RunContext, repair: Repair): Promise<Repair> {
  await deleteRepair(run.db);
  return repair;
}

/** Reports the differences that remain after all listed transactions of a tree have been read. */
async function explain(
  run: RunContext,
  { treeAddress, isRetry }: { treeAddress: string; isRetry: boolean },
): Promise<Repair> {
  const [pair] = await readAccounts(run, [treeAddress]);
  if (!pair) return SETTLED;
  const unexplained = compareCampaign(pair);
  if (!isRetry && unexplained.length > 0) await checkFinalityAgain(run, treeAddress);
  for (const difference of unexplained)
    run.log.warn(difference, "indexer: the index differs from the network");
  const [lost] = await selectLostAmong(run.db, [treeAddress]);
  const remaining = lost === undefined ? pair : await continueFromAccount(run, pair);
  if (!remaining || compareCampaign(remaining).length === 0) return { ...SETTLED, unexplained };
  await readClaimRecords(run, remaining);
  return { isSettled: false, unexplained, remaining };
}

async function continueFromAccount(
  run: RunContext,
  pair: CampaignComparison,
): Promise<CampaignComparison | null> {
  await takeAccount(run, pair);
  const [after] = await readAccounts(run, [pair.row.treeAddress]);
  return after ?? null;
}

/** Reads the listed transactions of a tree from a position. Returns false if time ran out. */
async function readTransactionsOf(run: RunContext, from: RepairPosition): Promise<boolean> {
  const { scope } = from;
  let position = from;
  for (;;) {
    if (isOutOfTime(run)) return false;
    const page = await listFrom(run, position);
    if (page === null) {
      // The node lacks the last transaction of the previous page, so the next repair starts over.
      await deleteRepair(run.db);
      return false;
    }
    await run.onStep?.("repair: listed");
    const wanted = scope === "all" ? page : await notIndexed(run, page);
    if (!(await readPage(run, wanted))) return false;
    if (page.length === 0 || scope === "newest") return true;
    position = { ...position, before: page.at(-1)?.signature };
    await saveRepair(run, position);
  }
}

/** Returns the next page of a tree's list; null if the node does not know the cursor. */
async function listFrom(
  run: RunContext,
  { treeAddress, before }: RepairPosition,
): Promise<SignatureEntry[] | null> {
  try {
    return await run.chain.getSignatures(treeAddress, { before, limit: PAGE_LIMIT, commitment: "confirmed" });
  } catch (error) {
    if (error instanceof UnknownCursor) return null;
    throw error;
  }
}

async function readPage(run: RunContext, page: readonly SignatureEntry[]): Promise<boolean> {
  const wanted = page.filter((entry) => !entry.failed);
  for (const batch of chunk(wanted, FETCH_BATCH)) {
    if (isOutOfTime(run)) return false;
    await readEntries(run, batch);
  }
  return true;
}

async function notIndexed(run: RunContext, page: readonly SignatureEntry[]): Promise<SignatureEntry[]> {
  const known = await selectKnown(run.db, page);
  return page.filter(({ signature }) => known.get(signature)?.status !== "indexed");
}

async function isBehind(run: RunContext, treeAddress: string): Promise<boolean> {
  const newest = await run.chain.getSignatures(treeAddress, { limit: 1, commitment: "confirmed" });
  return (await notIndexed(run, newest)).some((entry) => !entry.failed);
}

/** Stores the account as a snapshot from which the campaign continues. */
async function takeAccount(run: RunContext, { row, tree, slot }: CampaignComparison): Promise<void> {
  if (!tree) return;
  const { merkleRoot, leafCount, totalClaimed } = tree;
  const { cancelledAt, paused, instantRefunded, releasedMilestones } = tree;
  await run.db.transaction(async (tx) => {
    await holdRunLease(tx, run.lease);
    await upsertAccountSnapshot(tx, row.id, {
      ...{ treeAddress: row.treeAddress, slot, merkleRoot, leafCount, totalClaimed },
      ...{ cancelledAt, paused, instantRefunded, releasedMilestones },
    });
  });
}

const position = z.object({
  treeAddress: z.string(),
  scope: z.enum(["newest", "unknown", "all"]),
  /** The signature after which reading continues; absent at the start. */
  before: z.string().optional(),
});

/** The position of a repair in a tree's list of transactions. */
export type RepairPosition = z.output<typeof position>;

/** Returns the position of the interrupted repair, or null; one repair runs at a time. */
export async function loadRepair(db: Database): Promise<RepairPosition | null> {
  const text = await selectRepair(db);
  return text === null ? null : position.parse(JSON.parse(text));
}

async function saveRepair(run: RunContext, at: RepairPosition): Promise<void> {
  await inTransaction(run.db, async (tx) => {
    await holdRunLease(tx, run.lease);
    await updateRepair(tx, JSON.stringify(at));
  });
}
