import * as z from "zod";
import type { Progress } from "@/lib/core/vesting/progress";
import { asOfView, type CampaignItem, campaignItem, metadataView, payableUntilSweptText } from "../campaign";
import {
  addressText,
  baseUnits,
  mint,
  nextCursor,
  proofBytes,
  totalCount,
  treeAddress,
  unixSeconds,
} from "../field-schemas";
import { type LeafView, leafView } from "../leaf";
import { MAX_LEAF_PROOFS, networkProof, progressProof } from "../response-proof";
import { payableText } from "../vault";

const address = addressText.describe("the requested address, base58");

const rootRegistered = z
  .boolean()
  .describe(
    "false if the on-chain list is not registered here; the leaves are then those of the last registered list and cannot be claimed, and their unclaimed amount counts as unvested",
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
            myLeaf: leafView.describe("the first of these leaves"),
            allocated: baseUnits("total amount of these leaves"),
            claimable: baseUnits("amount that can be claimed now, if the vault holds it"),
            payable: payableText,
            payableUntilSwept: payableUntilSweptText,
            rootRegistered,
            myClaimed: baseUnits("amount claimed by the address"),
          })
          .meta({ id: "BeneficiaryCampaign" }),
      )
      .describe("one entry per campaign; the status is specific to the address"),
    total: totalCount,
    nextCursor,
  })
  .meta({ id: "BeneficiaryCampaignPage" });
export type BeneficiaryCampaigns = z.infer<typeof beneficiaryCampaigns>;

/** Vested and claimed amounts of allocations, in base units. */
const progressView = z
  .object({
    totalEntitled: baseUnits("total amount of the leaves"),
    vestedSoFar: baseUnits("vested amount; a milestone leaf counts from its release"),
    claimedSoFar: baseUnits("amount claimed"),
    claimable: baseUnits("amount that can be claimed now, if the vault holds it"),
    payable: payableText,
    paidEarlier: baseUnits("deducted amount, which an earlier campaign at the address paid"),
    stillToCome: baseUnits(
      "amount that can still be paid later; after a cancellation, milestones that can still be released",
    ),
    payableUntilSwept: payableUntilSweptText,
    progressPercent: z.number().describe("vested share in percent, with two decimal places"),
    nextUnlock: unixSeconds("next time at which more can be claimed; null if never").nullable(),
  })
  .meta({ id: "Progress" });
export type ProgressView = z.infer<typeof progressView>;

const milestoneReleased = z.boolean().describe("whether the milestone of a milestone leaf is released");
const leafProgress = leafView
  .extend({
    milestoneReleased,
    progress: progressView.describe("amounts of this leaf only"),
    proof: proofBytes
      .nullable()
      .optional()
      .describe(`proof of the leaf; null after ${MAX_LEAF_PROOFS} proofs; only with proof=true`),
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
            status: campaignItem.shape.status.describe("status for the address"),
            paused: campaignItem.shape.paused,
            cancelledAt: campaignItem.shape.cancelledAt,
            instantRefunded: campaignItem.shape.instantRefunded,
            streamSettled: campaignItem.shape.settled,
            rootRegistered,
            hasDrift: campaignItem.shape.hasDrift,
            leaf: leafView.describe("the address's first leaf"),
            milestoneReleased,
            progress: progressView.describe("totals over all leaves of the address"),
            leaves: z.array(leafProgress).describe("the address's leaves under the current root"),
            proof: progressProof.optional(),
          })
          .meta({ id: "CampaignProgress" }),
      )
      .describe("one entry per campaign, at most 500"),
    truncated: z
      .boolean()
      .describe(
        "whether the address has more than 500 campaigns; the list and the totals omit the oldest ones",
      ),
    totals: z
      .array(progressView.omit({ nextUnlock: true }).extend({ mint }).meta({ id: "TokenProgress" }))
      .describe(
        "totals over the verified campaigns, one entry per mint; over all campaigns with unverified=include",
      ),
    proof: networkProof.optional(),
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
