/** The sum of all claims up to a moment, in unix seconds and base units. */
export type ClaimStep = { at: bigint; total: bigint };

/**
 * Returns the claimed sum after each payment, in order of time. `payments` are newest first, and `claimed` is the
 * sum after the newest. The sums are counted back from it, so that they are correct without the oldest payments.
 */
export function claimSteps(
  payments: readonly { at: bigint; amount: bigint }[],
  claimed: bigint,
): ClaimStep[] {
  let total = claimed;
  const steps: ClaimStep[] = [];
  for (const { at, amount } of payments) {
    steps.push({ at, total });
    total = amount < total ? total - amount : 0n;
  }
  return steps.reverse();
}
