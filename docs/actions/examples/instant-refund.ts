import type { Keypair } from "@solana/web3.js";
import { type Api, build, signAndSend } from "./act";

/** Returns everything to the creator, before the first cliff of a campaign of several recipients. */
export async function instantRefund(
  api: Api,
  input: { treeAddress: string; authority: Keypair; creator: Keypair },
): Promise<string> {
  const built = await build(api, { ...input, action: "instant-refund" });
  return signAndSend(api, built, [input.creator]);
}
