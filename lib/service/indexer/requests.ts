import * as z from "zod";
import { selectOverclaimsOf } from "@/db/queries/events/overclaims";
import { type FindingView, MAX_FINDINGS, toFindingView } from "@/lib/contract/finding";
import { ApiError } from "@/lib/core/errors";
import { isSignature } from "@/lib/core/solana/signatures";
import type { Services } from "@/lib/service/services";
import type { IndexerContext } from "./context";
import { type RunReport, runIndexer, type Skipped } from "./run";
import { type SyncOptions, type SyncResult, syncSignatures } from "./sync-signatures";

const MAX_SIGNATURES = 50;
/** Time limit of a run that an operator waits for, if the platform sets no limit. */
const OPERATOR_TIME_LIMIT_MS = 600_000;

const signature = z.string().refine(isSignature, "must be a base58 transaction signature of 64 bytes");

/** One signature or up to 50; duplicates are returned once. */
export const signaturesBody = z
  .object({
    signature: signature.optional().describe("signature of one transaction, base58"),
    signatures: z
      .array(signature)
      .min(1)
      .max(MAX_SIGNATURES)
      .optional()
      .describe(`signatures of up to ${MAX_SIGNATURES} transactions, instead of signature`),
  })
  .meta({ id: "SignatureList" })
  .refine((body) => (body.signature === undefined) !== (body.signatures === undefined), {
    path: ["signatures"],
    message: `must be either signature, or signatures with 1 to ${MAX_SIGNATURES} items`,
  })
  .transform((body) => body.signatures ?? [body.signature ?? ""]);

/**
 * Returns the indexer's context for a request. Throws LEDGER_UNAVAILABLE (503) without a network connection.
 */
export function indexerContext(services: Services, chain = services.chain): IndexerContext {
  const { db, env, log, now, nowMs } = services;
  if (!chain) throw new ApiError("LEDGER_UNAVAILABLE", "No Solana network is connected. Set SOLANA_RPC_URL.");
  return { chain, db, log, now, nowMs, programId: env.VESTING_PROGRAM_ID };
}

/** Indexes transactions that a client names; `processed` counts the new events. */
export async function answerSync(
  services: Services,
  signatures: readonly string[],
  options: SyncOptions = {},
): Promise<{ ok: true; processed: number; results: SyncResult[]; findings: FindingView[] }> {
  const results = await syncSignatures(indexerContext(services, services.syncChain), signatures, options);
  const fresh = results.filter(({ status }) => status === "indexed");
  const processed = fresh.reduce((sum, { events }) => sum + events, 0);
  const overclaims = await selectOverclaimsOf(services.db, { signatures, limit: MAX_FINDINGS });
  return { ok: true, processed, results, findings: overclaims.map(toFindingView) };
}

/** Runs the indexer for the scheduler: from the checkpoint, within the configured time budget. */
export function runScheduled(services: Services): Promise<RunReport | Skipped> {
  return runIndexer(indexerContext(services), { timeLimitMs: services.env.SYNC_BUDGET_MS });
}

/**
 * Runs the indexer for the operator: compares every campaign with its account, and reads again from a slot if
 * requested.
 */
export function runFull(services: Services, fromSlot?: bigint): Promise<RunReport | Skipped> {
  const { SYNC_BUDGET_MS, VERCEL } = services.env;
  const timeLimitMs = VERCEL ? SYNC_BUDGET_MS : Math.max(SYNC_BUDGET_MS, OPERATOR_TIME_LIMIT_MS);
  return runIndexer(indexerContext(services), { fromSlot, full: true, timeLimitMs });
}
