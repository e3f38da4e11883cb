import { ApiError } from "@/lib/core/errors";
import type { Chain } from "@/lib/service/chain/chain";
import type { Services } from "@/lib/service/services";

/** Returns the network that names are read from. Throws LEDGER_UNAVAILABLE without one. */
export function nameChain({ chain }: Pick<Services, "chain">): Chain {
  if (chain) return chain;
  throw new ApiError("LEDGER_UNAVAILABLE", "No Solana network is connected. Set SOLANA_RPC_URL.");
}
