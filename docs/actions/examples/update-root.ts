import type { Keypair } from "@solana/web3.js";
import { planUpdateRoot } from "@vesting-index/client/plans";
import { type Api, post } from "./act";
import type { Prepared, Recipient } from "./create-campaign";
import { sendPlan } from "./send-plan";

/**
 * Replaces a campaign's recipients, which ends all earlier proofs, and records the new ones. Prepared for the campaign, the
 * list keeps everybody's leaf index, by which the program counts what they claimed.
 */
export async function updateRoot(
  api: Api,
  input: { treeAddress: string; currentRoot: string; recipients: Recipient[]; authority: Keypair },
): Promise<void> {
  const { treeAddress, currentRoot, recipients, authority } = input;
  const prepared = await post<Prepared>(api, "/api/campaigns/prepare", { body: { treeAddress, recipients } });
  const { merkleRoot, leafCount, minCliffTime, leaves } = prepared;
  const plan = planUpdateRoot({
    treeAddress,
    cancelAuthority: authority.publicKey.toBase58(),
    currentRoot,
    newRoot: merkleRoot,
    newLeafCount: leafCount,
    newMinCliffTime: BigInt(minCliffTime),
  });
  await sendPlan(api, plan, [authority]);
  await post(api, `/api/campaigns/${treeAddress}/root-versions`, {
    body: { merkleRoot, leafCount, minCliffTime, leaves },
    wallet: authority,
  });
}
