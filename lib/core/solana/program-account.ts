import { readAddress } from "@/lib/core/solana/base58";

/** Loaders that own programs. Source: solana-sdk-ids. The first two loaders make immutable programs. */
const FIXED_LOADERS: readonly string[] = [
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
];
const UPGRADEABLE_LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";

const [PROGRAM_TAG, DATA_TAG] = [2, 3];
const ADDRESS_BYTES = 32;
/** Bytes before the program's code. Source: solana-loader-v3-interface, UpgradeableLoaderState. */
export const PROGRAM_DATA_HEADER_BYTES = 45;

type Account = { owner: string; data: Uint8Array };

export const isFixedProgram = ({ owner }: Account): boolean => FIXED_LOADERS.includes(owner);

/** Returns the address of the account that has an upgradeable program's code; null for any other account. */
export function programDataAddress({ owner, data }: Account): string | null {
  if (owner !== UPGRADEABLE_LOADER || data.length < 4 + ADDRESS_BYTES) return null;
  return toView(data).getUint32(0, true) === PROGRAM_TAG ? addressAt(data, 4) : null;
}

/** Returns the last deployment's slot and the upgrade authority, null for an immutable program; null for any other account. */
export function readProgramHeader({
  owner,
  data,
}: Account): { slot: bigint; authority: string | null } | null {
  if (owner !== UPGRADEABLE_LOADER || data.length < PROGRAM_DATA_HEADER_BYTES) return null;
  const view = toView(data);
  if (view.getUint32(0, true) !== DATA_TAG) return null;
  return { slot: view.getBigUint64(4, true), authority: data[12] === 1 ? addressAt(data, 13) : null };
}

/** Returns a program's code without the zeros behind it, which an extension of its account adds. */
export function trimCode(code: Uint8Array): Uint8Array {
  let end = code.length;
  while (end > 0 && code[end - 1] === 0) end--;
  return code.subarray(0, end);
}

const toView = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

const addressAt = (data: Uint8Array, at: number) => readAddress(data, at);

/**
 * SHA-256 of the builds that this version was tested with, as `trimCode` returns them: the local ledger's own
 * `ledger/program/vesting.so`.
 */
export const TESTED_BUILDS: readonly string[] = [
  "6ca01de13d3cd6647dd7489624e5455fa004ce3fb5efb8d4be8822ae0a6b18cb",
];
