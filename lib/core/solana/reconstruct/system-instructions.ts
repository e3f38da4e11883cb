import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { RecordedInstruction } from "./transaction-record";

/** A transfer of lamports or tokens from one account to another. */
export type Transfer = { from: string; to: string; amount: bigint };

const view = ({ data }: RecordedInstruction) => new DataView(data.buffer, data.byteOffset, data.byteLength);

function u64At(instruction: RecordedInstruction, offset: number): bigint | null {
  return offset + 8 > instruction.data.length ? null : view(instruction).getBigUint64(offset, true);
}

function systemTag(instruction: RecordedInstruction): number | null {
  if (instruction.program !== SYSTEM_PROGRAM_ID || instruction.data.length < 4) return null;
  return view(instruction).getUint32(0, true);
}

const ASSIGN = 1;

/**
 * The positions of receiver and amount in each System instruction that transfers lamports. The sender is the
 * first account.
 */
const SYSTEM_TRANSFERS: Readonly<
  Record<number, { to: number; amountAt: (instruction: RecordedInstruction) => number }>
> = {
  0: { to: 1, amountAt: () => 4 }, // CreateAccount
  2: { to: 1, amountAt: () => 4 }, // Transfer
  3: { to: 1, amountAt: afterSeed }, // CreateAccountWithSeed
  5: { to: 1, amountAt: () => 4 }, // WithdrawNonceAccount
  11: { to: 2, amountAt: () => 4 }, // TransferWithSeed
};

/** Layout of CreateAccountWithSeed: tag, base address, seed length as u64, seed, lamports. */
function afterSeed(instruction: RecordedInstruction): number {
  const length = u64At(instruction, 36);
  return length === null || length > 64n ? instruction.data.length : 44 + Number(length);
}

/** Returns the lamports that a System instruction transfers; null for any other instruction. */
export function systemTransfer(instruction: RecordedInstruction): Transfer | null {
  const tag = systemTag(instruction);
  const layout = tag === null ? undefined : SYSTEM_TRANSFERS[tag];
  if (layout === undefined) return null;
  const from = instruction.accounts[0];
  const to = instruction.accounts[layout.to];
  const amount = u64At(instruction, layout.amountAt(instruction));
  return from === undefined || to === undefined || amount === null ? null : { from, to, amount };
}

/** Returns the account that a System instruction assigns to a program: CreateAccount, CreateAccountWithSeed or Assign. */
export function assignedAccount(instruction: RecordedInstruction): string | null {
  const tag = systemTag(instruction);
  if (tag === ASSIGN) return instruction.accounts[0] ?? null;
  return tag === 0 || tag === 3 ? (instruction.accounts[1] ?? null) : null;
}

const TRANSFER = 3;
const TRANSFER_CHECKED = 12;
const MINT_TO = 7;
const MINT_TO_CHECKED = 14;

/**
 * Returns the token transfer of a Token instruction; `from` is the mint for newly minted tokens. Returns null
 * for any other instruction.
 */
export function tokenTransfer(instruction: RecordedInstruction): Transfer | null {
  if (instruction.program !== TOKEN_PROGRAM_ID) return null;
  const tag = instruction.data[0];
  const isKnown = [TRANSFER, TRANSFER_CHECKED, MINT_TO, MINT_TO_CHECKED].some((known) => known === tag);
  const from = instruction.accounts[0];
  const to = instruction.accounts[tag === TRANSFER_CHECKED ? 2 : 1];
  const amount = u64At(instruction, 1);
  return !isKnown || from === undefined || to === undefined || amount === null ? null : { from, to, amount };
}
