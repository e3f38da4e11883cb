import type { ChangeRow } from "@/db/queries/events/change-log";
import { toStreamMessage } from "@/lib/contract/stream";
import { toStreamId } from "@/lib/contract/stream-query";
import { toJson } from "@/lib/core/text/to-json";
import type { StreamFilter, Subscriber } from "./subscriber";

/** Pairs of a campaign's row id and the address of one of its recipients, separated by a space. */
export type Recipients = ReadonlySet<string>;

/** Returns the wallets whose changes some connection wants. */
export const getAddresses = (subscribers: Iterable<Subscriber>): string[] => [
  ...new Set([...subscribers].flatMap(({ filter: { address } }) => address ?? [])),
];

/** Returns whether a connection wants a change. A wallet gets the claims of others only as the creator. */
export function isWanted(
  { treeAddress, address }: StreamFilter,
  row: Pick<ChangeRow, "treeAddress" | "creator" | "claimer" | "campaignId">,
  recipients: Recipients,
): boolean {
  if (treeAddress !== null) return row.treeAddress === treeAddress;
  if (address === null || row.creator === address) return true;
  return row.claimer === null ? recipients.has(`${row.campaignId} ${address}`) : row.claimer === address;
}

const texts = new WeakMap<ChangeRow, string | null>();

/** Returns a change in the format of server-sent events; null if nothing is left to send. */
export function getText(row: ChangeRow): string | null {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = toText(row);
  texts.set(row, text);
  return text;
}

function toText(row: ChangeRow): string | null {
  const { kind, changedAt, treeAddress, metadata, verified, earlierGeneration } = row;
  if (treeAddress === null || verified === null) return null;
  const { type, signature, eventIndex, slot, blockTime, reconstructed, data } = row;
  const isStored = type && signature !== null && eventIndex !== null;
  const isThere = type && data && slot !== null && blockTime !== null;
  const message = toStreamMessage({
    ...{ kind, changedAt, treeAddress, metadata, verified, earlierGeneration },
    event: isThere ? { type, slot, blockTime, reconstructed, data } : null,
    eventId: isStored ? { eventType: type, signature, eventIndex } : null,
  });
  return message && `id: ${toStreamId(row)}\ndata: ${toJson(message)}\n\n`;
}
