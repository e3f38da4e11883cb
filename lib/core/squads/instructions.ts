import { type AccountMeta, PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { SQUADS_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { fromHex } from "@/lib/core/solana/hex";
import type { VaultMessage, VaultTransaction } from "./accounts";
import {
  findSquadsProposalAddress,
  findSquadsTransactionAddress,
  findSquadsVaultAddress,
  type SquadsTransactionId,
} from "./addresses";
import { encodeVaultMessage, isWritableIndex } from "./message";

/** The first eight bytes of the SHA-256 of `global:<name>`. */
const DISCRIMINATORS = {
  vault_transaction_create: "30fa4ea8d0e2dad3",
  proposal_create: "dc3c49e01e6c4f9f",
  proposal_approve: "9025a488bcd82af8",
  vault_transaction_execute: "c208a15799a419ab",
};

/** An action of a member on a transaction. The member signs, and pays the rent of new accounts. */
export type MemberAction = SquadsTransactionId & { member: string };

const NO_MEMO = Uint8Array.of(0);

/** Encodes a memo, which stays in the transaction and is not stored in an account. */
function memoBytes(memo: string | null): Uint8Array {
  if (memo === null) return NO_MEMO;
  const text = new TextEncoder().encode(memo);
  return Uint8Array.of(1, ...u32Bytes(text.length), ...text);
}

const SYSTEM_PROGRAM: AccountMeta = readonly(SystemProgram.programId.toBase58());

/**
 * Builds `vault_transaction_create`, which stores the instructions of a vault's transaction. The index must
 * follow the newest one of the multisig. The member needs the permission to initiate.
 */
export function createVaultTransaction(
  action: MemberAction & { vaultIndex: number; message: VaultMessage; memo?: string | null },
): TransactionInstruction {
  const { multisig, member, vaultIndex, memo = null } = action;
  const message = encodeVaultMessage(action.message);
  const ephemeralSigners = 0;
  return instruction(
    "vault_transaction_create",
    [
      writable(multisig),
      writable(findSquadsTransactionAddress(action)),
      { ...readonly(member), isSigner: true },
      { ...writable(member), isSigner: true },
      SYSTEM_PROGRAM,
    ],
    [Uint8Array.of(vaultIndex, ephemeralSigners), u32Bytes(message.length), message, memoBytes(memo)],
  );
}

/** Builds `proposal_create`, which opens the vote. The member needs the permission to initiate or vote. */
export function createProposal(action: MemberAction): TransactionInstruction {
  const { multisig, member, transactionIndex } = action;
  const index = new Uint8Array(8);
  new DataView(index.buffer).setBigUint64(0, transactionIndex, true);
  const isDraft = Uint8Array.of(0);
  return instruction(
    "proposal_create",
    [
      readonly(multisig),
      writable(findSquadsProposalAddress(action)),
      { ...readonly(member), isSigner: true },
      { ...writable(member), isSigner: true },
      SYSTEM_PROGRAM,
    ],
    [index, isDraft],
  );
}

/** Builds `proposal_approve`. The member needs the permission to vote. */
export const approveProposal = (action: MemberAction): TransactionInstruction =>
  instruction(
    "proposal_approve",
    [
      readonly(action.multisig),
      { ...writable(action.member), isSigner: true },
      writable(findSquadsProposalAddress(action)),
    ],
    [NO_MEMO],
  );

/**
 * Builds `vault_transaction_execute`, which calls the instructions with the vault's signature. The member needs
 * the permission to execute. `tables` are the addresses in the lookup tables that the message names.
 * @throws RangeError if a lookup table lacks an address
 */
export function executeVaultTransaction(
  input: { member: string; transaction: VaultTransaction },
  tables: ReadonlyMap<string, readonly string[]> = new Map(),
): TransactionInstruction {
  const { member, transaction } = input;
  const { multisig } = transaction;
  return instruction(
    "vault_transaction_execute",
    [
      readonly(multisig),
      writable(findSquadsProposalAddress(transaction)),
      readonly(findSquadsTransactionAddress(transaction)),
      { ...readonly(member), isSigner: true },
      ...messageAccounts(transaction, tables),
    ],
    [],
  );
}

/** Returns the lookup tables, then the accounts of the message, then those from each table. */
function messageAccounts(
  transaction: VaultTransaction,
  tables: ReadonlyMap<string, readonly string[]>,
): AccountMeta[] {
  const { message } = transaction;
  const vault = findSquadsVaultAddress(transaction);
  const loaded = message.lookups.flatMap(({ table, writable: written, readonly: read }) => {
    const at = (index: number) => {
      const address = tables.get(table)?.[index];
      if (address === undefined) throw new RangeError(`The lookup table ${table} has no address ${index}.`);
      return address;
    };
    return [...written.map((index) => writable(at(index))), ...read.map((index) => readonly(at(index)))];
  });
  return [
    ...message.lookups.map(({ table }) => readonly(table)),
    ...message.accountKeys.map((address, index) => ({
      ...(isWritableIndex(message, index) ? writable(address) : readonly(address)),
      // The program signs for the vault.
      isSigner: index < message.signerCount && address !== vault,
    })),
    ...loaded,
  ];
}

const instruction = (
  name: keyof typeof DISCRIMINATORS,
  keys: AccountMeta[],
  args: readonly Uint8Array[],
): TransactionInstruction =>
  new TransactionInstruction({
    programId: new PublicKey(SQUADS_PROGRAM_ID),
    keys,
    data: Buffer.concat([fromHex(DISCRIMINATORS[name]), ...args]),
  });

function readonly(address: string): AccountMeta {
  return { pubkey: new PublicKey(address), isSigner: false, isWritable: false };
}

const writable = (address: string): AccountMeta => ({ ...readonly(address), isWritable: true });

function u32Bytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
