import type { Keypair } from "@solana/web3.js";
import { isReleaseType } from "@vesting-index/client/merkle";
import { planCreateStream } from "@vesting-index/client/plans";
import { type Api, post } from "./act";
import type { CampaignTerms, Prepared, Recipient } from "./create-campaign";
import { sendPlan } from "./send-plan";

/** Creates and funds a campaign of one recipient in one instruction, and registers it with its one leaf. */
export async function createStream(
  api: Api,
  { terms, recipient, creator }: { terms: CampaignTerms; recipient: Recipient; creator: Keypair },
): Promise<string> {
  if (!isReleaseType(recipient.releaseType)) throw new RangeError("Use release type 0, 1 or 2.");
  const campaignId = terms.campaignId.toString();
  const plan = planCreateStream({
    ...terms,
    beneficiary: recipient.beneficiary,
    amount: BigInt(recipient.amount),
    releaseType: recipient.releaseType,
    startTime: BigInt(recipient.startTime),
    cliffTime: BigInt(recipient.cliffTime),
    endTime: BigInt(recipient.endTime),
    milestoneIdx: recipient.milestoneIdx ?? 0,
  });
  await sendPlan(api, plan, [creator]);
  const { treeAddress, merkleRoot, leafCount, totalSupply, leaves } = await post<Prepared>(
    api,
    "/api/campaigns/prepare",
    { body: { ...terms, campaignId, recipients: [recipient] } },
  );
  const createdAt = Math.floor(Date.now() / 1000);
  await post(api, "/api/campaigns", {
    body: { ...terms, campaignId, treeAddress, merkleRoot, leafCount, totalSupply, createdAt, leaves },
    wallet: creator,
  });
  return treeAddress;
}
