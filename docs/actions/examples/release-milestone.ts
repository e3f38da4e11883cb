import type { Keypair } from "@solana/web3.js";
import { type Api, build, signAndSend } from "./act";

/** Makes every leaf of a milestone claimable. */
export async function releaseMilestone(
  api: Api,
  input: { treeAddress: string; authority: Keypair; creator: Keypair; milestoneIdx: number },
): Promise<string> {
  const built = await build(api, { ...input, action: `milestones/${input.milestoneIdx}` });
  return signAndSend(api, built, [input.creator]);
}
