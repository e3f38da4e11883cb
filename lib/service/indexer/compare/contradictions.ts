import * as z from "zod";
import type { Database } from "@/db/client";
import { selectContradictions, updateContradictions } from "@/db/queries/indexing/sync-state";
import type { ProgramTransaction } from "@/db/schema";
import { toJson } from "@/lib/core/text/to-json";
import type { TransactionReport } from "@/lib/service/chain/transaction-report";
import type { IndexerContext } from "../context";

/** Seconds after which the network must contradict a transaction again before its events are removed. */
const CONFIRM_SECONDS = 120n;
/** Maximum stored contradictions; the finality check finds the others again. */
const MAX_CONTRADICTIONS = 500;

/**
 * The state of an indexed transaction on the final chain, where it differs: absent, failed, or moved to
 * another slot. It is `disputed` where endpoints disagree.
 */
const claim = z.enum(["absent", "failed", "moved", "disputed"]);
type Claim = z.output<typeof claim>;

const contradiction = z.object({
  claim,
  /** Unix seconds since when the claim has been the same. */
  since: z.string().regex(/^\d+$/).transform(BigInt),
  /** The endpoints that contradict the index. */
  hosts: z.array(z.string()),
});

export type Contradictions = Map<string, z.output<typeof contradiction>>;

/** An entry in the format of another version is discarded and found again. */
const contradictions = z.record(z.string(), contradiction).catch({});

/** Returns the indexed transactions that endpoints contradict, by signature. */
export async function loadContradictions(db: Database): Promise<Contradictions> {
  const text = await selectContradictions(db);
  return new Map(text === null ? [] : Object.entries(contradictions.parse(JSON.parse(text))));
}

export async function saveContradictions(tx: Database, input: Contradictions): Promise<void> {
  await updateContradictions(tx, toJson(Object.fromEntries([...input].slice(0, MAX_CONTRADICTIONS))));
}

export type CombinedReport = {
  /** Null if no endpoint contradicts the index, or no endpoint has information. */
  claim: Claim | null;
  hosts: string[];
  /** The slot of a moved transaction. */
  slot: bigint | null;
  /** Whether an endpoint that retains the slot has the transaction there. */
  isConfirmed: boolean;
};

/**
 * Combines the reports of all endpoints about an indexed transaction. An endpoint without information has no
 * vote. One that does not respond may have the transaction, so that the others cannot agree on its absence.
 */
export function combineReports(
  row: Pick<ProgramTransaction, "slot">,
  reports: readonly TransactionReport[],
): CombinedReport {
  const votes = new Map<string, { claim: Claim | "as indexed"; slot: bigint | null; hosts: string[] }>();
  for (const report of reports) {
    if (report.state === "unknown" || report.state === "silent") continue;
    const vote = createVote(row, report);
    const key = `${vote.claim} ${vote.slot}`;
    votes.set(key, { ...vote, hosts: [...(votes.get(key)?.hosts ?? []), report.host] });
  }
  const against = [...votes.values()].filter((vote) => vote.claim !== "as indexed");
  const hosts = against.flatMap((vote) => vote.hosts);
  const isConfirmed = votes.size > against.length;
  const found = against.filter((vote) => vote.claim !== "absent");
  // An absent report does not count against an endpoint that has the transaction in another slot.
  const [only, other] = found.length > 0 ? found : against;
  if (!only) return { claim: null, hosts, slot: null, isConfirmed };
  const hasSilentEndpoint = reports.some(({ state }) => state === "silent");
  const isAgreed = !isConfirmed && !other && (only.claim === "moved" || !hasSilentEndpoint);
  const claimed = isAgreed && only.claim !== "as indexed" ? only.claim : "disputed";
  return { claim: claimed, hosts, slot: only.slot, isConfirmed };
}

function createVote(row: Pick<ProgramTransaction, "slot">, report: TransactionReport) {
  if (report.state !== "present") return { claim: "absent" as const, slot: null };
  const { slot, failed } = report;
  if (failed) return { claim: "failed" as const, slot };
  return { claim: slot === row.slot ? ("as indexed" as const) : ("moved" as const), slot };
}

/**
 * Stores a combined report and returns whether its claim has been the same for two minutes. The network then
 * contradicts the index for good. A different claim restarts the period.
 */
export function confirmCombinedReport(
  known: Contradictions,
  { signature, combined, now }: { signature: string; combined: CombinedReport; now: IndexerContext["now"] },
): boolean {
  if (combined.claim === null) {
    known.delete(signature);
    return false;
  }
  const before = known.get(signature);
  const isSame = before?.claim === combined.claim;
  const since = isSame ? before.since : now();
  known.set(signature, { claim: combined.claim, since, hosts: combined.hosts });
  return combined.claim !== "disputed" && isSame && now() - since >= CONFIRM_SECONDS;
}
