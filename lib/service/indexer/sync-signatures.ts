import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { inTransaction } from "@/db/in-transaction";
import { createdTreesOf } from "@/db/queries/events/creations";
import { hasRow } from "@/db/queries/events/event-rows";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { type StoredOf, selectStoredOf, updateEventPlaces } from "@/db/queries/events/stored-events";
import { selectSlotNeighbours, selectUnplacedSlots, updatePlaces } from "@/db/queries/indexing/known-slots";
import { selectTransactions } from "@/db/queries/indexing/program-transactions";
import type { ProgramTransaction } from "@/db/schema";
import type { syncedView } from "@/lib/contract/operations";
import { eventName } from "@/lib/core/solana/events";
import { waitAtMost } from "@/lib/service/clock";
import { readAccounts } from "./compare/accounts";
import { refreshVaults } from "./compare/vaults";
import type { IndexerContext } from "./context";
import { highestPlausibleSlot, requireSameLedger } from "./discover/plausible";

const PAUSE_MS = 250;
/** Nobody waits for an answer of the ledger any longer. */
const GIVE_UP_MS = 5_000;

export type SyncResult = z.output<typeof syncedView>["results"][number];

export type SyncOptions = {
  /** Whether answers speak of claims alone; whole transactions are indexed all the same. */
  claimsOnly?: boolean;
  /** Answers come within five seconds; what this leaves of them is for the database and the wire. */
  answerMs?: number;
  /** How long a transaction that is not visible yet is waited for. */
  visibleMs?: number;
};

/** What a call has learnt so far; `unreadable` are reasons by signature. */
type Progress = {
  read: Map<string, ReadTransaction>;
  stored: Map<string, number>;
  unreadable: Map<string, string>;
};

/**
 * Indexes transactions that a client names, beside any run, and says what became of each, in the order of their first
 * mention. Never moves the checkpoint, and answers in time whatever the ledger does: what it does not give is `pending`.
 */
export async function syncSignatures(
  context: IndexerContext,
  signatures: readonly string[],
  { claimsOnly = false, answerMs = 4_000, visibleMs = 2_500 }: SyncOptions = {},
): Promise<SyncResult[]> {
  const wanted = [...new Set(signatures)];
  const known = new Map((await selectTransactions(context.db, wanted)).map((row) => [row.signature, row]));
  const progress: Progress = { read: new Map(), stored: new Map(), unreadable: new Map() };
  const unknown = wanted.filter((signature) => !isSettled(known.get(signature)));
  const warn = (error: unknown) => context.log.warn({ error }, "indexer: a sync could not be finished");
  const indexing = index(context, { unknown, known, progress, visibleMs });
  // What is late goes on.
  await waitAtMost(answerMs, indexing.catch(warn));
  const stored = await selectStoredOf(context.db, wanted);
  return wanted.map((signature) => {
    const facts = { row: known.get(signature), progress, of: stored.get(signature) };
    return { signature, ...outcomeOf(signature, facts, claimsOnly) };
  });
}

const isSettled = (row: ProgramTransaction | undefined) =>
  row?.status === "indexed" || row?.status === "failed";

async function index(
  context: IndexerContext,
  params: {
    unknown: readonly string[];
    known: ReadonlyMap<string, ProgramTransaction>;
    progress: Progress;
    visibleMs: number;
  },
): Promise<void> {
  const { progress } = params;
  const untilMs = performance.now() + params.visibleMs;
  let missing = params.unknown;
  if (missing.length > 0) await requireSameLedger(context);
  // Each is asked for once; those not there yet are then watched together, by one call.
  let visible = missing;
  while (missing.length > 0) {
    const read = await fetchVisible(context, visible, params);
    for (const transaction of read) progress.read.set(transaction.signature, transaction);
    await context.fault?.("sync: fetched");
    await store(context, read, progress);
    missing = missing.filter(
      (signature) => !progress.read.has(signature) && !progress.unreadable.has(signature),
    );
    if (missing.length === 0 || performance.now() >= untilMs) return;
    await sleep(PAUSE_MS);
    const statuses = await context.chain.getStatuses(missing, { deadlineMs: GIVE_UP_MS });
    visible = missing.filter((_, at) => VISIBLE.includes(statuses[at]?.commitment ?? ""));
  }
}

/** Levels at which a transaction can be fetched. */
const VISIBLE = ["confirmed", "finalized"];

async function fetchVisible(
  context: IndexerContext,
  signatures: readonly string[],
  { known, progress }: { known: ReadonlyMap<string, ProgramTransaction>; progress: Progress },
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
      progress.unreadable.set(signatures[at] ?? "", answer.unreadable);
      return [];
    }
    // Another transaction than the one asked for, or one from a slot that cannot be yet, is no answer.
    if (answer.signature !== signatures[at] || (highest !== null && answer.slot > highest)) return [];
    const { blockTime } = answer;
    if (blockTime === null) return [];
    return [{ ...answer, blockTime, txIndex: known.get(answer.signature)?.txIndex ?? answer.txIndex }];
  });
}

/** Records transactions with an event that is stored, or with the creation of a campaign, and no others. */
async function store(
  context: IndexerContext,
  read: readonly ReadTransaction[],
  progress: Progress,
): Promise<void> {
  const eventful = read.filter(
    (one) => one.events.some(hasRow) || one.lostAccounts !== null || createdTreesOf([one]).length > 0,
  );
  const trees = new Set(read.flatMap(({ events }) => events.map(({ data }) => data.tree)));
  if (eventful.length > 0) await storeEventful(context, eventful, progress);
  // A deposit's event has no row, and changes what can be paid.
  const slot = read.reduce(
    (newest, transaction) => (transaction.slot > newest ? transaction.slot : newest),
    0n,
  );
  await refreshVaults(context, [...trees], slot);
}

async function storeEventful(
  context: IndexerContext,
  eventful: readonly ReadTransaction[],
  progress: Progress,
): Promise<void> {
  const { bySignature } = await storeTransactions(context.db, eventful, { fault: context.fault });
  for (const [signature, count] of bySignature) progress.stored.set(signature, count);
  for (const one of eventful) {
    const created = createdTreesOf([one]).length;
    if (created > 0) progress.stored.set(one.signature, (bySignature.get(one.signature) ?? 0) + created);
  }
  await context.fault?.("sync: stored");
  await placeNeighbours(context, eventful);
  const rotated = eventful.flatMap(({ events }) =>
    events.filter((event) => event.name === "RootUpdated").map((event) => event.data.tree),
  );
  await readAccounts(context, [...new Set(rotated)]);
}

function outcomeOf(
  signature: string,
  facts: { row: ProgramTransaction | undefined; progress: Progress; of: StoredOf | undefined },
  claimsOnly: boolean,
): Omit<SyncResult, "signature"> {
  const { row, progress, of } = facts;
  const read = progress.read.get(signature);
  const known = row && isSettled(row) ? row : read;
  if (known?.status === "failed") return { status: "failed", events: 0 };
  if (known?.status === "indexed")
    return indexedOutcome(known, of, { claimsOnly, isNew: progress.stored.has(signature) });
  const reason = read?.fault ?? progress.unreadable.get(signature);
  return reason === undefined
    ? { status: "pending", events: 0 }
    : { status: "unreadable", events: 0, reason };
}

function indexedOutcome(
  log: { isLogCut: boolean; lostAccounts: string[] | null },
  of: StoredOf | undefined,
  { claimsOnly, isNew }: { claimsOnly: boolean; isNew: boolean },
): Omit<SyncResult, "signature"> {
  const created = claimsOnly || !of ? { registered: 0, unregistered: 0 } : of.created;
  const events = ((claimsOnly ? of?.claims : of?.stored) ?? 0) + created.registered;
  if (log.lostAccounts) return { status: "log_cut", events };
  if (events > 0) return { status: isNew ? "indexed" : "already_indexed", events, ...isRebuilt(log) };
  const kept = (of?.kept ?? []).filter((payload) => !claimsOnly || isClaim(payload)).length;
  const waiting = kept + created.unregistered;
  return waiting > 0 ? { status: "unregistered", events: waiting } : { status: "no_events", events: 0 };
}

const isRebuilt = ({ isLogCut }: { isLogCut: boolean }) => (isLogCut ? { reconstructed: true as const } : {});

const isClaim = (payload: string): boolean => eventName(Buffer.from(payload, "base64")) === "Claimed";

/**
 * Asks the block for the order of transactions that share a slot, where neither the ledger's list nor the transactions
 * themselves have told it. Until it is known such transactions stand in an order of their own, the same everywhere.
 */
async function placeNeighbours(
  context: IndexerContext,
  transactions: readonly Pick<ReadTransaction, "slot">[],
): Promise<void> {
  const slots = await selectUnplacedSlots(context.db, [...new Set(transactions.map(({ slot }) => slot))]);
  for (const slot of slots) {
    const block = await context.chain.getBlockSignatures(slot);
    if (block === null) continue;
    const position = new Map(block.map((signature, txIndex) => [signature, txIndex]));
    await inTransaction(context.db, async (tx) => {
      const neighbours = await selectSlotNeighbours(tx, slot);
      const places = neighbours.flatMap((signature) => {
        const txIndex = position.get(signature);
        return txIndex === undefined ? [] : [{ signature, txIndex }];
      });
      // Places are comparable only when all of a slot come from one source.
      if (places.length < neighbours.length) return;
      await updatePlaces(tx, places);
      await updateEventPlaces(tx, places);
    });
  }
}
