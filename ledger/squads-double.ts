import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PublicKey } from "@solana/web3.js";
import { addressBytes, SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { GenesisAccount } from "./start-ledger";

/** The test double of the Squads program, at the address of the original. */
export const squadsDouble = () => ({
  programId: SQUADS_PROGRAM_ID,
  elf: readFileSync(join(import.meta.dirname, "program", "squads-double.so")),
});

const LAMPORTS = 100_000_000n;
const PERMISSIONS = { initiate: 1, vote: 2, execute: 4 } as const;
const ALL_PERMISSIONS = 7;

type Permission = keyof typeof PERMISSIONS;
export type MultisigSettings = {
  createKey: string;
  threshold: number;
  /** Members with their permissions; all of them by default. */
  members: readonly (string | { address: string; permissions: readonly Permission[] })[];
  /** Seconds. */
  timeLock?: number;
  transactionIndex?: bigint;
  staleTransactionIndex?: bigint;
};

const derive = (...seeds: (Uint8Array | string)[]) => {
  const bytes = seeds.map((seed) => (typeof seed === "string" ? new TextEncoder().encode(seed) : seed));
  return PublicKey.findProgramAddressSync(bytes, new PublicKey(SQUADS_PROGRAM_ID));
};

/** Returns a multisig as the original program creates it. */
export function multisigAccount(settings: MultisigSettings): GenesisAccount {
  const { createKey, threshold, timeLock = 0, transactionIndex = 0n, staleTransactionIndex = 0n } = settings;
  const [key, bump] = derive("multisig", "multisig", addressBytes(createKey));
  const members = settings.members
    .map((member) =>
      typeof member === "string"
        ? { key: addressBytes(member), mask: ALL_PERMISSIONS }
        : { key: addressBytes(member.address), mask: getMask(member.permissions) },
    )
    .sort((a, b) => Buffer.compare(a.key, b.key));
  const noKey = new Uint8Array(32);
  const data = Buffer.concat([
    Buffer.from("e07479ba44a14fec", "hex"),
    addressBytes(createKey),
    noKey,
    integer(BigInt(threshold), 2),
    integer(BigInt(timeLock), 4),
    integer(transactionIndex, 8),
    integer(staleTransactionIndex, 8),
    Uint8Array.of(0, bump),
    integer(BigInt(members.length), 4),
    ...members.flatMap(({ key: member, mask }) => [member, Uint8Array.of(mask)]),
    // The original reserves room for a rent collector.
    noKey,
  ]);
  return { address: key.toBase58(), owner: SQUADS_PROGRAM_ID, lamports: LAMPORTS, data };
}

const getMask = (permissions: readonly Permission[]) =>
  permissions.reduce((mask, permission) => mask | PERMISSIONS[permission], 0);

function integer(value: bigint, bytes: number): Uint8Array {
  const encoded = new Uint8Array(8);
  new DataView(encoded.buffer).setBigUint64(0, value, true);
  return encoded.subarray(0, bytes);
}
