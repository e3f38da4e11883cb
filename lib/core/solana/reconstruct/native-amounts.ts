import type { ProgramEvent } from "@/lib/core/solana/events";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import type { Call } from "./calls";
import { type LamportFlow, solveFlows, unknownOutflow } from "./lamport-flows";
import { systemTransfer } from "./system-instructions";
import type { Step, TransactionRecord } from "./transaction-record";

/** The lamports that calls on native SOL campaigns moved. */
export type NativeFlows = {
  flows: readonly LamportFlow[];
  /** Returns the payouts of a call, in execution order. */
  getPayouts: (call: Call) => readonly LamportFlow[];
  /**
   * Returns whether a claim emptied the tree: the claim then also received the tree's rent, which its event
   * does not count.
   */
  hasEmptied: (call: Call) => boolean;
};

type PayingCall = Extract<
  Call,
  { name: "claim" | "withdraw" | "cancel_stream" | "withdraw_unvested" | "instant_refund_campaign" }
>;

/** Returns whether a call pays from a tree's lamports: token campaigns pay from a vault. */
export function isNativePayout(call: Call): call is PayingCall {
  return isPaying(call) && call.accounts.vault === null;
}

function isPaying(call: Call): call is PayingCall {
  const { name } = call;
  return (
    name === "claim" ||
    name === "withdraw" ||
    name === "cancel_stream" ||
    name === "withdraw_unvested" ||
    name === "instant_refund_campaign"
  );
}

/** Returns the recipients of a call's payouts, in order. */
function payees(call: PayingCall): string[] {
  if (call.name === "claim" || call.name === "withdraw") return [call.accounts.beneficiary];
  if (call.name === "cancel_stream") return [call.accounts.beneficiary, call.accounts.creator];
  return [call.accounts.creator];
}

/** Tracks every lamport that the program's native campaigns paid, as far as the transaction determines it. */
export function followLamports(
  record: TransactionRecord,
  {
    steps,
    calls,
    logged,
  }: { steps: readonly Step[]; calls: readonly Call[]; logged: readonly ProgramEvent[] },
): NativeFlows {
  const { feePayer, fee, lamports } = record;
  const flows: LamportFlow[] = [{ at: -1, from: feePayer, to: null, amount: fee }];
  for (const step of steps) {
    const transfer = systemTransfer(step);
    if (transfer !== null) flows.push({ at: step.at, ...transfer });
  }
  const payouts = new Map<Call, LamportFlow[]>();
  for (const call of calls) {
    const { at } = call.step;
    if (call.name === "close_claim_record") {
      flows.push({ at, from: call.accounts.claimRecord, to: call.accounts.beneficiary, amount: null });
    }
    if (!isNativePayout(call)) continue;
    const from = call.accounts.vestingTree;
    const made = payees(call).map((to): LamportFlow => ({ at, from, to, amount: null }));
    payouts.set(call, made);
    flows.push(...made);
  }
  const emptying = emptyingClaims(calls, lamports);
  const hasEmptied = (call: Call) => emptying.has(call);
  const getPayouts = (call: Call) => payouts.get(call) ?? [];
  const claims = [...payouts.keys()].filter((call) => !hasEmptied(call));
  for (const call of claims) pin(call, getPayouts(call), logged[call.eventIndex]);
  const owned = new Set(
    calls.flatMap((call) => [
      call.accounts.vestingTree,
      ...("claimRecord" in call.accounts ? [call.accounts.claimRecord] : []),
    ]),
  );
  solveFlows(flows, { balances: lamports, owned });
  pinFullyVested(record, { flows, claims, getPayouts });
  for (const call of claims) dropImpossible(call, getPayouts(call), record.blockTime);
  return { flows, getPayouts, hasEmptied };
}

/**
 * Returns the claims after which a tree was empty: the last claim before the tree was created again, or
 * before the end.
 */
function emptyingClaims(calls: readonly Call[], lamports: TransactionRecord["lamports"]): Set<Call> {
  const last = new Map<string, Call>();
  const found = new Set<Call>();
  const add = (call: Call | undefined) => {
    if (call?.name === "claim" || call?.name === "withdraw") found.add(call);
  };
  for (const call of calls) {
    const tree = call.accounts.vestingTree;
    if (call.name === "create_campaign_native" || call.name === "create_stream_native") {
      add(last.get(tree));
      last.delete(tree);
    }
    if (isNativePayout(call)) last.set(tree, call);
  }
  for (const [tree, call] of last) if (lamports.get(tree)?.after === 0n) add(call);
  return found;
}

/**
 * Sets an amount that the remaining log states, or that the leaf alone determines: a milestone is paid in
 * full.
 */
function pin(call: Call, made: readonly LamportFlow[], logged: ProgramEvent | undefined): void {
  const [first, second] = made;
  if (first === undefined) return;
  if (logged?.name === "StreamCancelled" && second !== undefined) {
    first.amount = logged.data.amountToBeneficiary;
    second.amount = logged.data.amountToCreator;
  } else if (logged !== undefined && "amount" in logged.data) first.amount = logged.data.amount;
  else if (call.name === "claim" && call.args.leaf.releaseType === ReleaseType.Milestone) {
    first.amount = call.args.leaf.amount;
  }
}

/** Returns the maximum that a claim of a leaf can pay at a time. A cancellation only lowers it. */
function upperBound(call: Call, blockTime: bigint | null): bigint | null {
  if (call.name !== "claim") return null;
  const leaf = call.args.leaf as Leaf;
  if (blockTime === null || leaf.releaseType === ReleaseType.Milestone) return leaf.amount;
  return vestedAmount(leaf, { now: blockTime, cancelledAt: null });
}

/**
 * If the claims of a tree together paid the full vested amount of their leaves, each claim paid the full
 * vested amount of its leaf.
 */
function pinFullyVested(
  { lamports, blockTime }: TransactionRecord,
  { flows, claims, getPayouts }: Pick<NativeFlows, "flows" | "getPayouts"> & { claims: readonly Call[] },
): void {
  for (const tree of new Set(claims.map((call) => call.accounts.vestingTree))) {
    const balance = lamports.get(tree);
    const open = claims.flatMap((call) => {
      if (call.accounts.vestingTree !== tree) return [];
      return getPayouts(call).flatMap((flow) =>
        flow.amount === null ? [{ flow, largest: upperBound(call, blockTime) }] : [],
      );
    });
    const unknown = flows.filter(({ from, amount }) => from === tree && amount === null).length;
    if (balance === undefined || open.length !== unknown) continue;
    const max = open.reduce<bigint | null>(
      (sum, item) => (sum === null || item.largest === null ? null : sum + item.largest),
      0n,
    );
    if (max === null || max !== unknownOutflow(flows, tree, balance)) continue;
    for (const flow of open) flow.flow.amount = flow.largest;
  }
}

/**
 * Resets an amount that the program cannot have paid: some transfer of lamports is not visible in the
 * instructions.
 */
function dropImpossible(call: Call, [flow]: readonly LamportFlow[], blockTime: bigint | null): void {
  const max = upperBound(call, blockTime);
  if (flow === undefined || flow.amount === null || max === null) return;
  if (flow.amount === 0n || flow.amount > max) flow.amount = null;
}
