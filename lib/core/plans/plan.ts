import type { TransactionInstruction } from "@solana/web3.js";
import { camelCase } from "@/lib/core/solana/codec-rules";
import { IDL } from "@/lib/core/solana/idl";
import type { InstructionName } from "@/lib/core/solana/idl-types";

/** What one transaction will do, before it has a blockhash: enough to show it, build it and collect signatures. */
export type TransactionPlan = {
  /** The program instruction that the transaction is for. */
  instruction: InstructionName;
  instructions: readonly TransactionInstruction[];
  feePayer: string;
  /** Every address that must sign, the fee payer first. */
  signers: readonly string[];
  /** That instruction's accounts by name, in its order; an absent optional one is the program id, as it is passed. */
  accounts: Readonly<Record<string, string>>;
};

/**
 * The plan around one program instruction. The fee payer is its first signer, so that nobody else has to sign only to
 * pay. `before` are instructions of other programs that must run first.
 */
export function planTransaction(
  name: InstructionName,
  instruction: TransactionInstruction,
  before: readonly TransactionInstruction[] = [],
): TransactionPlan {
  const instructions = [...before, instruction];
  const feePayer = instruction.keys.find((key) => key.isSigner)?.pubkey.toBase58();
  if (feePayer === undefined) throw new RangeError(`${name} names no signer.`);
  return {
    instruction: name,
    instructions,
    feePayer,
    signers: signersOf(feePayer, instructions),
    accounts: namedAccounts(name, instruction),
  };
}

function signersOf(feePayer: string, instructions: readonly TransactionInstruction[]): string[] {
  const signing = instructions.flatMap(({ keys }) => keys.filter((key) => key.isSigner));
  return [...new Set([feePayer, ...signing.map((key) => key.pubkey.toBase58())])];
}

function namedAccounts(name: InstructionName, { keys }: TransactionInstruction): Record<string, string> {
  const items = IDL.instructions.find((entry) => entry.name === name)?.accounts ?? [];
  return Object.fromEntries(
    keys.map((key, at) => [camelCase(items[at]?.name ?? String(at)), key.pubkey.toBase58()]),
  );
}

/** Two plans as one transaction that runs `first` before `second`; it keeps the name of `first`. */
export function joinPlans(first: TransactionPlan, second: TransactionPlan): TransactionPlan {
  const instructions = [...first.instructions, ...second.instructions];
  return {
    ...first,
    instructions,
    signers: signersOf(first.feePayer, instructions),
    accounts: { ...second.accounts, ...first.accounts },
  };
}
