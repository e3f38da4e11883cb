import { PublicKey, SYSVAR_CLOCK_PUBKEY } from "@solana/web3.js";
import { bytesKey } from "./bytes-key";
import { type AccountState, SLOTS_PER_EPOCH } from "./engine";

const CLOCK_KEY = bytesKey(SYSVAR_CLOCK_PUBKEY.toBytes());
const SYSVAR_OWNER_KEY = bytesKey(new PublicKey("Sysvar1111111111111111111111111111111111111").toBytes());

const SLOT_AT = 0;
const EPOCH_AT = 16;
const LEADER_SCHEDULE_EPOCH_AT = 24;
const UNIX_TIMESTAMP_AT = 32;

export const isClockSysvar = (address: Uint8Array): boolean => bytesKey(address) === CLOCK_KEY;

export const isSysvar = (account: AccountState | null): boolean =>
  account !== null && bytesKey(account.owner) === SYSVAR_OWNER_KEY;

/** Returns the Clock sysvar of the block of `slot`. The machine holds only the clock of its last run. */
export function clockSysvarAt(account: AccountState, slot: number, unixTime: number): AccountState {
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  const epoch = BigInt(slot) / SLOTS_PER_EPOCH;
  view.setBigUint64(SLOT_AT, BigInt(slot), true);
  view.setBigUint64(EPOCH_AT, epoch, true);
  view.setBigUint64(LEADER_SCHEDULE_EPOCH_AT, epoch + 1n, true);
  view.setBigInt64(UNIX_TIMESTAMP_AT, BigInt(unixTime), true);
  return { ...account, data };
}
