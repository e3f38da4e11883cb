import type { Keypair } from "@solana/web3.js";
import { type Api, build, signAndSend } from "./act";

/** Stops vesting now. Recipients keep seven days to claim what has vested until then. */
export async function cancel(api: Api, input: { treeAddress: string; authority: Keypair }): Promise<string> {
  const built = await build(api, { ...input, action: "cancel" });
  return signAndSend(api, built, [input.authority]);
}
