import type { MessageV0 } from "@solana/web3.js";
import bs58 from "bs58";

/** Maximum size of a version-1 transaction, signatures included. Source: SIMD-0385. */
export const MAX_V1_TRANSACTION_BYTES = 4096;

/**
 * The account that activates version 1 on a cluster, and the owner of all such accounts. Source: Agave's
 * feature set, `enable_tx_v1`.
 */
export const VERSION_1_FEATURE_ID = "txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL";
export const FEATURE_PROGRAM_ID = "Feature111111111111111111111111111111111111";

/** Returns whether a feature account is active: its first byte says that an activation slot follows. */
export const isFeatureActive = (account: { owner: string; data: Uint8Array } | null): boolean =>
  account?.owner === FEATURE_PROGRAM_ID && account.data[0] === 1;

/** Set in the first byte of a versioned message. */
export const VERSION_FLAG = 0x80;

const SIGNATURE_BYTES = 64;

/** Bits of the configuration mask; the priority fee has two, because each bit represents four bytes. */
export const CONFIG_BITS = {
  priorityFee: 0b11,
  computeUnitLimit: 0b100,
  loadedAccountsDataSizeLimit: 0b1000,
  heapSize: 0b10000,
} as const;

/** The limits of a version-1 message. The network reads an absent limit as 0, so both are required. */
export type StatedConfig = {
  /** The whole priority fee in lamports. */
  priorityFee: bigint;
  computeUnitLimit: number;
  /** Maximum size of all loaded accounts in bytes. */
  loadedAccountsDataSizeLimit: number;
};

/** The parts of a compiled message without lookups, which versions 0 and 1 share. */
type CompiledMessage = Pick<
  MessageV0,
  "header" | "staticAccountKeys" | "recentBlockhash" | "compiledInstructions"
>;

/**
 * Encodes a transaction of version 1 with an all-zero signature for every signer. The @solana/web3.js library
 * reads this version but does not write it. Source: SIMD-0385.
 */
export function encodeVersion1(message: CompiledMessage, config: StatedConfig): Uint8Array {
  const { header, staticAccountKeys, recentBlockhash, compiledInstructions } = message;
  const { priorityFee, computeUnitLimit, loadedAccountsDataSizeLimit } = config;
  const paid = priorityFee > 0n;
  const mask =
    (paid ? CONFIG_BITS.priorityFee : 0) |
    CONFIG_BITS.computeUnitLimit |
    CONFIG_BITS.loadedAccountsDataSizeLimit;
  const parts: (readonly number[] | Uint8Array)[] = [
    [VERSION_FLAG | 1],
    [header.numRequiredSignatures, header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts],
    littleEndian(BigInt(mask), 4),
    bs58.decode(recentBlockhash),
    [compiledInstructions.length, staticAccountKeys.length],
    ...staticAccountKeys.map((key) => key.toBytes()),
    paid ? littleEndian(priorityFee, 8) : [],
    littleEndian(BigInt(computeUnitLimit), 4),
    littleEndian(BigInt(loadedAccountsDataSizeLimit), 4),
    ...compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => [
      programIdIndex,
      accountKeyIndexes.length,
      ...littleEndian(BigInt(data.length), 2),
    ]),
    ...compiledInstructions.flatMap(({ accountKeyIndexes, data }) => [accountKeyIndexes, data]),
    new Uint8Array(SIGNATURE_BYTES * header.numRequiredSignatures),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const littleEndian = (value: bigint, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
