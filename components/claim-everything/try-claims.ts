import { TransactionFailure } from "@/components/ledger/send-plan";
import { lamportsOf, newRents, type Simulation, simulatePlan } from "@/components/ledger/try-plan";
import { joinPlans, type TransactionPlan } from "@/lib/core/plans/plan";
import { planFailure } from "@/lib/core/plans/plan-failure";
import { packInOrder } from "@/lib/core/plans/wire";
import { parseProgramLogs } from "@/lib/core/solana/events";
import type { Words } from "@/lib/core/words/words";
import { claimKey, type LeafClaim, type LeftOut, MOST_TRANSACTIONS } from "./claim-request";
import { mapFew } from "./collect-claims";

/** A transaction that the ledger has tried, with what it would pay and cost; lamports, and base units of each mint. */
export type TriedTransaction = {
  plan: TransactionPlan;
  claims: LeafClaim[];
  fee: bigint;
  /** Of accounts that are made: each claim record, and each token account. */
  rents: { address: string; isRecord: boolean; lamports: bigint }[];
  /** What the signer's SOL would be before and after this one alone. */
  sol: { before: bigint; after: bigint };
};

export type Tried = {
  transactions: TriedTransaction[];
  leftOut: LeftOut[];
  /** Claims beyond what one go takes. */
  later: LeafClaim[];
};

/**
 * Packs claims into transactions and has the ledger try each. A claim that fails is left out of its transaction with its
 * reason, the last one where the node blames none, and the rest is tried again. Throws TransactionFailure for a wallet that
 * cannot pay the fee.
 */
export async function tryClaims(t: Words, claims: readonly LeafClaim[]): Promise<Tried> {
  const packed = packInOrder(claims, ({ plan }) => plan);
  const leftOut: LeftOut[] = [];
  const tried = await mapFew(packed.slice(0, MOST_TRANSACTIONS), ({ items }) =>
    tryTogether(t, items, leftOut),
  );
  return {
    transactions: tried.filter((transaction) => transaction !== null),
    leftOut,
    later: packed.slice(MOST_TRANSACTIONS).flatMap(({ items }) => items),
  };
}

async function tryTogether(
  t: Words,
  claims: readonly LeafClaim[],
  leftOut: LeftOut[],
): Promise<TriedTransaction | null> {
  const [first, ...others] = claims;
  if (!first) return null;
  const plan = others.reduce((joined, claim) => joinPlans(joined, claim.plan), first.plan);
  const simulation = await simulatePlan(plan, t);
  if (!simulation.err) return toTried(plan, claims, simulation);
  const reason = planFailure(plan, simulation, t)?.message ?? "";
  if (isOfWallet(simulation.err)) throw new TransactionFailure(reason);
  const guilty = claims[failedInstruction(simulation.err) ?? claims.length - 1] ?? first;
  leftOut.push({ target: guilty.target, reason });
  return tryTogether(
    t,
    claims.filter((claim) => claim !== guilty),
    leftOut,
  );
}

/** What no claim is to blame for, and what would fail without any of them: the wallet cannot pay the fee. */
const isOfWallet = (err: unknown) => err === "AccountNotFound" || err === "InsufficientFundsForFee";

/** Which instruction failed; null when it was none of them. Each claim is one. */
function failedInstruction(err: unknown): number | null {
  const detail: unknown =
    typeof err === "object" && err !== null ? Reflect.get(err, "InstructionError") : null;
  const at: unknown = Array.isArray(detail) ? detail[0] : null;
  return typeof at === "number" ? at : null;
}

async function toTried(
  plan: TransactionPlan,
  claims: readonly LeafClaim[],
  { logs, fee, changes }: Simulation,
): Promise<TriedTransaction> {
  const programId = plan.instructions[0]?.programId.toBase58();
  const rents = await newRents(changes);
  return {
    plan,
    claims: paidBy(claims, { logs, programId }),
    fee,
    rents: rents.map(({ owner, ...rent }) => ({ ...rent, isRecord: owner === programId })),
    sol: lamportsOf(plan.feePayer, changes),
  };
}

/** The claims with what the ledger paid for each as it tried them. */
function paidBy(
  claims: readonly LeafClaim[],
  of: { logs: readonly string[]; programId?: string },
): LeafClaim[] {
  const { events } = parseProgramLogs(of.logs, of.programId);
  const paid = new Map<string, bigint>();
  for (const event of events) {
    if (event.name !== "Claimed") continue;
    paid.set(`${event.data.tree} ${event.data.leafIndex}`, event.data.amount);
  }
  return claims.map((claim) => ({ ...claim, amount: paid.get(claimKey(claim)) ?? claim.amount }));
}
