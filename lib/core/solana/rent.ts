/** Lamports that an account pays for each byte and for its header; every cluster has had the same since the first. */
const [RENT_PER_BYTE, RENT_OVERHEAD_BYTES] = [6_960n, 128n];

/** Size of a vesting tree account as the program allocates it: every option present. */
export const TREE_ACCOUNT_BYTES = 323;

/** Returns the lamports that keep an account of so many bytes from rent. */
export const rentExemptMinimum = (bytes: number): bigint =>
  (RENT_OVERHEAD_BYTES + BigInt(bytes)) * RENT_PER_BYTE;

/** Returns the lamports of an account above the minimum that keeps it from rent. */
export function lamportsAboveRent({ lamports, data }: { lamports: bigint; data: Uint8Array }): bigint {
  const rent = rentExemptMinimum(data.length);
  return lamports > rent ? lamports - rent : 0n;
}
