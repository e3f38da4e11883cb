import { z } from "zod";
import { EVENT_TYPES } from "@/lib/views/event";
import { cursor } from "./paging";
import { i64 } from "./parameters";

const place = { slot: i64, txIndex: z.int(), eventIndex: z.int(), id: z.int() };

/** Where a list of claims goes on. */
export const claimCursor = cursor(z.object(place));

/** Where a timeline or an activity feed goes on. */
export const feedCursor = cursor(z.object({ ...place, blockTime: i64, type: z.enum(EVENT_TYPES) }));
