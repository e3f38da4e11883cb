import type { Keypair } from "@solana/web3.js";
import { type Api, build, signAndSend } from "./act";

/** Returns what is left of a cancelled campaign to its creator, seven days after the cancellation. */
export async function withdrawUnvested(
  api: Api,
  input: { treeAddress: string; authority: Keypair; creator: Keypair },
): Promise<string> {
  const built = await build(api, { ...input, action: "withdraw-unvested" });
  return signAndSend(api, built, [input.creator]);
}
