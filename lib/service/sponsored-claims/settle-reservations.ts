import {
  type ExpiredClaim,
  selectExpiredClaims,
  selectFirstExpiry,
  settleSponsoredClaims,
} from "@/db/queries/sponsor";
import { decodeClaimRecord } from "@/lib/core/solana/accounts";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { REQUEST_DEADLINE, type RpcAccount } from "@/lib/service/chain/chain";
import { NetworkUnavailableError, RpcRejectionError } from "@/lib/service/chain/errors";
import type { FinalReport } from "@/lib/service/chain/final-reports";
import type { Services } from "@/lib/service/services";
import { sponsorDay } from "./sponsor-day";

/** Accounts of one RPC call. */
const MAX_SETTLED = 100;
/** Endpoints that must agree, where the settings name several. */
const MIN_REPORTS = 2;
/** Pause before reservations are examined again for which no outcome was certain. */
const RETRY_MS = 30_000;

type Settling = { running: Promise<void> | null; nextMs: number };

const known = new WeakMap<Services, Settling>();

/**
 * Ends the reservations whose transaction can no longer land: paid if it landed, also if it failed there, and released
 * if it certainly did not. Without certainty they stay reserved until their day has ended, and then count as paid.
 * Concurrent callers share one run (single-flight).
 */
export function settleReservations(services: Services): Promise<void> {
  const state = known.get(services) ?? { running: null, nextMs: 0 };
  known.set(services, state);
  if (performance.now() < state.nextMs) return Promise.resolve();
  state.running ??= settle(services)
    .then((undecided) => {
      if (undecided > 0) state.nextMs = performance.now() + RETRY_MS;
    })
    .finally(() => {
      state.running = null;
    });
  return state.running;
}

/** Returns the number of examined reservations without a certain outcome. */
async function settle({ db, syncChain: chain, log, env, ...clock }: Services): Promise<number> {
  const first = await selectFirstExpiry(db);
  if (!chain || first === null) return 0;
  try {
    const height = await chain.getBlockHeight({ ...REQUEST_DEADLINE, commitment: "finalized" });
    if (height <= first) return 0;
    const expired = await selectExpiredClaims(db, { blockHeight: height, limit: MAX_SETTLED });
    if (expired.length === 0) return 0;
    const programId = env.VESTING_PROGRAM_ID;
    const addresses = expired.map(
      ({ treeAddress, wallet }) =>
        findClaimRecordAddress({ treeAddress, beneficiary: wallet, programId }).address,
    );
    const signed = expired.flatMap(({ signature }) => signature ?? []);
    const reports = await chain.getFinalReports({ signatures: signed, addresses }, REQUEST_DEADLINE);
    const today = sponsorDay(clock);
    const outcomes = expired.map((claim, at) => ({
      id: claim.id,
      isPast: claim.day < today,
      outcome: getOutcome(
        claim,
        getEvidence(reports, { at, signatureAt: signed.indexOf(claim.signature ?? "") }),
        programId,
      ),
    }));
    const getIds = (isWanted: (input: (typeof outcomes)[number]) => boolean) =>
      outcomes.filter(isWanted).map(({ id }) => id);
    await settleSponsoredClaims(db, {
      paid: getIds(({ outcome, isPast }) => outcome === "paid" || (outcome === null && isPast)),
      released: getIds(({ outcome }) => outcome === "released"),
    });
    const undecided = outcomes.filter(({ outcome }) => outcome === null).length;
    if (undecided > 0) log.warn({ undecided }, "sponsor: endpoints do not agree about expired claims");
    return undecided;
  } catch (error) {
    if (!(error instanceof NetworkUnavailableError || error instanceof RpcRejectionError)) throw error;
    log.debug({ problem: error.message }, "sponsor: reservations could not be settled");
    return 0;
  }
}

/** The report of one endpoint about one reservation. */
type Evidence = { height: bigint; hasLanded: boolean; record: RpcAccount | null };

/** Returns the reports about one reservation; null if too few endpoints responded. */
function getEvidence(
  reports: readonly FinalReport[],
  { at, signatureAt }: { at: number; signatureAt: number },
): Evidence[] | null {
  const evidence = reports.flatMap(({ final }) =>
    final === null
      ? []
      : {
          height: final.height,
          hasLanded: final.landed[signatureAt] ?? false,
          record: final.accounts[at] ?? null,
        },
  );
  return evidence.length >= Math.max(1, Math.min(MIN_REPORTS, reports.length)) ? evidence : null;
}

type Reservation = Pick<ExpiredClaim, "isIndexed" | "indexedTotals" | "lastValidBlockHeight">;

/** Returns the certain outcome of a reservation; null if there is none. */
function getOutcome(
  { isIndexed, indexedTotals, lastValidBlockHeight }: Reservation,
  evidence: readonly Evidence[] | null,
  programId: string,
): "paid" | "released" | null {
  if (isIndexed) return "paid";
  if (!evidence?.every(({ height }) => height > lastValidBlockHeight)) return null;
  if (evidence.every(({ hasLanded }) => hasLanded)) return "paid";
  const isAbsent = evidence.every(
    ({ hasLanded, record }) => !hasLanded && isExplained(record, { indexedTotals, programId }),
  );
  return isAbsent ? "released" : null;
}

/** Whether a claim record has no claim that the index lacks, such as the one of the reservation. */
function isExplained(
  record: RpcAccount | null,
  { indexedTotals, programId }: { indexedTotals: readonly bigint[]; programId: string },
): boolean {
  if (record?.owner !== programId) return true;
  try {
    const { claimedAmount } = decodeClaimRecord(record.data);
    return claimedAmount === 0n || indexedTotals.includes(claimedAmount);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
