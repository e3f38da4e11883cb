import { z } from "zod";
import type { Database } from "@/db/client";
import { selectDiscovery, updateDiscovery } from "@/db/queries/indexing/sync-state";
import { toJson } from "@/lib/core/text/to-json";

const slot = z.string().regex(/^\d+$/).transform(BigInt);

/** Format and rules of a saved scan: one of another version is discarded. */
export const SCAN_VERSION = 2;

/** A walk through the ledger's list from `head` down to `floor`, which a crash or a deadline may interrupt. */
const scan = z.object({
  version: z.literal(SCAN_VERSION),
  /** The hosts of the endpoints, in order, that the scan was started with. */
  endpoints: z.string(),
  head: slot,
  /** The slot that was final when the walk began. */
  final: slot,
  floor: slot,
  /** The walk goes on after this signature; null at its start. */
  before: z.string().nullable(),
  /** A signature that the next page must hold: a page without it does not join on. */
  expect: z.string().nullable(),
});

/** Why scans do not complete, how often in a row, and since when (unix seconds). */
const failing = z.object({
  code: z.enum(["scan_failing", "history_pruned"]),
  problem: z.string(),
  times: z.int(),
  since: slot,
});

const discovery = z.object({
  /** Every transaction up to this slot was found. */
  completeTo: slot,
  /** Up to this slot the list can change no more. */
  finalTo: slot,
  scan: scan.nullable().catch(null),
  failing: failing.nullable().default(null),
});

export type Scan = z.output<typeof scan>;
export type Discovery = z.output<typeof discovery>;

const UNKNOWN: Discovery = { completeTo: 0n, finalTo: 0n, scan: null, failing: null };

export async function loadDiscovery(db: Database): Promise<Discovery> {
  const text = await selectDiscovery(db);
  return text === null ? UNKNOWN : discovery.parse(JSON.parse(text));
}

export async function saveDiscovery(tx: Database, state: Discovery): Promise<void> {
  await updateDiscovery(tx, toJson(state));
}
