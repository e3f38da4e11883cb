/** Returns the shortest decimal text of a finite number as an integer and its number of decimals. */
export function toDecimal(value: number): { digits: bigint; decimals: number } {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = BigInt(whole + fraction);
  const decimals = fraction.length - Number(exponent);
  return decimals < 0 ? { digits: digits * 10n ** BigInt(-decimals), decimals: 0 } : { digits, decimals };
}

/** Returns the value of an amount in whole cents, rounded down. `price` is in dollars per token. */
export function valueInCents(baseUnits: bigint, decimals: number, price: number): bigint {
  const exact = toDecimal(price);
  return (baseUnits * exact.digits * 100n) / 10n ** BigInt(decimals + exact.decimals);
}
