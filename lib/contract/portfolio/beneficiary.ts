import { z } from "zod";
import type { Progress } from "@/lib/core/vesting/progress";
import { asOfView, type CampaignItem, campaignItem, metadataView, payableUntilSweptText } from "../campaign";
import { type LeafView, leafView } from "../leaf";
import { payableText } from "../vault";
import { addressText, baseUnits, mint, nextCursor, totalCount, treeAddress, unixSeconds } from "../wire";

const address = addressText.describe("the address that was asked for, base58");

const rootRegistered = z
  .boolean()
  .describe(
    "false while the list on chain is not registered here: leaves are those of the last registered list, and cannot be claimed",
  );

/**
 * Response of GET /api/beneficiary/:address/campaigns: one entry per campaign, with leaves of the current
 * root only.
 */
export const beneficiaryCampaigns = z
  .object({
    address,
    campaigns: z
      .array(
        campaignItem
          .extend({
            leaves: z.array(leafView).describe("the address's leaves under the current root"),
            myLeaf: leafView.describe("the first of them"),
            allocated: baseUnits("what they give together"),
            claimable: baseUnits("what can be claimed now, if the vault holds it"),
            payable: payableText,
            payableUntilSwept: payableUntilSweptText,
            rootRegistered,
            myClaimed: baseUnits("what the address has claimed"),
          })
          .meta({ id: "BeneficiaryCampaign" }),
      )
      .describe("one entry a campaign; its status is the address's own"),
    total: totalCount,
    nextCursor,
  })
  .meta({ id: "BeneficiaryCampaignPage" });
export type BeneficiaryCampaigns = z.infer<typeof beneficiaryCampaigns>;

/** Vested and claimed amounts of allocations, in base units. */
const progressView = z
  .object({
    totalEntitled: baseUnits("what the leaves give"),
    vestedSoFar: baseUnits("what has vested by time; of a milestone leaf, whether released or not"),
    claimedSoFar: baseUnits("what was claimed"),
    claimable: baseUnits("what can be claimed now, if the vault holds it"),
    payable: payableText,
    paidEarlier: baseUnits("deducted: an earlier campaign at the address paid it"),
    stillToCome: baseUnits("what can yet be paid but not now; 0 once the campaign has ended"),
    payableUntilSwept: payableUntilSweptText,
    progressPercent: z.number().describe("vested part in percent, two decimals"),
    nextUnlock: unixSeconds("when more can be claimed by time, null if never").nullable(),
  })
  .meta({ id: "Progress" });
export type ProgressView = z.infer<typeof progressView>;

const milestoneReleased = z.boolean().describe("of a milestone leaf, whether its milestone is released");
const leafProgress = leafView
  .extend({
    milestoneReleased,
    progress: progressView.describe("of this leaf alone"),
  })
  .meta({ id: "LeafProgress" });

/** Response of GET /api/beneficiary/:address/vesting-progress. */
export const vestingProgress = z
  .object({
    address,
    asOf: asOfView,
    campaigns: z
      .array(
        z
          .object({
            treeAddress,
            mint,
            metadata: metadataView,
            verified: campaignItem.shape.verified,
            earlierGeneration: campaignItem.shape.earlierGeneration,
            status: campaignItem.shape.status.describe("where it stands for the address"),
            paused: campaignItem.shape.paused,
            cancelledAt: campaignItem.shape.cancelledAt,
            instantRefunded: campaignItem.shape.instantRefunded,
            streamSettled: campaignItem.shape.settled,
            rootRegistered,
            hasDrift: campaignItem.shape.hasDrift,
            leaf: leafView.describe("the address's first leaf"),
            milestoneReleased,
            progress: progressView.describe("over all the address's leaves"),
            leaves: z.array(leafProgress).describe("the address's leaves under the current root"),
          })
          .meta({ id: "CampaignProgress" }),
      )
      .describe("one entry a campaign, at most 500"),
    totals: z
      .array(progressView.omit({ nextUnlock: true }).extend({ mint }).meta({ id: "TokenProgress" }))
      .describe("sums over the verified campaigns, one entry a mint; over all with unverified=include"),
  })
  .meta({ id: "VestingProgress" });
export type VestingProgress = z.infer<typeof vestingProgress>;

/** The allocation of an address in one campaign. */
export type PortfolioEntry = {
  campaign: CampaignItem & { cancelAuthority: string | null; pauseAuthority: string | null };
  progress: Progress;
  rootRegistered: boolean;
  /** Whether a claim record that the program would close may exist. */
  mayHaveRecord: boolean;
  /** The end of the grace period, past or future, in unix seconds. */
  graceEnd: string | null;
  leaves: (LeafView & { progress: Progress; milestoneReleased: boolean })[];
};
