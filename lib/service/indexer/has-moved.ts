import type { ProgramTransaction } from "@/db/schema";

/** Whether a fork gave a transaction another slot, or another outcome, than is known of it. */
export function hasMoved(
  row: Pick<ProgramTransaction, "slot" | "status">,
  { slot, failed }: { slot: bigint; failed: boolean },
): boolean {
  if (row.slot !== slot) return true;
  return row.status === "failed" ? !failed : row.status === "indexed" && failed;
}
