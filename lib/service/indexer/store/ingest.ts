import { setTimeout as sleep } from "node:timers/promises";
import { getCreatedTrees } from "@/db/queries/events/creations";
import { hasRow } from "@/db/queries/events/event-rows";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { selectTransactions } from "@/db/queries/indexing/program-transactions";
import type { ProgramTransaction } from "@/db/schema";
import { waitUpTo } from "@/lib/service/clock";
import { readAccounts } from "../compare/accounts";
import { refreshVaults } from "../compare/vaults";
import type { IndexerContext } from "../context";
import { highestPlausibleSlot } from "../discover/plausible-slot";
import { requireSameNetwork } from "../discover/require-same-network";
import { orderNeighbors } from "./order-neighbors";

const RETRY_DELAY_MS = 250;
/** Timeout for a response of the network, after which no caller waits for it. */
const GIVE_UP_MS = 5_000;

export type IngestOptions = {
  /** Milliseconds that the caller waits; late transactions are processed afterwards. */
  waitMs?: number;
  /** Milliseconds to wait for a transaction that is not visible yet. */
  visibleMs?: number;
};

/** The transactions ingested so far, by signature. */
export type Ingested = {
  /** Transactions that were stored before. */
  known: ReadonlyMap<string, ProgramTransaction>;
  read: Map<string, ReadTransaction>;
  /** The number of newly stored events or creations per transaction. */
  stored: Map<string, number>;
  /** The reason why a transaction cannot be read. */
  unreadable: Map<string, string>;
};

/**
 * Fetches, decodes and stores transactions independently of any run, except those already stored. Never moves
 * the checkpoint. Returns within `waitMs`, while late transactions are still stored.
 */
export async function ingestSignatures(
  context: IndexerContext,
  signatures: readonly string[],
  { waitMs = 4_000, visibleMs = 2_500 }: IngestOptions = {},
): Promise<Ingested> {
  const known = new Map(
    (await selectTransactions(context.db, signatures)).map((row) => [row.signature, row]),
  );
  const ingested: Ingested = { known, read: new Map(), stored: new Map(), unreadable: new Map() };
  const unknown = signatures.filter((signature) => !isSettled(known.get(signature)));
  const warn = (error: unknown) => context.log.warn({ error }, "indexer: a sync could not be finished");
  await waitUpTo(waitMs, ingest(context, { unknown, ingested, visibleMs }).catch(warn));
  return ingested;
}

/**
 * Stores whole transactions that a subscription delivered, under the same conditions as fetched ones, except those
 * already stored. Never moves the checkpoint.
 * @throws NetworkUnavailableError
 */
export async function ingestTransactions(
  context: IndexerContext,
  transactions: readonly ReadTransaction[],
): Promise<void> {
  const signatures = transactions.map(({ signature }) => signature);
  const known = new Map(
    (await selectTransactions(context.db, signatures)).map((row) => [row.signature, row]),
  );
  const unknown = transactions.filter(({ signature }) => !isSettled(known.get(signature)));
  if (unknown.length === 0) return;
  await requireSameNetwork(context);
  const highest = await highestPlausibleSlot(context);
  const plausible = unknown.filter(({ slot }) => highest === null || slot <= highest);
  const read = plausible.map((item) => ({
    ...item,
    txIndex: known.get(item.signature)?.txIndex ?? item.txIndex,
  }));
  await store(context, read, { known, read: new Map(), stored: new Map(), unreadable: new Map() });
}

/** Returns whether a transaction needs no further reading. */
export const isSettled = (row: ProgramTransaction | undefined): boolean =>
  row?.status === "indexed" || row?.status === "failed";

async function ingest(
  context: IndexerContext,
  params: { unknown: readonly string[]; ingested: Ingested; visibleMs: number },
): Promise<void> {
  const { ingested } = params;
  const untilMs = performance.now() + params.visibleMs;
  let missing = params.unknown;
  if (missing.length > 0) await requireSameNetwork(context);
  // Each transaction is fetched once; the status of missing transactions is then polled with one call.
  let visible = missing;
  while (missing.length > 0) {
    const read = await fetchVisible(context, visible, ingested);
    for (const transaction of read) ingested.read.set(transaction.signature, transaction);
    await context.onStep?.("sync: fetched");
    await store(context, read, ingested);
    missing = missing.filter(
      (signature) => !ingested.read.has(signature) && !ingested.unreadable.has(signature),
    );
    if (missing.length === 0 || performance.now() >= untilMs) return;
    await sleep(RETRY_DELAY_MS);
    const statuses = await context.chain.getStatuses(missing, { deadlineMs: GIVE_UP_MS });
    visible = missing.filter((_, at) => VISIBLE.includes(statuses[at]?.commitment ?? ""));
  }
}

/** Commitment levels at which a transaction can be fetched. */
const VISIBLE = ["confirmed", "finalized"];

async function fetchVisible(
  context: IndexerContext,
  signatures: readonly string[],
  { known, unreadable }: Ingested,
): Promise<ReadTransaction[]> {
  if (signatures.length === 0) return [];
  const highest = await highestPlausibleSlot(context);
  const answers = await context.chain.getTransactions(signatures, {
    commitment: "confirmed",
    deadlineMs: GIVE_UP_MS,
  });
  return answers.flatMap((answer, at) => {
    if (!answer) return [];
    if ("unreadable" in answer) {
      unreadable.set(signatures[at] ?? "", answer.unreadable);
      return [];
    }
    // A transaction other than the requested one, or one from a slot that cannot exist yet, is ignored.
    if (answer.signature !== signatures[at] || (highest !== null && answer.slot > highest)) return [];
    const { blockTime } = answer;
    if (blockTime === null) return [];
    return [{ ...answer, blockTime, txIndex: known.get(answer.signature)?.txIndex ?? answer.txIndex }];
  });
}

/** Stores only transactions with a stored event type or with the creation of a campaign. */
async function store(
  context: IndexerContext,
  read: readonly ReadTransaction[],
  ingested: Ingested,
): Promise<void> {
  const eventful = read.filter(
    (item) => item.events.some(hasRow) || item.lostAccounts !== null || getCreatedTrees([item]).length > 0,
  );
  const trees = new Set(read.flatMap(({ events }) => events.map(({ data }) => data.tree)));
  if (eventful.length > 0) await storeEventful(context, eventful, ingested);
  // A deposit's event has no row, but changes the amount that can be paid.
  const slot = read.reduce(
    (newest, transaction) => (transaction.slot > newest ? transaction.slot : newest),
    0n,
  );
  await refreshVaults(context, [...trees], slot);
}

async function storeEventful(
  context: IndexerContext,
  eventful: readonly ReadTransaction[],
  ingested: Ingested,
): Promise<void> {
  const { bySignature } = await storeTransactions(context.db, eventful, { onStep: context.onStep });
  for (const [signature, count] of bySignature) ingested.stored.set(signature, count);
  for (const item of eventful) {
    const created = getCreatedTrees([item]).length;
    if (created > 0) ingested.stored.set(item.signature, (bySignature.get(item.signature) ?? 0) + created);
  }
  await context.onStep?.("sync: stored");
  await orderNeighbors(context, eventful);
  const rotated = eventful.flatMap(({ events }) =>
    events.filter((event) => event.name === "RootUpdated").map((event) => event.data.tree),
  );
  await readAccounts(context, [...new Set(rotated)]);
}
