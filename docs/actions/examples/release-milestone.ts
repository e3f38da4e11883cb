import type { Keypair } from "@solana/web3.js";
import { type Api, build, signAndSend } from "./act";

/** Makes every leaf of a milestone claimable. */
export async function releaseMilestone(
  api: Api,
  of: { treeAddress: string; authority: Keypair; creator: Keypair; milestoneIdx: number },
): Promise<string> {
  const built = await build(api, { ...of, action: `milestones/${of.milestoneIdx}` });
  return signAndSend(api, built, [of.creator]);
}
