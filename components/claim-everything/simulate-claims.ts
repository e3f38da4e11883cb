import { readRecentPrices } from "@/components/network/priority-fee";
import { SendFailedError } from "@/components/network/send-plan";
import {
  findLamportsChange,
  newRents,
  type Simulation,
  simulatePlan,
} from "@/components/network/simulate-plan";
import type { Translator } from "@/lib/core/i18n/translator";
import { packInOrder, type SupportedVersions } from "@/lib/core/plans/pack-plans";
import { joinPlans, type TransactionPlan } from "@/lib/core/plans/plan";
import { planFailure } from "@/lib/core/plans/plan-failure";
import { parseProgramLogs } from "@/lib/core/solana/events";
import { claimKey, type LeafClaim, MAX_TRANSACTIONS, type SkippedClaim } from "./claim-request";
import { mapWithConcurrency } from "./collect-claims";

/**
 * A simulated transaction with its payout and costs. Costs are in lamports, payouts in base units of each
 * mint.
 */
export type SimulatedTransaction = {
  plan: TransactionPlan;
  /** Whether the sponsor pays the fee and signs first; `fee` is then 0. */
  isSponsored: boolean;
  /** The values of its priority fee: null if the node does not report them. */
  recentPrices: readonly bigint[] | null;
  unitsConsumed: bigint | null;
  /** The transaction versions of wallet and network. */
  supported: SupportedVersions;
  claims: LeafClaim[];
  fee: bigint;
  /** Rent of each new account: claim records and token accounts. */
  rents: { address: string; isRecord: boolean; lamports: bigint }[];
  /** The lamports of the signer before and after this transaction alone. */
  sol: { before: bigint; after: bigint };
};

export type SimulatedClaims = {
  transactions: SimulatedTransaction[];
  leftOut: SkippedClaim[];
  /** Claims beyond the limit of one run. */
  later: LeafClaim[];
};

/**
 * Packs claims into transactions and simulates each. Removes a failed claim from its transaction with the
 * reason, and simulates the rest again. Removes the last claim if the node names no instruction.
 * @throws SendFailedError if the wallet cannot pay the fee
 */
export async function simulateClaims(
  t: Translator,
  claims: readonly LeafClaim[],
  supported: SupportedVersions,
  maxTransactions = MAX_TRANSACTIONS,
): Promise<SimulatedClaims> {
  const packed = packInOrder(claims, ({ plan }) => plan, supported);
  const leftOut: SkippedClaim[] = [];
  const simulated = await mapWithConcurrency(packed.slice(0, maxTransactions), ({ items }) =>
    simulateTransaction(items, { t, supported, leftOut }),
  );
  return {
    transactions: simulated.filter((transaction) => transaction !== null),
    leftOut,
    later: packed.slice(maxTransactions).flatMap(({ items }) => items),
  };
}

type Simulating = { t: Translator; supported: SupportedVersions; leftOut: SkippedClaim[] };

async function simulateTransaction(
  claims: readonly LeafClaim[],
  simulating: Simulating,
): Promise<SimulatedTransaction | null> {
  const { t, supported, leftOut } = simulating;
  const [first, ...others] = claims;
  if (!first) return null;
  const plan = others.reduce((joined, claim) => joinPlans(joined, claim.plan), first.plan);
  const simulation = await simulatePlan(plan, t);
  if (!simulation.err) return toSimulated({ plan, supported }, claims, simulation);
  const reason = planFailure(plan, simulation, t)?.message ?? "";
  if (isOfWallet(simulation.err)) throw new SendFailedError(reason);
  const failed = claims[failedInstruction(simulation.err) ?? claims.length - 1] ?? first;
  leftOut.push({ target: failed.target, reason });
  return simulateTransaction(
    claims.filter((claim) => claim !== failed),
    simulating,
  );
}

/** Returns whether the wallet cannot pay the fee, which is independent of the claims. */
const isOfWallet = (err: unknown) => err === "AccountNotFound" || err === "InsufficientFundsForFee";

/**
 * Returns the index of the failed instruction, or null if the failure has none. Each claim is one
 * instruction.
 */
function failedInstruction(err: unknown): number | null {
  const detail: unknown =
    typeof err === "object" && err !== null ? Reflect.get(err, "InstructionError") : null;
  const at: unknown = Array.isArray(detail) ? detail[0] : null;
  return typeof at === "number" ? at : null;
}

async function toSimulated(
  { plan, supported }: Pick<SimulatedTransaction, "plan" | "supported">,
  claims: readonly LeafClaim[],
  { logs, fee, unitsConsumed, changes }: Simulation,
): Promise<SimulatedTransaction> {
  const programId = plan.instructions[0]?.programId.toBase58();
  const [rents, recentPrices] = await Promise.all([newRents(changes), readRecentPrices(plan)]);
  return {
    ...{ plan, recentPrices, unitsConsumed, supported, isSponsored: false },
    claims: paidBy(claims, { logs, programId }),
    fee,
    rents: rents.map(({ owner, ...rent }) => ({ ...rent, isRecord: owner === programId })),
    sol: findLamportsChange(plan.feePayer, changes),
  };
}

/** Returns the claims with the amounts that the simulation paid. */
export function paidBy(
  claims: readonly LeafClaim[],
  input: { logs: readonly string[]; programId?: string },
): LeafClaim[] {
  const { events } = parseProgramLogs(input.logs, input.programId);
  const paid = new Map<string, bigint>();
  for (const event of events) {
    if (event.name !== "Claimed") continue;
    paid.set(`${event.data.tree} ${event.data.leafIndex}`, event.data.amount);
  }
  return claims.map((claim) => ({ ...claim, amount: paid.get(claimKey(claim)) ?? claim.amount }));
}
