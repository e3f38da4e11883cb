import { services } from "@/lib/service/services";

/** What every page tells the browser about the service it talks to. */
export async function readShell() {
  const { env, now } = await services();
  return {
    serverNow: now().toString(),
    isLocalLedger: env.SOLANA_RPC_URL === undefined,
    programId: env.VESTING_PROGRAM_ID,
    maxLeaves: env.MAX_LEAVES,
  };
}
