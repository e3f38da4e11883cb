import type { Keypair } from "@solana/web3.js";
import { type Api, build, signAndSend } from "./act";

/** Returns what is left of a cancelled campaign to its creator, seven days after the cancellation. */
export async function withdrawUnvested(
  api: Api,
  of: { treeAddress: string; authority: Keypair; creator: Keypair },
): Promise<string> {
  const built = await build(api, { ...of, action: "withdraw-unvested" });
  return signAndSend(api, built, [of.creator]);
}
