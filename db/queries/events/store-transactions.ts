import type { Database } from "@/db/client";
import { inTransaction, RetryTransaction } from "@/db/in-transaction";
import type { unregisteredEvents } from "@/db/schema";
import type { EventType } from "@/lib/core/events/event-types";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import { insertCampaignChecks, lockUnregistered, selectCampaignIds } from "../indexing/campaign-checks";
import { type TransactionResult, upsertResults } from "../indexing/program-transactions";
import { restartStaleClaimReads } from "../indexing/stale-claims";
import { pipelined } from "../pipelined";
import { reattributeTrees } from "./attribution";
import { getCreatedTrees, insertCreations } from "./creations";
import { hasRow, insertUnregisteredEvents, type PlacedEvent, storePlaced } from "./event-rows";
import { type GenerationsByTree, lockGenerations } from "./generations";

/** The result of storing transactions. */
export type StoreResult = {
  /** Numbers of newly stored events by the API's event type. */
  byType: Map<EventType, number>;
  /** Numbers of newly stored events by signature. */
  bySignature: Map<string, number>;
};

/** A transaction whose block time is known, except that an unreadable response may lack it. */
export type ReadTransaction = ChainTransaction &
  ({ blockTime: bigint } | { status: "unreadable" }) & {
    /** Whether a fork can no longer drop the transaction; unknown by default. */
    finalized?: boolean;
  };

type Options = {
  /** Runs first in the database transaction: an indexer run verifies there that it may still write. */
  precondition?: (tx: Database) => Promise<void>;
  /** Called when the database begins to store the rows, so that the caller can prepare the next batch meanwhile. */
  onStoring?: () => void;
  /** Called between any two steps with a step name, for fault injection in tests. */
  onStep?: ((step: string) => void | Promise<void>) | undefined;
};

/**
 * Stores the events of transactions, updates their campaigns and records the transactions as read, in one
 * database transaction. The function is idempotent: repetitions, in any order or concurrently, have the same
 * result.
 */
export function storeTransactions(
  db: Database,
  transactions: readonly ReadTransaction[],
  { precondition, onStoring, onStep }: Options = {},
): Promise<StoreResult> {
  const served = transactions.map((item) => {
    const events = item.events.filter(hasRow);
    // Creations are stored too, so one node's report does not suffice to remove them.
    return { ...item, events, eventCount: events.length + getCreatedTrees([item]).length };
  });
  return inTransaction(db, async (tx) => {
    await precondition?.(tx);
    const trees = getTrees(served, getCreatedTrees(transactions));
    const found = await findCampaigns(tx, trees, onStep);
    const changed = await insertCreations(tx, transactions.filter(hasTime));
    const generations = changed.length === 0 ? found : await lockGenerations(tx, trees);
    const { placed, retained } = attribute(served.filter(hasTime), generations);
    await lockKeeping(tx, [...changed, ...retained.map(({ treeAddress }) => treeAddress)], generations);
    const storing = pipelined([
      storePlaced(tx, placed),
      upsertResults(tx, [...served].sort(bySignature).map(toResult)),
      insertUnregisteredEvents(tx, retained),
    ]);
    onStoring?.();
    const [stored] = await storing;
    await onStep?.("store: rows inserted");
    await reattributeTrees(tx, changed);
    await onStep?.("store: events stored");
    const lost = served.flatMap((transaction) => transaction.lostAccounts ?? []);
    const cut = await selectCampaignIds(tx, [...new Set(lost)]);
    await insertCampaignChecks(tx, [...generations.keys()]);
    await insertCampaignChecks(tx, await selectFundedTrees(tx, transactions));
    await insertCampaignChecks(tx, [...cut.keys()], { repair: true });
    await restartClosedRecords(tx, transactions);
    await onStep?.("store: before commit");
    return {
      byType: countBy(stored, ({ type }) => type),
      bySignature: countBy(stored, ({ signature }) => signature),
    };
  });
}

/** Selects registered trees that were funded: the event has no row, but it changes the vault balance. */
async function selectFundedTrees(tx: Database, transactions: readonly ReadTransaction[]): Promise<string[]> {
  const funded = transactions.flatMap(({ events }) =>
    events.filter(({ name }) => name === "CampaignFunded").map(({ data }) => data.tree),
  );
  return [...(await selectCampaignIds(tx, [...new Set(funded)])).keys()];
}

/**
 * Restarts the reads of closed claim records: a closed record no longer reduces claims, in any generation.
 * The event has no row.
 */
async function restartClosedRecords(tx: Database, transactions: readonly ReadTransaction[]): Promise<void> {
  const closings = transactions.flatMap(({ events, slot }) =>
    events.filter(({ name }) => name === "ClaimRecordClosed").map(({ data }) => ({ tree: data.tree, slot })),
  );
  const slot = closings.reduce((newest, closing) => (closing.slot > newest ? closing.slot : newest), 0n);
  await restartStaleClaimReads(tx, { treeAddresses: [...new Set(closings.map(({ tree }) => tree))], slot });
}

/** Returns whether the time is known, as it is for every transaction with events. */
const hasTime = <One extends { blockTime: bigint | null }>(one: One): one is One & { blockTime: bigint } =>
  one.blockTime !== null;

const bySignature = (a: ReadTransaction, b: ReadTransaction) => (a.signature < b.signature ? -1 : 1);

const toResult = (read: ReadTransaction & { eventCount: number }): TransactionResult => ({
  signature: read.signature,
  slot: read.slot,
  txIndex: read.txIndex,
  blockTime: read.blockTime,
  status: read.status,
  error: read.readError,
  eventCount: read.eventCount,
  isLogTruncated: read.isLogTruncated,
  lostAccounts: read.lostAccounts,
  finalized: read.finalized ?? false,
});

const getTrees = (transactions: readonly ReadTransaction[], created: readonly string[]): string[] => [
  ...new Set([...transactions.flatMap(({ events }) => events.map((event) => event.data.tree)), ...created]),
];

/** Returns the generations of trees and locks their campaigns. */
async function findCampaigns(
  tx: Database,
  trees: readonly string[],
  onStep: Options["onStep"],
): Promise<GenerationsByTree> {
  await onStep?.("store: campaigns found");
  return lockGenerations(tx, trees);
}

/** Splits events into those of a registered generation, and those to keep until their generation is registered. */
function attribute(
  transactions: readonly (ReadTransaction & { blockTime: bigint })[],
  generations: GenerationsByTree,
) {
  const placed: PlacedEvent[] = [];
  const retained: (typeof unregisteredEvents.$inferInsert)[] = [];
  for (const { events, signature, slot, txIndex, blockTime } of transactions) {
    for (const event of events) {
      const derivedFields = event.derived ? [...event.derived] : null;
      const position = { signature, eventIndex: event.index, slot, txIndex, blockTime, derivedFields };
      const treeAddress = event.data.tree;
      const campaignId = generations.get(treeAddress)?.generations.getCampaign(position) ?? null;
      if (campaignId !== null) placed.push({ position: Object.assign(position, { campaignId }), event });
      else retained.push({ ...position, treeAddress, payload: Buffer.from(event.bytes).toString("base64") });
    }
  }
  return { placed, retained };
}

/**
 * Blocks registrations of trees without a campaign, which take the same lock. Campaigns are locked first, which
 * prevents deadlocks.
 * @throws RetryTransaction when such a tree was registered meanwhile.
 */
async function lockKeeping(
  tx: Database,
  trees: readonly string[],
  generations: GenerationsByTree,
): Promise<void> {
  if (trees.length === 0) return;
  await lockUnregistered(tx);
  const unregistered = [...new Set(trees)].filter((tree) => !generations.has(tree));
  const registeredSince = await selectCampaignIds(tx, unregistered);
  if (registeredSince.size > 0) throw new RetryTransaction();
}

function countBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(getKey(item), (counts.get(getKey(item)) ?? 0) + 1);
  return counts;
}
