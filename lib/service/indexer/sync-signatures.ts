import type * as z from "zod";
import { type StoredEvents, selectStoredOf } from "@/db/queries/events/stored-events";
import type { syncedView } from "@/lib/contract/operations";
import { eventName } from "@/lib/core/solana/events";
import type { IndexerContext } from "./context";
import { type Ingested, type IngestOptions, ingestSignatures, isSettled } from "./store/ingest";

export type SyncResult = z.output<typeof syncedView>["results"][number];

export type SyncOptions = IngestOptions & {
  /** Whether results count only claims; whole transactions are indexed regardless. */
  claimsOnly?: boolean;
};

/**
 * Ingests transactions that a client names, and returns the outcome of each, in the order of first mention. A
 * transaction that the network has not returned in time is `pending`.
 */
export async function syncSignatures(
  context: IndexerContext,
  signatures: readonly string[],
  { claimsOnly = false, ...options }: SyncOptions = {},
): Promise<SyncResult[]> {
  const wanted = [...new Set(signatures)];
  const ingested = await ingestSignatures(context, wanted, options);
  const stored = await selectStoredOf(context.db, wanted);
  return wanted.map((signature) => {
    const facts = { ingested, of: stored.get(signature) };
    return { signature, ...getOutcome(signature, facts, claimsOnly) };
  });
}

function getOutcome(
  signature: string,
  facts: { ingested: Ingested; of: StoredEvents | undefined },
  claimsOnly: boolean,
): Omit<SyncResult, "signature"> {
  const { ingested, of } = facts;
  const row = ingested.known.get(signature);
  const read = ingested.read.get(signature);
  const known = row && isSettled(row) ? row : read;
  if (known?.status === "failed") return { status: "failed", events: 0 };
  if (known?.status === "indexed")
    return indexedOutcome(known, of, { claimsOnly, isNew: ingested.stored.has(signature) });
  const reason = read?.readError ?? ingested.unreadable.get(signature);
  return reason === undefined
    ? { status: "pending", events: 0 }
    : { status: "unreadable", events: 0, reason };
}

function indexedOutcome(
  log: { isLogTruncated: boolean; lostAccounts: string[] | null },
  input: StoredEvents | undefined,
  { claimsOnly, isNew }: { claimsOnly: boolean; isNew: boolean },
): Omit<SyncResult, "signature"> {
  const created = claimsOnly || !input ? { registered: 0, unregistered: 0 } : input.created;
  const events = ((claimsOnly ? input?.claims : input?.stored) ?? 0) + created.registered;
  if (log.lostAccounts) return { status: "log_cut", events };
  if (events > 0) return { status: isNew ? "indexed" : "already_indexed", events, ...isRebuilt(log) };
  const retained = (input?.payloads ?? []).filter((payload) => !claimsOnly || isClaim(payload)).length;
  const waiting = retained + created.unregistered;
  return waiting > 0 ? { status: "unregistered", events: waiting } : { status: "no_events", events: 0 };
}

const isRebuilt = ({ isLogTruncated }: { isLogTruncated: boolean }) =>
  isLogTruncated ? { reconstructed: true as const } : {};

const isClaim = (payload: string): boolean => eventName(Buffer.from(payload, "base64")) === "Claimed";
