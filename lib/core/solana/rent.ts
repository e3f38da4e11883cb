/**
 * Rent in lamports per byte, and the size of an account's header in bytes; both are constant on every
 * cluster.
 */
const [RENT_PER_BYTE, RENT_OVERHEAD_BYTES] = [6_960n, 128n];

/** Size of a vesting tree account as the program allocates it: with every option present. */
export const TREE_ACCOUNT_BYTES = 323;

/** Returns the lamports that make an account of this size rent-exempt. */
export const rentExemptMinimum = (bytes: number): bigint =>
  (RENT_OVERHEAD_BYTES + BigInt(bytes)) * RENT_PER_BYTE;

/** Returns the lamports of an account above the rent-exempt minimum. */
export function lamportsAboveRent({ lamports, data }: { lamports: bigint; data: Uint8Array }): bigint {
  const rent = rentExemptMinimum(data.length);
  return lamports > rent ? lamports - rent : 0n;
}
