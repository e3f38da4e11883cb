import type { StatementRecipientView } from "@/lib/contract/statement/view";

/** Returns the vested amount that is not claimed, in base units. */
export const getPayableAmount = ({
  vested,
  claimed,
}: Pick<StatementRecipientView, "vested" | "claimed">): string => `${BigInt(vested) - BigInt(claimed)}`;
