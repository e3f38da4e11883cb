/**
 * What an amount is worth in whole cents, cut off. `price` is a quotation in dollars for one token, so it is the one float
 * here; it is turned into an integer of 12 fraction digits before it meets the amount.
 */
export function worthInCents(baseUnits: bigint, decimals: number, price: number): bigint {
  const scaled = BigInt(Math.round(price * 1e6)) * 1_000_000n;
  return (baseUnits * scaled * 100n) / (10n ** BigInt(decimals) * 10n ** 12n);
}
