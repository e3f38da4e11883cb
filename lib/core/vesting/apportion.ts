/**
 * Divides non-negative parts by `divisor` and rounds them so that the sum of the results equals the rounded
 * down quotient of their sum (largest-remainder method). Parts at `floored` are rounded down, for amounts that must
 * not appear larger than they are, unless all other parts are zero. Without them, each result differs from its
 * quotient by less than one.
 */
export function apportion(
  parts: readonly bigint[],
  divisor: bigint,
  { floored = [] }: { floored?: readonly number[] } = {},
): bigint[] {
  const rounded = parts.map((part) => part / divisor);
  const whole = parts.reduce((sum, part) => sum + part, 0n) / divisor;
  const missing = Number(whole - rounded.reduce((sum, part) => sum + part, 0n));
  const positive = parts
    .map((part, index) => ({ index, rest: part % divisor, part }))
    .filter(({ part }) => part > 0n);
  const free = positive.filter(({ index }) => !floored.includes(index));
  const byRemainder =
    free.length > 0 ? free.sort((a, b) => Number(b.rest > a.rest) - Number(b.rest < a.rest)) : positive;
  for (let unit = 0; unit < missing; unit += 1) {
    const { index } = byRemainder[unit % byRemainder.length] ?? { index: 0 };
    rounded[index] = (rounded[index] ?? 0n) + 1n;
  }
  return rounded;
}

/** The whole in hundredths of a percent. */
export const WHOLE = 10_000n;

/**
 * Returns the share of each part in the sum of all parts, in hundredths of a percent. The shares add up to
 * 100% exactly, or are all 0 if every part is 0.
 */
export function apportionShares(parts: readonly bigint[], floored: readonly number[] = []): bigint[] {
  const sum = parts.reduce((total, part) => total + part, 0n);
  if (sum === 0n) return parts.map(() => 0n);
  return apportion(
    parts.map((part) => part * WHOLE),
    sum,
    { floored },
  );
}
