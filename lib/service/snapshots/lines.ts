import * as z from "zod";
import { isAddress } from "@/lib/core/solana/addresses";
import { eventFromJson, eventToJson } from "@/lib/core/solana/event-json";
import type { ProgramEvent } from "@/lib/core/solana/events";
import { I64_MAX, I64_MIN, U64_MAX } from "@/lib/core/solana/integers";
import { canonicalJson } from "@/lib/core/text/canonical-json";
import type { Leaf } from "@/lib/core/vesting/leaf";

/** An event of a snapshot; `order` is the rank of its transaction among those of its slot, or null if it is alone. */
export type EventLine = {
  signature: string;
  slot: bigint;
  order: number | null;
  index: number;
  blockTime: bigint;
  event: ProgramEvent;
};

export const eventLine = ({ signature, slot, order, index, blockTime, event }: EventLine): string =>
  canonicalJson({
    ...{ signature, order, index, slot: slot.toString(), blockTime: blockTime.toString() },
    ...{ event: event.name, data: eventToJson(event) },
  });

/** Base58 of the 64 bytes of a signature. */
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const MAX_POSITION = 0x7fff_ffff;
const isPosition = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_POSITION;

function getInteger(value: unknown, [min, max]: [bigint, bigint], name: string): bigint {
  if (typeof value === "string" && /^(?:0|-?[1-9]\d{0,19})$/.test(value)) {
    const number = BigInt(value);
    if (number >= min && number <= max) return number;
  }
  throw new RangeError(`${name} is missing or invalid.`);
}

function objectOf(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new RangeError("The line is not an object.");
  return value as Record<string, unknown>;
}

/** @throws RangeError or SyntaxError for a line that is not an event. */
export function readEventLine(text: string): EventLine {
  const { signature, slot, order, index, blockTime, event, data } = objectOf(text);
  if (typeof signature !== "string" || !SIGNATURE.test(signature))
    throw new RangeError("signature is missing or invalid.");
  if (!isPosition(index)) throw new RangeError("index is missing or invalid.");
  if (order !== null && !isPosition(order)) throw new RangeError("order is missing or invalid.");
  return {
    ...{ signature, order, index },
    slot: getInteger(slot, [0n, I64_MAX], "slot"),
    blockTime: getInteger(blockTime, [I64_MIN, I64_MAX], "blockTime"),
    event: eventFromJson(event, data),
  };
}

/** A transaction whose events a reader of the snapshot has to fetch. */
export type UnreadLine = { signature: string; slot: bigint };

export const unreadLine = ({ signature, slot }: UnreadLine): string =>
  canonicalJson({ signature, slot: slot.toString() });

/** @throws RangeError or SyntaxError */
export function readUnreadLine(text: string): UnreadLine {
  const { signature, slot } = objectOf(text);
  if (typeof signature !== "string" || !SIGNATURE.test(signature))
    throw new RangeError("signature is missing or invalid.");
  return { signature, slot: getInteger(slot, [0n, I64_MAX], "slot") };
}

/** Returns the fields of a leaf as JSON values: 64-bit integers as decimal strings. */
export const leafJson = (leaf: Leaf) => ({
  ...leaf,
  amount: leaf.amount.toString(),
  startTime: leaf.startTime.toString(),
  cliffTime: leaf.cliffTime.toString(),
  endTime: leaf.endTime.toString(),
});

export const leafLine = (leaf: Leaf): string => canonicalJson(leafJson(leaf));

const wide = (min: bigint, max: bigint) =>
  z
    .string()
    .regex(/^(?:0|-?[1-9]\d{0,19})$/)
    .transform(BigInt)
    .refine((value) => value >= min && value <= max);
const u64 = wide(0n, U64_MAX);
const i64 = wide(I64_MIN, I64_MAX);
const slot = wide(0n, I64_MAX);
const key = z.string().refine(isAddress);
const signature = z.string().regex(SIGNATURE);
const position = z.int().min(0).max(MAX_POSITION);
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const creation = z.strictObject({ signature, index: position, slot, blockTime: i64 });

/** A campaign, which the line of each of its lists follows. */
const campaign = z.strictObject({
  treeAddress: key,
  creator: key,
  mint: key,
  campaignId: u64,
  totalSupply: u64,
  cancellable: z.boolean(),
  cancelAuthority: key.nullable(),
  pauseAuthority: key.nullable(),
  creation,
});
export type CampaignLine = z.output<typeof campaign>;

/** A list of leaves, which the line of each leaf follows in order of its index. */
const list = z.strictObject({
  merkleRoot: hash,
  leafCount: z.int().min(1).max(0xffff_ffff),
  /** The RootUpdated event that named this root, as the new or the replaced one; null if none did. */
  rotation: z.strictObject({ signature, index: position, blockTime: i64 }).nullable(),
});
export type ListLine = z.output<typeof list>;

const listsLine = z.union([z.strictObject({ campaign }), z.strictObject({ list })]);

const wideTexts = (value: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === "bigint"
        ? item.toString()
        : typeof item === "object" && item !== null
          ? wideTexts(item)
          : item,
    ]),
  );

export const campaignLine = (value: CampaignLine): string => canonicalJson({ campaign: wideTexts(value) });
export const listLine = (value: ListLine): string => canonicalJson({ list: wideTexts(value) });

/** Returns the campaign or the list of a line; null for the line of a leaf. @throws SyntaxError or z.ZodError */
export function readListsLine(text: string): z.output<typeof listsLine> | null {
  if (!/^\{"(?:campaign|list)"/.test(text)) return null;
  return listsLine.parse(JSON.parse(text));
}
