import { chunk } from "@/lib/core/chunk";
import type { EventType } from "@/lib/core/events/event-types";
import type { EventName, ProgramEvent } from "@/lib/core/solana/events";
import type { ChainTransaction } from "@/lib/core/solana/read-transaction";
import type { SignatureEntry } from "@/lib/core/solana/rpc-responses/signature-list";
import type { NetworkReader } from "./network-reader";
import { RpcCallError } from "./rpc-call";

/** An event of the program with its position on the network. */
export type ChainEvent = ProgramEvent & {
  signature: string;
  slot: bigint;
  /** Unix seconds; null if the node does not state it. */
  blockTime: bigint | null;
  index: number;
  /** Fields of a reconstructed event that its transaction does not determine. */
  derived: readonly string[];
  /** The event was reconstructed, because the node's log is cut. */
  isReconstructed: boolean;
};

/** Consecutive events of an address, newest first. */
export type History = {
  events: ChainEvent[];
  /** Whether the list has every event down to its requested end. */
  isWhole: boolean;
  /** Why the list is incomplete. */
  reason: string;
};

/** The API's name of each event that the service indexes. */
const TYPES: Partial<Record<EventName, EventType>> = {
  Claimed: "claimed",
  CampaignCancelled: "cancelled",
  CampaignPaused: "paused",
  CampaignUnpaused: "paused",
  RootUpdated: "root_updated",
  UnvestedWithdrawn: "withdrawn",
  MilestoneReleased: "milestone_released",
  StreamCancelled: "stream_cancelled",
  InstantRefunded: "instant_refunded",
};

/** Returns the API's type of an event; null for an event that the service does not index. */
export const getType = ({ name }: Pick<ChainEvent, "name">): EventType | null => TYPES[name] ?? null;

export const getKey = (input: { signature: string; index: number }): string =>
  `${input.signature} ${input.index}`;

/** Returns the events of a transaction in one campaign, newest first. */
export function decodeTreeEvents(transaction: ChainTransaction, treeAddress: string): ChainEvent[] {
  const { signature, slot, blockTime } = transaction;
  return transaction.events
    .filter(({ data }) => data.tree === treeAddress)
    .map(({ bytes: _, derived, ...event }) => ({
      ...(event as ProgramEvent & { index: number }),
      ...{ signature, slot, blockTime, derived: derived ?? [], isReconstructed: derived !== undefined },
    }))
    .sort((a, b) => b.index - a.index);
}

/** Returns why the events of a transaction are not completely known; null if they are. */
export function whyIncomplete(transaction: ChainTransaction | null): string | null {
  if (!transaction) return "The node lists a transaction that it does not return.";
  if (transaction.status === "unreadable") return transaction.readError ?? "A transaction cannot be read.";
  return transaction.lostAccounts ? "The node's log of a transaction is cut." : null;
}

const AT_ONCE = 8;
/** A hostile node could list failed transactions without end. */
const MAX_PAGES = 20;

type Walk = {
  reader: NetworkReader;
  /** The campaign whose events count. */
  treeAddress: string;
  /** The account whose transactions are listed: the campaign's, or a claim record. */
  address: string;
  /** Signatures that bound the walk, both excluded. */
  before?: string | undefined;
  until?: string | undefined;
  /** Ends the walk after the transaction of this event. */
  isLast?: (event: ChainEvent) => boolean;
  /** Ends the walk before this transaction. */
  isBeyond?: (entry: SignatureEntry) => boolean;
};

/** Reads the events of an account's transactions, newest first, until one of the ends or a limit of the reader. */
export async function readHistory(walk: Walk): Promise<History> {
  const events: ChainEvent[] = [];
  const ended = (reason: string | null): History => ({
    ...{ events, isWhole: reason === null, reason: reason ?? "" },
  });
  try {
    let { before } = walk;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { entries, isLast } = await walk.reader.signatures(walk.address, { before, until: walk.until });
      const beyond = walk.isBeyond ? entries.findIndex(walk.isBeyond) : -1;
      const found = await readPage(walk, beyond === -1 ? entries : entries.slice(0, beyond), events);
      if (found !== "all") return ended(found.reason);
      if (isLast || beyond !== -1) return ended(null);
      before = entries.at(-1)?.signature;
    }
    return ended("The account has too many transactions.");
  } catch (error) {
    if (!(error instanceof RpcCallError)) throw error;
    return ended(error.message);
  }
}

/** Adds the events of a page. Returns a null reason after the last event of the walk. */
async function readPage(
  { reader, treeAddress, isLast }: Walk,
  entries: readonly SignatureEntry[],
  events: ChainEvent[],
): Promise<"all" | { reason: string | null }> {
  const wanted = entries.filter(({ failed }) => !failed);
  for (const part of chunk(wanted, AT_ONCE)) {
    const read = await Promise.all(part.map(({ signature }) => reader.transaction(signature)));
    for (const transaction of read) {
      const reason = whyIncomplete(transaction);
      if (!transaction || reason !== null) return { reason };
      const own = decodeTreeEvents(transaction, treeAddress);
      events.push(...own);
      if (isLast && own.some(isLast)) return { reason: null };
    }
  }
  return "all";
}
