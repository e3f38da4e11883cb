import type { Database } from "@/db/client";
import { inTransaction, StartAgain } from "@/db/in-transaction";
import { storeEvents } from "@/db/queries/events/event-rows";
import { lockCampaigns } from "@/db/queries/events/projection";
import { insertUnregisteredEvents } from "@/db/queries/events/unregistered-events";
import {
  insertCampaignChecks,
  lockUnregistered,
  selectCampaignIds,
} from "@/db/queries/indexing/campaign-checks";
import { upsertResults } from "@/db/queries/indexing/program-transactions";
import type { EventType } from "@/lib/core/views/event";
import type { IndexerContext } from "../context";
import { addEventRow, noEventRows } from "../events";
import type { ReadTransaction } from "./read-transaction";

/** What storing transactions came to. */
export type Stored = {
  /** Newly stored events by the type that the API shows. */
  byType: Map<EventType, number>;
  /** Newly stored events of each signature. */
  bySignature: Map<string, number>;
  /** Signatures with events that wait for their campaign to register. */
  unregistered: Set<string>;
};

type Options = {
  /** Runs first in the transaction: a run proves there that it still may write. */
  guard?: (tx: Database) => Promise<void>;
};

/**
 * Stores transactions' events, brings their campaigns up to date and records the transactions as read, all in one
 * transaction. Repeating it, in any order and at the same time as others, comes to the same.
 */
export function storeTransactions(
  context: IndexerContext,
  transactions: readonly ReadTransaction[],
  { guard }: Options = {},
): Promise<Stored> {
  return inTransaction(context.db, async (tx) => {
    await guard?.(tx);
    const ids = await findCampaigns(context, tx, transactions);
    const stored = await storeRows(context, tx, { transactions, ids });
    await context.fault?.("store: events stored");
    await upsertResults(tx, [...transactions].sort(bySignature).map(toResult));
    const lost = transactions.flatMap((transaction) => transaction.lostAccounts ?? []);
    const cut = await selectCampaignIds(tx, [...new Set(lost)]);
    await insertCampaignChecks(tx, [...ids.keys()]);
    await insertCampaignChecks(tx, [...cut.keys()], { repair: true });
    await context.fault?.("store: before commit");
    return stored;
  });
}

const bySignature = (a: ReadTransaction, b: ReadTransaction) => (a.signature < b.signature ? -1 : 1);

function toResult({ events, ...transaction }: ReadTransaction) {
  return { ...transaction, eventCount: events.length };
}

/**
 * The rows of the campaigns that events name, locked. When some are not registered, their events are kept under a lock
 * that registrations take too; campaigns first and that lock second, so that nobody waits in a circle.
 */
async function findCampaigns(
  context: IndexerContext,
  tx: Database,
  transactions: readonly ReadTransaction[],
): Promise<Map<string, number>> {
  const trees = [...new Set(transactions.flatMap(({ events }) => events.map((event) => event.data.tree)))];
  const ids = await selectCampaignIds(tx, trees);
  await context.fault?.("store: campaigns found");
  await lockCampaigns(tx, [...ids.values()]);
  const unregistered = trees.filter((tree) => !ids.has(tree));
  if (unregistered.length === 0) return ids;
  await lockUnregistered(tx);
  const registeredSince = await selectCampaignIds(tx, unregistered);
  if (registeredSince.size > 0) throw new StartAgain();
  return ids;
}

async function storeRows(
  context: IndexerContext,
  tx: Database,
  { transactions, ids }: { transactions: readonly ReadTransaction[]; ids: ReadonlyMap<string, number> },
): Promise<Stored> {
  const rows = noEventRows();
  const kept: Parameters<typeof insertUnregisteredEvents>[1][number][] = [];
  const unregistered = new Set<string>();
  for (const { events, signature, slot, txIndex, blockTime } of transactions) {
    for (const event of events) {
      const place = { signature, eventIndex: event.index, slot, txIndex, blockTime };
      const treeAddress = event.data.tree;
      const campaignId = ids.get(treeAddress);
      if (campaignId !== undefined) addEventRow(rows, { ...place, campaignId }, event);
      else {
        unregistered.add(signature);
        kept.push({ ...place, treeAddress, payload: Buffer.from(event.bytes).toString("base64") });
      }
    }
  }
  const byType = new Map<EventType, number>();
  const counts = new Map<string, number>();
  for (const { type, signature } of await storeEvents(tx, rows)) {
    byType.set(type, (byType.get(type) ?? 0) + 1);
    counts.set(signature, (counts.get(signature) ?? 0) + 1);
  }
  await context.fault?.("store: rows inserted");
  await insertUnregisteredEvents(tx, kept);
  return { byType, bySignature: counts, unregistered };
}
