import { z } from "zod";
import { encodeCursor } from "@/lib/http/paging";
import { i64 } from "@/lib/http/parameters";
import { EVENT_TYPES } from "@/lib/views/event";

const place = { slot: i64, txIndex: z.int(), signature: z.string(), eventIndex: z.int(), id: z.int() };

/** Where lists in ledger order go on, as the addresses of pages carry it. */
export const claimsCursor = z.object(place);
export const feedCursor = z.object({ ...place, blockTime: i64, type: z.enum(EVENT_TYPES) });

export const toCursor = (position: object | null): string | null => position && encodeCursor(position);

/** A cursor from an address; undefined, which is the beginning, for anything else. */
export function fromCursor<S extends z.ZodType>(
  schema: S,
  text: string | undefined,
): z.output<S> | undefined {
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(text, "base64url").toString("utf8"))).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
