import { PublicKey } from "@solana/web3.js";
import { solanaConnection } from "@/components/network/connection";
import { type LookupTableStep, readLookupTable, tableStep } from "@/lib/core/plans/lookup-table";

/** The next step to close a lookup table, its rent in lamports, and the slots until the step is possible. */
export type TableState = { step: LookupTableStep; rent: string; waitSlots: number };

/** Returns the state of a lookup table of `creator`; null if it is closed or has another authority. */
export async function fetchTableState(address: string, creator: string): Promise<TableState | null> {
  const { context, value } = await solanaConnection().getAccountInfoAndContext(new PublicKey(address));
  const table = value && readLookupTable(address, { owner: value.owner.toBase58(), data: value.data });
  if (!value || table?.authority !== creator) return null;
  return { ...tableStep(table, BigInt(context.slot)), rent: String(value.lamports) };
}
