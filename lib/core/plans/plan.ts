import type { TransactionInstruction } from "@solana/web3.js";
import { ASSOCIATED_TOKEN_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { camelCase } from "@/lib/core/solana/codec";
import { type ProgramError, programError } from "@/lib/core/solana/errors";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { ErrorName, InstructionName } from "@/lib/core/solana/idl/idl-types";
import { buildInstruction, type InstructionCall } from "@/lib/core/solana/instructions";
import { findVaultAddress, findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";

/** What one transaction will do, before it has a blockhash: enough to show it, build it and collect signatures. */
export type SendablePlan = {
  instructions: readonly TransactionInstruction[];
  feePayer: string;
  /** Every address that must sign, the fee payer first. */
  signers: readonly string[];
  /** The accounts that have a name: an absent optional one is the program id, as it is passed. */
  accounts: Readonly<Record<string, string>>;
};

/** A plan around an instruction of the vesting program, whose accounts are named in its order. */
export type TransactionPlan = SendablePlan & {
  /** The program instruction that the transaction is for. */
  instruction: InstructionName;
};

/**
 * The plan around one program instruction. The fee payer is its first signer, so that nobody else has to sign only to
 * pay. `before` are instructions of other programs that must run first.
 */
export function planTransaction<N extends InstructionName>(
  name: N,
  call: InstructionCall<N>,
  before: readonly TransactionInstruction[] = [],
): TransactionPlan {
  const instruction = buildInstruction(name, call);
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

/** Thrown instead of building a transaction that the program would refuse; says which of its errors it would be. */
export class ProgramRefusal extends RangeError {
  override readonly name = "ProgramRefusal";

  constructor(readonly programError: ProgramError) {
    super(programError.message);
  }
}

/** Throws the program's own error unless `holds`. */
export function demand(holds: boolean, name: ErrorName): asserts holds {
  if (holds) return;
  const code = IDL.errors.find((error) => error.name === name)?.code ?? 0;
  throw new ProgramRefusal(programError(code) ?? { code, name, message: name });
}

/** What tells a campaign's accounts: `programId` is the default program unless given. */
export type CampaignKeys = { treeAddress: string; mint: string; programId?: string };

/** Whether a campaign holds native SOL: no vault and no token accounts, the tree itself holds the lamports. */
export const isNativeMint = (mint: string): boolean => mint === NATIVE_MINT;

/** A campaign's vault, its owner and the token programs; null, which is absent, in a campaign of native SOL. */
export function vaultAccounts(campaign: CampaignKeys) {
  if (isNativeMint(campaign.mint)) {
    return { vaultAuthority: null, vault: null, tokenProgram: null };
  }
  return {
    vaultAuthority: findVaultAuthorityAddress(campaign).address,
    vault: findVaultAddress(campaign).address,
    tokenProgram: TOKEN_PROGRAM_ID,
  };
}

/** The mint and the program that makes token accounts, where an instruction may make one; null for native SOL. */
export function mintAccounts({ mint }: CampaignKeys) {
  return isNativeMint(mint)
    ? { mint: null, associatedTokenProgram: null }
    : { mint, associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID };
}

/** Where `owner` is paid from a campaign: the associated token account, or null for native SOL. */
export function payoutAccount({ mint }: CampaignKeys, owner: string): string | null {
  return isNativeMint(mint) ? null : findAssociatedTokenAddress({ owner, mint }).address;
}
