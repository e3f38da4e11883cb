import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { addressBytes, DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { camelCase, encodeInstruction } from "@/lib/core/solana/codec";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { AccountsOf, ArgumentsOf, InstructionName } from "@/lib/core/solana/idl/idl-types";

export type { AccountsOf, ArgumentsOf, InstructionName } from "@/lib/core/solana/idl/idl-types";

type AccountItem = {
  name: string;
  writable?: boolean;
  signer?: boolean;
  optional?: boolean;
  address?: string;
};

function accountMeta(item: AccountItem, named: string | null | undefined, programId: string) {
  const address = named ?? (item.optional ? null : item.address);
  // Anchor represents an absent optional account by the program's own id, without privileges.
  if (address === null) {
    return { pubkey: new PublicKey(programId), isSigner: false, isWritable: false };
  }
  if (address === undefined) throw new RangeError(`The account ${camelCase(item.name)} is missing.`);
  return {
    pubkey: new PublicKey(addressBytes(address)),
    isSigner: item.signer === true,
    isWritable: item.writable === true,
  };
}

/** The input of an instruction; `programId` is the default program if absent. */
export type InstructionCall<N extends InstructionName> = {
  accounts: AccountsOf<N>;
  args: ArgumentsOf<N>;
  programId?: string | undefined;
};

/**
 * Builds one instruction of the program. Accounts are in the IDL's order; null means an absent optional
 * account.
 * @throws RangeError with the name of an account or argument that is missing or out of range.
 */
export function buildInstruction<N extends InstructionName>(
  name: N,
  { accounts, args, programId = DEFAULT_PROGRAM_ID }: InstructionCall<N>,
): TransactionInstruction {
  const items: readonly AccountItem[] = IDL.instructions.find((entry) => entry.name === name)?.accounts ?? [];
  const named: Record<string, string | null | undefined> = { ...accounts };
  return new TransactionInstruction({
    programId: new PublicKey(addressBytes(programId)),
    keys: items.map((item) => accountMeta(item, named[camelCase(item.name)], programId)),
    data: encodeInstruction(name, args),
  });
}
