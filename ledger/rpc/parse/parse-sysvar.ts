import bs58 from "bs58";
import type { AccountState } from "../../bank/engine";
import { readNonce } from "../../bank/transactions/durable-nonce";
import { u64Json } from "../encode/json";

type Info = Record<string, unknown> | unknown[];

const MAX_RECENT = 512;

/** Returns a nonce account of the System program in parsed form, or null for any other account. */
export function parseNonce(account: AccountState) {
  const held = readNonce(account);
  if (held === null) return null;
  const info = {
    authority: bs58.encode(held.authority),
    blockhash: bs58.encode(held.nonce),
    feeCalculator: { lamportsPerSignature: held.lamportsPerSignature.toString() },
  };
  return { parsed: { info, type: "initialized" }, program: "nonce", space: account.data.length };
}

/** Returns a sysvar in parsed form, or null for another account or a sysvar without a parsed form. */
export function parseSysvar({ data }: AccountState, address: Uint8Array) {
  const kind = KINDS[bs58.encode(address)];
  if (kind === undefined) return null;
  const info = kind.read(new DataView(data.buffer, data.byteOffset, data.byteLength), data);
  return { parsed: { info, type: kind.type }, program: "sysvar", space: data.length };
}

type Kind = { type: string; read(view: DataView, data: Uint8Array): Info };

const u64 = (view: DataView, at: number) => u64Json(view.getBigUint64(at, true));
const i64 = (view: DataView, at: number) => Number(view.getBigInt64(at, true));

/** Returns the available entries of a list of fixed width after its length. */
function entries<Entry>(view: DataView, width: number, read: (at: number) => Entry): Entry[] {
  const stored = Math.floor((view.byteLength - 8) / width);
  const count = Math.min(Number(view.getBigUint64(0, true)), stored, MAX_RECENT);
  return Array.from({ length: count }, (_, index) => read(8 + index * width));
}

const KINDS: Record<string, Kind> = {
  SysvarC1ock11111111111111111111111111111111: {
    type: "clock",
    read: (view) => ({
      slot: u64(view, 0),
      epochStartTimestamp: i64(view, 8),
      epoch: u64(view, 16),
      leaderScheduleEpoch: u64(view, 24),
      unixTimestamp: i64(view, 32),
    }),
  },
  SysvarRent111111111111111111111111111111111: {
    type: "rent",
    read: (view) => ({
      lamportsPerByteYear: view.getBigUint64(0, true).toString(),
      exemptionThreshold: view.getFloat64(8, true),
      burnPercent: view.getUint8(16),
    }),
  },
  SysvarEpochSchedu1e111111111111111111111111: {
    type: "epochSchedule",
    read: (view) => ({
      slotsPerEpoch: u64(view, 0),
      leaderScheduleSlotOffset: u64(view, 8),
      warmup: view.getUint8(16) === 1,
      firstNormalEpoch: u64(view, 17),
      firstNormalSlot: u64(view, 25),
    }),
  },
  SysvarRecentB1ockHashes11111111111111111111: {
    type: "recentBlockhashes",
    read: (view, data) =>
      entries(view, 40, (at) => ({
        blockhash: bs58.encode(data.subarray(at, at + 32)),
        feeCalculator: { lamportsPerSignature: view.getBigUint64(at + 32, true).toString() },
      })),
  },
  SysvarS1otHashes111111111111111111111111111: {
    type: "slotHashes",
    read: (view, data) =>
      entries(view, 40, (at) => ({ slot: u64(view, at), hash: bs58.encode(data.subarray(at + 8, at + 40)) })),
  },
  SysvarStakeHistory1111111111111111111111111: {
    type: "stakeHistory",
    read: (view) =>
      entries(view, 32, (at) => ({
        epoch: u64(view, at),
        stakeHistory: {
          effective: u64(view, at + 8),
          activating: u64(view, at + 16),
          deactivating: u64(view, at + 24),
        },
      })),
  },
  SysvarLastRestartS1ot1111111111111111111111: {
    type: "lastRestartSlot",
    read: (view) => ({ lastRestartSlot: u64(view, 0) }),
  },
};
