import type { z } from "zod";
import { decodeVestingTree, type VestingTree } from "@/lib/core/solana/accounts";
import type { accountsAnswer } from "./answers";
import { LedgerAnswerInvalid } from "./errors";
import type { LedgerAccount } from "./results";

/** Joins the parts of a long account list; the slot is the oldest that any part was read at. */
export function joinAccounts(
  parts: readonly z.output<typeof accountsAnswer>[],
  wanted: number,
): { slot: bigint; accounts: (LedgerAccount | null)[] } {
  const accounts = parts.flatMap(({ value }) => value);
  if (accounts.length !== wanted) {
    throw new LedgerAnswerInvalid("The ledger gave another number of accounts than was asked for.");
  }
  let slot = parts[0]?.context.slot ?? 0n;
  for (const { context } of parts) if (context.slot < slot) slot = context.slot;
  return { slot, accounts: accounts.map((account) => account && readAccount(account)) };
}

/** The vesting tree that an account of the program holds; null for any other account. */
export function readTree(account: LedgerAccount | null, programId: string): VestingTree | null {
  if (account?.owner !== programId) return null;
  try {
    return decodeVestingTree(account.data);
  } catch (error) {
    // Another account of the program, such as a claim record, is no tree.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type AccountAnswer = NonNullable<z.output<typeof accountsAnswer>["value"][number]>;

function readAccount({ owner, lamports, data }: AccountAnswer): LedgerAccount {
  return { owner, lamports, data: new Uint8Array(Buffer.from(data[0], "base64")) };
}
