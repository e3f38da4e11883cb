/**
 * Returns the value of an amount in whole cents, rounded down. `price` is in dollars per token and the only
 * float here. It is converted to an integer with 12 fraction digits before the multiplication.
 */
export function valueInCents(baseUnits: bigint, decimals: number, price: number): bigint {
  const scaled = BigInt(Math.round(price * 1e6)) * 1_000_000n;
  return (baseUnits * scaled * 100n) / (10n ** BigInt(decimals) * 10n ** 12n);
}
