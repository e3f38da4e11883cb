import type { TransactionInstruction } from "@solana/web3.js";
import { ASSOCIATED_TOKEN_PROGRAM_ID, NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { camelCase } from "@/lib/core/solana/codec";
import { type ProgramError, programError } from "@/lib/core/solana/errors";
import { IDL } from "@/lib/core/solana/idl/idl";
import type { ErrorName, InstructionName } from "@/lib/core/solana/idl/idl-types";
import { buildInstruction, type InstructionCall } from "@/lib/core/solana/instructions";
import { findVaultAddress, findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";

/** An address lookup table: its own address, and the addresses that it holds in order. */
export type LookupTable = { address: string; addresses: readonly string[] };

/**
 * The content of a transaction before it has a blockhash: sufficient to display it, build it and collect
 * signatures.
 */
export type SendablePlan = {
  instructions: readonly TransactionInstruction[];
  feePayer: string;
  /** All required signers, the fee payer first. */
  signers: readonly string[];
  /** The named accounts; an absent optional account is passed as the program id. */
  accounts: Readonly<Record<string, string>>;
  /** Verified lookup tables, which a transaction of version 0 uses to be smaller. */
  lookupTables?: readonly LookupTable[];
};

/**
 * A plan with an instruction of the vesting program, whose accounts are named in the order of the
 * instruction.
 */
export type TransactionPlan = SendablePlan & {
  /** The main program instruction of the transaction. */
  instruction: InstructionName;
};

/**
 * Plans a transaction for one program instruction. The fee payer is the instruction's first signer, so that
 * no additional signature is necessary. `before` contains instructions of other programs that must run first.
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
    signers: getSigners(feePayer, instructions),
    accounts: namedAccounts(name, instruction),
  };
}

function getSigners(feePayer: string, instructions: readonly TransactionInstruction[]): string[] {
  const signing = instructions.flatMap(({ keys }) => keys.filter((key) => key.isSigner));
  return [...new Set([feePayer, ...signing.map((key) => key.pubkey.toBase58())])];
}

function namedAccounts(name: InstructionName, { keys }: TransactionInstruction): Record<string, string> {
  const items = IDL.instructions.find((entry) => entry.name === name)?.accounts ?? [];
  return Object.fromEntries(
    keys.map((key, at) => [camelCase(items[at]?.name ?? String(at)), key.pubkey.toBase58()]),
  );
}

/** Joins two plans into one transaction that runs `first` before `second`; it keeps the name of `first`. */
export function joinPlans(first: TransactionPlan, second: TransactionPlan): TransactionPlan {
  const instructions = [...first.instructions, ...second.instructions];
  return {
    ...first,
    instructions,
    signers: getSigners(first.feePayer, instructions),
    accounts: { ...second.accounts, ...first.accounts },
    ...joinTables(first.lookupTables, second.lookupTables),
  };
}

function joinTables(first: SendablePlan["lookupTables"] = [], second: SendablePlan["lookupTables"] = []) {
  const known = new Set(first.map(({ address }) => address));
  const lookupTables = [...first, ...second.filter(({ address }) => !known.has(address))];
  return lookupTables.length > 0 && { lookupTables };
}

/**
 * Thrown instead of building a transaction that the program would reject; contains the expected program
 * error.
 */
export class ProgramRefusalError extends RangeError {
  override readonly name = "ProgramRefusalError";

  constructor(readonly programError: ProgramError) {
    super(programError.message);
  }
}

/** Throws the program's own error unless `holds` is true. */
export function refuseUnless(holds: boolean, name: ErrorName): asserts holds {
  if (holds) return;
  const code = IDL.errors.find((error) => error.name === name)?.code ?? 0;
  throw new ProgramRefusalError(programError(code) ?? { code, name, message: name });
}

/** Identifies the accounts of a campaign; `programId` is the default program if absent. */
export type CampaignKeys = { treeAddress: string; mint: string; programId?: string };

/**
 * Returns whether a campaign holds native SOL: without vault and token accounts, the tree account itself
 * holds the lamports.
 */
export const isNativeMint = (mint: string): boolean => mint === NATIVE_MINT;

/** Returns a campaign's vault, its owner and the token program; null, which means absent, for native SOL. */
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

/**
 * Returns the mint and the program that creates token accounts, for instructions that may create one; null
 * for native SOL.
 */
export function mintAccounts({ mint }: CampaignKeys) {
  return isNativeMint(mint)
    ? { mint: null, associatedTokenProgram: null }
    : { mint, associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID };
}

/**
 * Returns the account to which a campaign pays `owner`: the associated token account, or null for native SOL.
 */
export function payoutAccount({ mint }: CampaignKeys, owner: string): string | null {
  return isNativeMint(mint) ? null : findAssociatedTokenAddress({ owner, mint }).address;
}
