/** The sysvar with the network's time. */
export const CLOCK_SYSVAR_ID = "SysvarC1ock11111111111111111111111111111111";

const CLOCK_BYTES = 40;
const UNIX_TIMESTAMP_OFFSET = 32;

/** Returns the unix seconds of the clock sysvar; null for other data. Source: solana-clock, Clock. */
export function clockTime(data: Uint8Array): bigint | null {
  if (data.length < CLOCK_BYTES) return null;
  return new DataView(data.buffer, data.byteOffset).getBigInt64(UNIX_TIMESTAMP_OFFSET, true);
}
