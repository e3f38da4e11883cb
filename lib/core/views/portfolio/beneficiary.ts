import { z } from "zod";
import type { Progress } from "@/lib/core/vesting/progress";
import { asOfView, type CampaignItem, campaignItem, metadataView, payableUntilSweptText } from "../campaign";
import { type LeafView, leafView } from "../leaf";
import { addressText, integerText, nextCursor } from "../wire";

/** GET /api/beneficiary/:address/campaigns: one entry a campaign, leaves of the current root only. */
export const beneficiaryCampaigns = z.object({
  address: addressText,
  campaigns: z.array(
    campaignItem.extend({
      leaves: z.array(leafView),
      myLeaf: leafView,
      allocated: integerText,
      payableUntilSwept: payableUntilSweptText,
      myClaimed: integerText,
    }),
  ),
  total: z.number().int(),
  nextCursor,
});
export type BeneficiaryCampaigns = z.infer<typeof beneficiaryCampaigns>;

/** How far allocations have vested and been claimed, in base units. */
const progressView = z.object({
  totalEntitled: integerText,
  vestedSoFar: integerText,
  claimedSoFar: integerText,
  claimable: integerText,
  stillToCome: integerText.describe("what can yet be paid but not now; nothing once the campaign has ended"),
  payableUntilSwept: payableUntilSweptText,
  progressPercent: z.number().describe("vested part in percent, two decimals"),
  nextUnlock: integerText.nullable().describe("unix seconds"),
});
export type ProgressView = z.infer<typeof progressView>;

const leafProgress = leafView.extend({ milestoneReleased: z.boolean(), progress: progressView });

/** GET /api/beneficiary/:address/vesting-progress. */
export const vestingProgress = z.object({
  address: addressText,
  asOf: asOfView,
  campaigns: z.array(
    z.object({
      treeAddress: addressText,
      mint: addressText,
      metadata: metadataView,
      status: campaignItem.shape.status,
      paused: z.boolean(),
      cancelledAt: integerText.nullable(),
      instantRefunded: z.boolean(),
      streamSettled: z.boolean(),
      leaf: leafView,
      milestoneReleased: z.boolean(),
      progress: progressView,
      leaves: z.array(leafProgress),
    }),
  ),
  totals: z.array(progressView.omit({ nextUnlock: true }).extend({ mint: addressText })),
});
export type VestingProgress = z.infer<typeof vestingProgress>;

/** What an address receives from one campaign. */
export type PortfolioEntry = {
  campaign: CampaignItem & { cancelAuthority: string | null; pauseAuthority: string | null };
  progress: Progress;
  /** There may be a claim record that the program would close. */
  mayHaveRecord: boolean;
  /** When the grace period ends or ended, in unix seconds. */
  graceEnd: string | null;
  leaves: (LeafView & { progress: Progress; milestoneReleased: boolean })[];
};
