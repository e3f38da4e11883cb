import type { Keypair } from "@solana/web3.js";
import { type Api, build, signAndSend } from "./act";

/** Ends a one-recipient campaign at once: the recipient gets what has vested, the creator the rest. */
export async function cancelStream(
  api: Api,
  input: { treeAddress: string; authority: Keypair; creator: Keypair },
): Promise<string> {
  const built = await build(api, { ...input, action: "cancel-stream" });
  return signAndSend(api, built, [input.creator]);
}
