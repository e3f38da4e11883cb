import * as z from "zod";
import type { Database } from "@/db/client";
import { selectDiscovery, updateDiscovery } from "@/db/queries/indexing/sync-state";
import { toJson } from "@/lib/core/text/to-json";

const slot = z.string().regex(/^\d+$/).transform(BigInt);

/** Version of the format and rules of a saved scan; a scan of another version is discarded. */
export const SCAN_VERSION = 2;

/**
 * A walk through the list of transactions from `head` down to `floor`, which a crash or a deadline may
 * interrupt.
 */
const scan = z.object({
  version: z.literal(SCAN_VERSION),
  /** The hosts of the endpoints, in order, at the start of the scan. */
  endpoints: z.string(),
  head: slot,
  /** The final slot at the start of the walk. */
  final: slot,
  floor: slot,
  /** The walk continues after this signature; null at the start. */
  before: z.string().nullable(),
  /** A signature that the next page must contain, which proves that both pages connect. */
  expect: z.string().nullable(),
});

/** The reason why scans fail, the number of consecutive failures, and their start in unix seconds. */
const failing = z.object({
  code: z.enum(["scan_failing", "history_pruned"]),
  problem: z.string(),
  times: z.int(),
  since: slot,
});

const discovery = z.object({
  /** Every transaction up to this slot was found. */
  completeTo: slot,
  /** The list up to this slot can no longer change. */
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
