import type { Database } from "@/db/client";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { selectTransactions } from "@/db/queries/indexing/program-transactions";
import { holdRunLease } from "@/db/queries/indexing/sync-state";
import { pipelined } from "@/db/queries/pipelined";
import { encodeEvent, type ProgramEvent } from "@/lib/core/solana/events";
import { checkOnNetwork, type SnapshotTransaction } from "./check-events";
import { type EventLine, readEventLine } from "./lines";
import { type MirrorContext, saveProgress } from "./mirror-context";
import { type LinePosition, type SnapshotLine, snapshotLines } from "./read-files";
import { SnapshotError } from "./snapshot-error";

/** Events per database transaction. */
const BATCH = 2_000;
/** No transaction of the network has room for as many. */
const MAX_EVENTS_PER_TRANSACTION = 5_000;
/** Transactions that a sample compares with the network. */
const SAMPLE = 200;

type Batch = { transactions: SnapshotTransaction[]; next: LinePosition };
type Checked = { checked: number; unavailable: number };

/**
 * Stores the events of a snapshot after a position, by the function that stores those of the network.
 * @throws SnapshotError for a line that is invalid, out of order or repeated, or that differs from the network
 */
export async function mirrorEvents(context: MirrorContext, after: LinePosition): Promise<Checked> {
  const { db, snapshot, onProgress } = context;
  const total: Checked = { checked: 0, unavailable: 0 };
  const batches = checkedBatches(context, after, total);
  let reading = batches.next();
  for (;;) {
    const { value: batch, done } = await reading;
    if (done) break;
    let next: typeof reading | undefined;
    await storeTransactions(db, batch.transactions.map(toTransaction), {
      onStep: context.onStep,
      precondition: async (tx) => {
        await pipelined([
          holdRunLease(tx, context.lease),
          saveProgress(tx, snapshot, batch.next),
          refuseKnown(tx, batch),
        ]);
      },
      // A repetition of the database transaction must not skip a batch.
      onStoring: () => {
        next ??= batches.next();
        next.catch(() => undefined);
      },
    });
    reading = next ?? batches.next();
    await context.onStep?.("mirror: events stored");
    onProgress?.(
      "events",
      batch.transactions.reduce((sum, { events }) => sum + events.length, 0),
    );
  }
  const lines = snapshot.files.reduce((sum, { kind, lines }) => sum + (kind === "events" ? lines : 0), 0);
  if (lines !== snapshot.events)
    throw new SnapshotError("manifest.json, snapshot.events", `the files have ${lines} events.`);
  return total;
}

async function* checkedBatches(
  context: MirrorContext,
  after: LinePosition,
  total: Checked,
): AsyncGenerator<Batch, undefined> {
  const { snapshot, chain } = context;
  for await (const batch of readBatches(context, after)) {
    const share = context.verify === "all" ? 1 : SAMPLE / Math.max(SAMPLE, snapshot.events);
    const chosen = batch.transactions.filter(() => Math.random() < share);
    const { checked, unavailable } = await checkOnNetwork(chain, chosen);
    total.checked += checked;
    total.unavailable += unavailable;
    yield batch;
  }
}

async function* readBatches(context: MirrorContext, after: LinePosition): AsyncGenerator<Batch> {
  let batch: SnapshotTransaction[] = [];
  let count = 0;
  let previous: EventLine | undefined;
  let next = after;
  for await (const line of snapshotLines(context.source, context.snapshot, { kind: "events", after })) {
    const event = readLine(line);
    refuseSlot(context, event, line);
    if (previous) refuseDisorder(previous, event, line);
    const current = previous?.signature === event.signature ? batch.at(-1) : undefined;
    if (!current && count >= BATCH) {
      yield { transactions: batch, next };
      batch = [];
      count = 0;
    }
    if (current) addEvent(current, event, line);
    else batch.push({ events: [event], lines: [line] });
    count += 1;
    previous = event;
    next = line.next;
  }
  if (batch.length > 0) yield { transactions: batch, next };
}

function addEvent({ events, lines }: SnapshotTransaction, event: EventLine, line: SnapshotLine): void {
  if (events.length === MAX_EVENTS_PER_TRANSACTION)
    throw line.refusal("The transaction has too many events.");
  events.push(event);
  lines.push(line);
}

function refuseSlot({ snapshot }: MirrorContext, { slot }: EventLine, line: SnapshotLine): void {
  if (slot < BigInt(snapshot.firstSlot) || slot > BigInt(snapshot.lastSlot))
    throw line.refusal("The slot is not one of the snapshot.");
}

function readLine(line: SnapshotLine): EventLine {
  try {
    return readEventLine(line.text);
  } catch (error) {
    throw line.refusal(error instanceof Error ? error.message : "it is invalid.");
  }
}

function refuseDisorder(a: EventLine, b: EventLine, line: SnapshotLine): void {
  const isSame = a.signature === b.signature;
  const isAfter =
    b.slot > a.slot || (b.slot === a.slot && (b.signature > a.signature || (isSame && b.index > a.index)));
  if (!isAfter) throw line.refusal("The event is out of order, or repeated.");
  if (isSame && (a.slot !== b.slot || a.order !== b.order || a.blockTime !== b.blockTime))
    throw line.refusal("The position differs from that of the transaction's previous event.");
}

/** Refuses transactions that an earlier batch has stored: the same signature in another slot. */
async function refuseKnown(db: Database, { transactions }: Batch): Promise<void> {
  const bySignature = new Map<string, SnapshotTransaction>();
  for (const transaction of transactions) {
    const signature = transaction.events[0]?.signature ?? "";
    if (bySignature.has(signature)) throw repeated(transaction);
    bySignature.set(signature, transaction);
  }
  const [known] = await selectTransactions(db, [...bySignature.keys()]);
  const again = known && bySignature.get(known.signature);
  if (again) throw repeated(again);
}

const repeated = ({ lines }: SnapshotTransaction): Error =>
  lines[0]?.refusal("The transaction is repeated in another slot.") ?? new Error("There is no line.");

function toTransaction({ events }: SnapshotTransaction): ReadTransaction {
  const [first] = events;
  if (!first) throw new RangeError("A transaction has at least one event.");
  const { signature, slot, order, blockTime } = first;
  return {
    signature,
    slot,
    txIndex: order,
    blockTime,
    finalized: true,
    status: "indexed",
    events: events.map(({ index, event }) => Object.assign(toBytes(event, index), event)),
    readError: null,
    isLogTruncated: false,
    lostAccounts: null,
  };
}

/** Only events of campaigns without leaves are stored as bytes. */
const toBytes = (event: ProgramEvent, index: number) => ({
  index,
  get bytes() {
    return encodeEvent(event);
  },
});
