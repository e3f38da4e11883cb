import { PublicKey, type TransactionInstruction, TransactionMessage } from "@solana/web3.js";
import { addressBytes, SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { equalBytes } from "@/lib/core/solana/hex";
import type { VaultMessage } from "./accounts";

/** Maximum length of a list with a length of one byte. */
const MAX_SMALL_LIST = 255;
const MAX_INSTRUCTION_DATA = 65_535;

/**
 * Compiles instructions to a message that a vault pays for and signs, without lookup tables.
 * @throws RangeError if an instruction needs another signature
 */
export function compileVaultMessage(
  instructions: readonly TransactionInstruction[],
  vault: string,
): VaultMessage {
  const other = instructions
    .flatMap(({ keys }) => keys.filter(({ isSigner }) => isSigner))
    .find(({ pubkey }) => pubkey.toBase58() !== vault);
  if (other) throw new RangeError(`The transaction needs a signature of ${other.pubkey.toBase58()}.`);
  const { header, staticAccountKeys, compiledInstructions } = new TransactionMessage({
    payerKey: new PublicKey(vault),
    // The encoding omits the blockhash.
    recentBlockhash: SYSTEM_PROGRAM_ID,
    instructions: [...instructions],
  }).compileToV0Message();
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header;
  return {
    signerCount: numRequiredSignatures,
    writableSignerCount: numRequiredSignatures - numReadonlySignedAccounts,
    writableNonSignerCount: staticAccountKeys.length - numRequiredSignatures - numReadonlyUnsignedAccounts,
    accountKeys: staticAccountKeys.map((key) => key.toBase58()),
    instructions: compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
      ...{ programIdIndex, accountIndexes: accountKeyIndexes, data },
    })),
    lookups: [],
  };
}

/**
 * Encodes a message for `vault_transaction_create`: lists have a length of one byte, instruction data one of
 * two bytes. Source: Squads-Protocol/v4, utils/small_vec.rs.
 * @throws RangeError if a list is too long
 */
export function encodeVaultMessage(message: VaultMessage): Uint8Array {
  const parts: Uint8Array[] = [
    Uint8Array.of(message.signerCount, message.writableSignerCount, message.writableNonSignerCount),
    smallLength(message.accountKeys.length),
    ...message.accountKeys.map(addressBytes),
    smallLength(message.instructions.length),
    ...message.instructions.flatMap(({ programIdIndex, accountIndexes, data }) => [
      Uint8Array.of(programIdIndex),
      ...smallList(accountIndexes),
      dataLength(data.length),
      data,
    ]),
    smallLength(message.lookups.length),
    ...message.lookups.flatMap(({ table, writable, readonly }) => [
      addressBytes(table),
      ...smallList(writable),
      ...smallList(readonly),
    ]),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

const smallList = (items: readonly number[]) => [smallLength(items.length), Uint8Array.from(items)];

function smallLength(length: number): Uint8Array {
  if (length > MAX_SMALL_LIST) throw new RangeError(`A list has ${length} items, the maximum is 255.`);
  return Uint8Array.of(length);
}

function dataLength(length: number): Uint8Array {
  if (length > MAX_INSTRUCTION_DATA) throw new RangeError(`The data of an instruction has ${length} bytes.`);
  return Uint8Array.of(length & 0xff, length >> 8);
}

/** Returns whether two messages execute the same instructions with the same accounts. */
export const isSameMessage = (vaultMessage: VaultMessage, other: VaultMessage): boolean =>
  equalBytes(encodeVaultMessage(vaultMessage), encodeVaultMessage(other));

/** Returns whether the account at an index of `accountKeys` is writable. */
export function isWritableIndex(message: VaultMessage, index: number): boolean {
  const { signerCount, writableSignerCount, writableNonSignerCount } = message;
  return index < signerCount ? index < writableSignerCount : index < signerCount + writableNonSignerCount;
}
