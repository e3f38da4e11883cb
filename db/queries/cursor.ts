import * as z from "zod";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import {
  CAMPAIGN_SORTS,
  type CampaignSort,
  SORT_ORDERS,
  type SortOrder,
} from "@/lib/core/lists/campaign-list";
import { I64_MIN } from "@/lib/core/solana/integers";

/**
 * Sufficient for a name of 200 characters, each of which may take six characters in JSON, and the other
 * fields.
 */
const MAX_CHARACTERS = 2048;

/**
 * Thrown for a text that is not a cursor of this list. Every reader of a list throws it, so that no reader
 * treats an invalid cursor as absent.
 */
export class InvalidCursorError extends Error {
  override readonly name = "InvalidCursorError";

  constructor(
    /** The requirement that the cursor violates, as the end of a sentence. */
    readonly reason = "must be a nextCursor that this route returned",
  ) {
    super(`The cursor ${reason}.`);
  }
}

const i64 = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .transform(BigInt)
  .refine((value) => value >= I64_MIN && value < -I64_MIN);

/** `txIndex` is -1 while unknown; `isNewer` is set when the list is read towards its newer end. */
type ChainPosition = { slot: bigint; txIndex: number; eventIndex: number; id: number; isNewer?: true };

type Positions = {
  campaigns: { createdAt: bigint; id: number };
  /** `key` is the value of the sort column: a name in lower case, or an integer. */
  sortedCampaigns: { sort: CampaignSort; order: SortOrder; key: string; id: number };
  leaves: { leafIndex: number };
  corrections: { id: number };
  confirmations: { row: number };
  claims: ChainPosition;
  /** `milestoneIdx` is -1 for cliff and linear leaves. */
  payouts: { beneficiary: string; leafIndex: number; milestoneIdx: number };
  events: ChainPosition & { blockTime: bigint; type: EventType };
  payments: Omit<ChainPosition, "isNewer"> & { blockTime: bigint; rank: number };
  deliveries: { id: number };
  labels: { recipient: string };
  /**
   * `at` and `list` (row ID; 0 without a list) are the same on all pages. `leafIndex` is the next leaf of the list. After
   * the list, `after` is the last returned address of earlier lists.
   */
  statement: { at: bigint; list: number } & ({ leafIndex: number } | { after: string });
};

type List = keyof Positions;
export type Position<L extends List> = Positions[L];

const location = { slot: i64, txIndex: z.int(), eventIndex: z.int(), id: z.int() };
const ledgerPosition = { ...location, isNewer: z.literal(true).optional() };

const name = z
  .string()
  .max(200 * 2)
  .refine((text) => !text.includes("\0"));
const sorted = { order: z.enum(SORT_ORDERS), id: z.int() };
const sortedCampaigns = z.union([
  z.strictObject({ ...sorted, sort: z.literal("name"), key: name }),
  z.strictObject({ ...sorted, sort: z.enum(CAMPAIGN_SORTS).exclude(["name"]), key: i64.transform(String) }),
]);

const statement = { at: i64, list: z.int().min(0) };

const SCHEMAS: { [L in List]: z.ZodType<Positions[L]> } = {
  campaigns: z.strictObject({ createdAt: i64, id: z.int() }),
  sortedCampaigns,
  leaves: z.strictObject({ leafIndex: z.int().min(0) }),
  corrections: z.strictObject({ id: z.int() }),
  confirmations: z.strictObject({ row: z.int().min(1) }),
  claims: z.strictObject(ledgerPosition),
  payouts: z.strictObject({
    beneficiary: z.string().max(64),
    leafIndex: z.int().min(0),
    milestoneIdx: z.int().min(-1).max(255),
  }),
  events: z.strictObject({ ...ledgerPosition, blockTime: i64, type: z.enum(EVENT_TYPES) }),
  payments: z.strictObject({ ...location, blockTime: i64, rank: z.int().min(0) }),
  deliveries: z.strictObject({ id: z.int() }),
  labels: z.strictObject({ recipient: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/) }),
  statement: z.union([
    z.strictObject({ ...statement, leafIndex: z.int().min(0) }),
    z.strictObject({ ...statement, after: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{0,64}$/) }),
  ]),
};

const asText = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);

/** Encodes a position as opaque text, the only form in which positions leave the queries. */
export const writeCursor = <L extends List>(list: L, position: Position<L>): string =>
  Buffer.from(JSON.stringify([list, position], asText)).toString("base64url");

/**
 * Decodes the position in a cursor; undefined without a cursor, which means the beginning of the list.
 * @throws InvalidCursorError for any other text.
 */
export function readCursor<L extends List>(list: L, text: string | undefined): Position<L> | undefined {
  if (text === undefined) return undefined;
  const [cursorList, position] = text.length > MAX_CHARACTERS ? [] : parse(text);
  const result = SCHEMAS[list].safeParse(position);
  if (cursorList !== list || !result.success) throw new InvalidCursorError();
  return result.data;
}

/** Returns the list that a cursor names, without validation. */
export const readCursorList = (text: string): unknown =>
  text.length > MAX_CHARACTERS ? undefined : parse(text)[0];

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/**
 * Cuts a page from rows that include one beyond `limit`, and returns the cursor of its last row if more rows
 * follow.
 */
export function cutForward<Row>(rows: readonly Row[], limit: number, getCursor: (last: Row) => string) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last === undefined ? null : getCursor(last) };
}

/** The cursors of a list that can be read in both directions; null at its ends. */
export type PageCursors = { nextCursor: string | null; previousCursor: string | null };

type Reading<L extends "claims" | "events", Row> = {
  list: L;
  limit: number;
  from: Position<L> | undefined;
  getPosition: (row: Row) => Position<L>;
};

/**
 * Cuts a page, newest first, from rows that were read from a position in the direction of reading and include
 * one beyond `limit`. The row at that position is on the other side, so that side has a page too.
 */
export function cutPage<L extends "claims" | "events", Row>(
  rows: readonly Row[],
  { list, limit, from, getPosition }: Reading<L, Row>,
): { rows: Row[] } & PageCursors {
  const isNewer = from?.isNewer === true;
  const shown = rows.slice(0, limit);
  if (isNewer) shown.reverse();
  const hasMore = rows.length > limit;
  const [first, last] = [shown.at(0), shown.at(-1)];
  return {
    rows: shown,
    nextCursor: last && (isNewer || hasMore) ? writeCursor(list, getPosition(last)) : null,
    previousCursor:
      first && (isNewer ? hasMore : from)
        ? writeCursor(list, { ...getPosition(first), isNewer: true })
        : null,
  };
}
