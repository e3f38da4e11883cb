import type { BalanceChange } from "./transaction-record";

/** A transfer of lamports at a position in execution order. `amount` is null until it is known. */
export type LamportFlow = {
  at: number;
  /** Null for an account that is not tracked, such as the collector of fees. */
  from: string | null;
  to: string | null;
  amount: bigint | null;
};

/**
 * Returns the sum of the known flows into an account minus those out of it, up to and including a position.
 */
function netFlow(flows: readonly LamportFlow[], account: string, upTo: number): bigint {
  let net = 0n;
  for (const { at, from, to, amount } of flows) {
    if (at > upTo || amount === null) continue;
    if (to === account) net += amount;
    if (from === account) net -= amount;
  }
  return net;
}

const moves = (flow: LamportFlow, account: string): boolean =>
  (flow.from === account) !== (flow.to === account);

/**
 * Computes unknown amounts from the balance changes: an account with a single unknown flow determines its
 * amount. The program's own accounts come first, because only the program can debit them. A wallet's balance
 * change may include transfers that no instruction shows. A negative amount stays unknown.
 */
export function solveFlows(
  flows: readonly LamportFlow[],
  { balances, owned }: { balances: ReadonlyMap<string, BalanceChange>; owned: ReadonlySet<string> },
): void {
  const accounts = new Set(flows.flatMap(({ from, to }) => [from, to]).filter((item) => item !== null));
  const inOrder = [...accounts].sort((a, b) => Number(owned.has(b)) - Number(owned.has(a)));
  while (inOrder.some((account) => solveAccount(flows, account, balances.get(account)))) {
    // Each computed amount may leave another account with a single unknown flow.
  }
}

/** Computes the only unknown flow of an account. Returns false if there is none, or if there are several. */
function solveAccount(
  flows: readonly LamportFlow[],
  account: string,
  balance: BalanceChange | undefined,
): boolean {
  const unknown = flows.filter((flow) => flow.amount === null && moves(flow, account));
  const [flow] = unknown;
  if (balance === undefined || flow === undefined || unknown.length > 1) return false;
  const rest = balance.after - balance.before - netFlow(flows, account, Number.POSITIVE_INFINITY);
  const amount = flow.to === account ? rest : -rest;
  if (amount < 0n) return false;
  flow.amount = amount;
  return true;
}

/** Returns the sum of an account's unknown outflows. */
export function unknownOutflow(
  flows: readonly LamportFlow[],
  account: string,
  { before, after }: BalanceChange,
): bigint {
  return before + netFlow(flows, account, Number.POSITIVE_INFINITY) - after;
}

/**
 * Returns an account's lamports after a position in execution order; null while a flow up to that position is
 * unknown.
 */
export function balanceAt(
  flows: readonly LamportFlow[],
  account: string,
  { at, before }: { at: number; before: bigint },
): bigint | null {
  const isUnknown = flows.some((flow) => flow.at <= at && flow.amount === null && moves(flow, account));
  return isUnknown ? null : before + netFlow(flows, account, at);
}
