import type { EventSource } from "@/lib/contract/response-proof";
import { isSignature } from "@/lib/core/solana/signatures";
import { type ChainEvent, decodeTreeEvents, getKey, getType, whyIncomplete } from "./history";
import { RpcCallError } from "./rpc-call";
import type { CheckContext } from "./verification";

type Position = Omit<EventSource, "type">;

type Wanted = {
  path: string;
  position: Position;
  treeAddress: string;
  /** Creation time of the campaign: an older event belongs to an earlier campaign of the address. */
  createdAt: bigint | null;
  /** Whether an event is of the stated kind. */
  isKind: (event: ChainEvent) => boolean;
  /** The other stated fields of the event, which are unchecked if the event is unknown. */
  others: readonly string[];
};

/** Finds the event at a stated position, and checks the position. Returns null if there is no such event. */
export async function checkPosition(context: CheckContext, wanted: Wanted): Promise<ChainEvent | null> {
  const { report } = context;
  const { path, position, treeAddress, isKind, others } = wanted;
  const skip = (names: readonly string[], reason: string) => {
    for (const name of names) report.skip(`${path}.${name}`, reason);
  };
  const transaction = await readTransaction(context, position);
  if (typeof transaction === "string") {
    skip(["signature", "slot", "eventIndex", ...others], transaction);
    return null;
  }
  if (!transaction || transaction.status === "failed") {
    const reason = transaction ? "The transaction failed." : "The network has no such transaction.";
    report.reject(`${path}.signature`, undefined, reason);
    skip(["slot", "eventIndex", ...others], reason);
    return null;
  }
  report.compare(`${path}.slot`, transaction.slot);
  const events = decodeTreeEvents(transaction, treeAddress);
  const event = events.find(({ index }) => index === position.eventIndex);
  if (event && isKind(event)) {
    const isEarlier =
      wanted.createdAt !== null && event.blockTime !== null && event.blockTime < wanted.createdAt;
    if (isEarlier) report.reject(`${path}.signature`, undefined, "The event is of an earlier campaign.");
    else report.accept(`${path}.signature`);
    report.accept(`${path}.eventIndex`);
    return event;
  }
  const incomplete = whyIncomplete(transaction);
  if (incomplete !== null) {
    skip(["signature", "eventIndex", ...others], incomplete);
    return null;
  }
  return rejectPosition(context, { ...wanted, event, ofKind: events.find(isKind) });
}

/** Rejects the field that most likely is the false one: kind, index or signature. */
function rejectPosition(
  { report }: CheckContext,
  input: Wanted & { event: ChainEvent | undefined; ofKind: ChainEvent | undefined },
): null {
  const { path, others, event, ofKind } = input;
  const reason = "The transaction has no such event of this campaign.";
  if (ofKind) {
    report.accept(`${path}.signature`);
    report.reject(`${path}.eventIndex`, ofKind.index, reason);
  } else if (event && others.includes("type")) {
    report.accept(`${path}.signature`);
    report.accept(`${path}.eventIndex`);
    report.reject(`${path}.type`, getType(event) ?? undefined, reason);
  } else report.reject(`${path}.signature`, undefined, reason);
  for (const name of ["eventIndex", ...others]) report.skip(`${path}.${name}`, reason);
  return null;
}

/** Returns the transaction, null if the network has none, or the reason why that is unknown. */
async function readTransaction({ reader }: CheckContext, { signature, slot }: Position) {
  if (!isSignature(signature)) return null;
  try {
    const found = await reader.transaction(signature);
    if (found) return found;
    if (reader.hasListed(signature)) return "The node lists a transaction that it does not return.";
    const isInHistory = BigInt(slot) >= (await reader.firstSlot());
    return isInHistory ? null : "The node does not keep transactions of this age.";
  } catch (error) {
    if (error instanceof RpcCallError) return error.message;
    throw error;
  }
}

/** Checks the stated positions of a campaign's events. Returns the events that exist. */
export async function checkEventSources(
  context: CheckContext,
  input: { path: string; sources: readonly EventSource[]; treeAddress: string; createdAt: bigint | null },
): Promise<ChainEvent[]> {
  const { treeAddress, createdAt } = input;
  const found: ChainEvent[] = [];
  for (const [at, source] of input.sources.entries()) {
    const path = `${input.path}.${at}`;
    const event = await checkPosition(context, {
      ...{ path, position: source, treeAddress, createdAt, others: ["type"] },
      isKind: (event) => getType(event) === source.type,
    });
    if (!event) continue;
    context.report.accept(`${path}.type`);
    found.push(event);
  }
  return found;
}

type ListCheck = {
  path: string;
  /** Every event that the list should have, newest first. */
  expected: readonly ChainEvent[];
  positions: readonly Position[];
  /** Whether `expected` is complete; otherwise `reason` states why not. */
  isWhole: boolean;
  reason: string;
  /** Events newer than the answer's newest are late, not omitted, up to this age. */
  lateAfter: bigint | null;
};

/** Checks that a list of events has each one once, newest first. */
export function checkEventList({ report }: CheckContext, list: ListCheck): void {
  const { path, positions, expected } = list;
  const keys = new Set(
    positions.map(({ signature, eventIndex }) => getKey({ signature, index: eventIndex })),
  );
  const missing = expected.filter((event) => !keys.has(getKey(event)));
  const omitted = missing.find((event) => !isLate(event, list));
  const late = missing[0];
  if (keys.size < positions.length) report.reject(path, undefined, "The list has the same event twice.");
  else if (!isNewestFirst(positions))
    report.reject(path, undefined, "The list is not in order, newest first.");
  else if (omitted) report.reject(path, undefined, `The list omits the transaction ${omitted.signature}.`);
  else if (late) report.skip(path, `The transaction ${late.signature} was not indexed yet.`);
  else if (list.isWhole) report.accept(path);
  else report.skip(path, list.reason);
}

const isNewestFirst = (positions: readonly Position[]): boolean =>
  positions.every((position, at) => {
    const before = positions[at - 1];
    if (!before) return true;
    if (before.signature === position.signature) return before.eventIndex > position.eventIndex;
    return BigInt(before.slot) >= BigInt(position.slot);
  });

/** Returns whether an event is newer than the list, and too young to count as omitted. */
function isLate({ slot, blockTime }: ChainEvent, { positions, lateAfter }: ListCheck): boolean {
  const isNewer = positions.every((position) => slot > BigInt(position.slot));
  return isNewer && lateAfter !== null && blockTime !== null && blockTime >= lateAfter;
}
