import type { Keypair } from "@solana/web3.js";
import { planCreateCampaign } from "@vesting-index/client/plans";
import { type Api, post } from "./act";
import { sendPlan } from "./send-plan";

/** A recipient; amounts and times are decimal strings, in base units and unix seconds. */
export type Recipient = {
  beneficiary: string;
  amount: string;
  releaseType: number;
  startTime: string;
  cliffTime: string;
  endTime: string;
  milestoneIdx?: number;
};

/** A recipient whose schedule is in percent and months. It becomes several leaves. */
export type RecipientInMonths = Pick<Recipient, "beneficiary" | "amount" | "startTime"> & {
  schedule: {
    upfrontPercent?: number;
    cliffPercent?: number;
    cliffMonths?: number;
    durationMonths: number;
    steps?: string;
  };
};

/** A tree with a proof for every leaf, as POST /api/campaigns/prepare builds it. */
export type Prepared = {
  merkleRoot: string;
  leafCount: number;
  totalSupply: string;
  minCliffTime: string;
  treeAddress: string;
  leaves: unknown[];
};

export type CampaignTerms = {
  creator: string;
  mint: string;
  campaignId: bigint;
  cancellable: boolean;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
};

/** Builds the tree, creates and funds the campaign on the ledger, and registers it with its leaves. */
export async function createCampaign(
  api: Api,
  {
    terms,
    recipients,
    creator,
  }: { terms: CampaignTerms; recipients: (Recipient | RecipientInMonths)[]; creator: Keypair },
): Promise<string> {
  const campaignId = terms.campaignId.toString();
  const prepared = await post<Prepared>(api, "/api/campaigns/prepare", {
    body: { ...terms, campaignId, recipients },
  });
  const { merkleRoot, leafCount, totalSupply, minCliffTime, treeAddress, leaves } = prepared;
  const plans = planCreateCampaign({
    ...terms,
    merkleRoot,
    leafCount,
    totalSupply: BigInt(totalSupply),
    minCliffTime: BigInt(minCliffTime),
  });
  for (const plan of plans) await sendPlan(api, plan, [creator]);
  const createdAt = Math.floor(Date.now() / 1000);
  await post(api, "/api/campaigns", {
    body: { ...terms, campaignId, treeAddress, merkleRoot, leafCount, totalSupply, createdAt, leaves },
    wallet: creator,
  });
  return treeAddress;
}
