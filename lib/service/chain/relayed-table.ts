import type { Database } from "@/db/client";
import { hasLookupTable } from "@/db/queries/campaigns/lookup-table";
import { ADDRESS_LOOKUP_TABLE_PROGRAM_ID, COMPUTE_BUDGET_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { RelayedInstruction } from "./relay-call";

/**
 * The number of accounts of each instruction by its tag: the table, its authority and, when it closes, the receiver of
 * the rent.
 */
const ACCOUNTS_BY_TAG: Readonly<Record<string, number>> = { "03000000": 2, "04000000": 3 };

/**
 * Returns whether a transaction only deactivates or closes a lookup table that this service recorded for a campaign,
 * signed by the campaign's creator, who gets the rent. Wallets may add a compute budget.
 */
export async function isOwnTableTransaction(
  reads: Database,
  instructions: readonly RelayedInstruction[],
): Promise<boolean> {
  const [only, ...others] = instructions.filter(({ program }) => program !== COMPUTE_BUDGET_PROGRAM_ID);
  if (!only || others.length > 0 || only.program !== ADDRESS_LOOKUP_TABLE_PROGRAM_ID) return false;
  const [lookupTable = "", creator = "", receiver = creator] = only.accounts;
  const isKnown = ACCOUNTS_BY_TAG[only.data] === only.accounts.length && receiver === creator;
  return isKnown && hasLookupTable(reads, { lookupTable, creator });
}
