/**
 * Divides non-negative parts by `divisor` and rounds them so that the sum of the results equals the rounded
 * down quotient of their sum (largest-remainder method). Each result differs from its quotient by less than
 * one. The part at `floored` is always rounded down, for an amount that must not appear larger than it is.
 */
export function roundTogether(
  parts: readonly bigint[],
  divisor: bigint,
  { floored = -1 }: { floored?: number } = {},
): bigint[] {
  const rounded = parts.map((part) => part / divisor);
  const whole = parts.reduce((sum, part) => sum + part, 0n) / divisor;
  const missing = Number(whole - rounded.reduce((sum, part) => sum + part, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, rest: index === floored ? -1n : part % divisor }))
    .sort((a, b) => Number(b.rest > a.rest) - Number(b.rest < a.rest));
  for (const { index } of byRemainder.slice(0, missing)) rounded[index] = (rounded[index] ?? 0n) + 1n;
  return rounded;
}

/** The whole in hundredths of a percent. */
export const WHOLE = 10_000n;

/**
 * Returns the share of each part in the sum of all parts, in hundredths of a percent. The shares add up to
 * 100 % exactly, or are all 0 if every part is 0.
 */
export function sharesTogether(parts: readonly bigint[]): bigint[] {
  const sum = parts.reduce((total, part) => total + part, 0n);
  if (sum === 0n) return parts.map(() => 0n);
  return roundTogether(
    parts.map((part) => part * WHOLE),
    sum,
  );
}
