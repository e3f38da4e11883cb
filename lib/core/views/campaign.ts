import { z } from "zod";
import {
  type CampaignFacts,
  gracePeriod,
  instantRefundEligible,
  lifecycleStatus,
} from "@/lib/core/vesting/lifecycle";
import { campaignProgress, percentOf } from "@/lib/core/vesting/progress";
import { type OverclaimRow, overclaimView, toOverclaimView } from "./finding";
import { addressText, integerText, nextCursor, rootText, textOrNull } from "./wire";

export const metadataView = z
  .object({ name: z.string().optional(), description: z.string().optional(), logoUri: z.string().optional() })
  .nullable();
export type Metadata = z.infer<typeof metadataView>;

/** A correction of what the creator says of a campaign. */
const correctionView = z.object({
  correctedAt: integerText,
  wallet: addressText.describe("who signed it"),
  before: metadataView,
  after: metadataView,
});

/** GET …/metadata. */
export const metadataHistory = z.object({
  treeAddress: addressText,
  metadata: metadataView,
  corrections: z.array(correctionView).describe("newest first"),
  total: z.number().int(),
  nextCursor,
});
export type MetadataHistory = z.infer<typeof metadataHistory>;

/** PATCH …/metadata. */
export const correctedView = z.object({
  ok: z.literal(true),
  corrected: z.boolean().describe("false when it says so already"),
  metadata: metadataView,
});

type CorrectionRow = { correctedAt: bigint; wallet: string; before: Metadata; after: Metadata };

export const toCorrectionView = (row: CorrectionRow): MetadataHistory["corrections"][number] => ({
  ...row,
  correctedAt: row.correctedAt.toString(),
});

/** What remains of the rule that the program's own end of claims is the creator's withdrawal. */
export const payableUntilSweptText = integerText.describe(
  "after the grace period: what the program would still pay of what had vested, until the creator withdraws; else 0",
);

const LIFECYCLE_STATUSES = [
  "active",
  "paused",
  "claimable",
  "claimed",
  "cancelled_grace",
  "cancelled_expired",
  "instant_refunded",
  "settled",
] as const;

/** What the list can be filtered by: a lifecycle status, or any cancellation. */
export const STATUS_FILTERS = [...LIFECYCLE_STATUSES, "cancelled"] as const;

/** One entry of GET /api/campaigns. */
export const campaignItem = z.object({
  treeAddress: addressText,
  creator: addressText,
  mint: addressText,
  campaignId: integerText,
  merkleRoot: rootText,
  leafCount: z.number().int(),
  totalSupply: integerText,
  totalClaimed: integerText,
  cancellable: z.boolean(),
  paused: z.boolean(),
  cancelledAt: integerText.nullable(),
  instantRefunded: z.boolean(),
  settled: z.boolean(),
  settledAmount: integerText.describe("what cancelling the stream paid its beneficiary, beside the claims"),
  createdAt: integerText,
  metadata: metadataView,
  minCliffTime: integerText.nullable(),
  status: z.enum(LIFECYCLE_STATUSES),
  verified: z.boolean().describe("the ledger confirmed this registration"),
});
export type CampaignItem = z.infer<typeof campaignItem>;

export const campaignsPage = z.object({
  campaigns: z.array(campaignItem),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  nextCursor,
});
export type CampaignsPage = z.infer<typeof campaignsPage>;

export const rootVersionView = z.object({
  version: z.number().int(),
  merkleRoot: rootText,
  leafCount: z.number().int(),
  createdAt: integerText,
  ipfsCid: z.string().nullable(),
});

/** How far the index has got: events up to this slot are in. */
export const asOfView = z.object({ slot: integerText, timestamp: integerText });

/** GET /api/campaigns/:treeAddress. Source: spec 2.6. */
export const campaignDetail = campaignItem.extend({
  cancelAuthority: addressText.nullable(),
  pauseAuthority: addressText.nullable(),
  milestones: z.array(
    z.object({ index: z.number().int(), released: z.boolean(), releasedAt: integerText.nullable() }),
  ),
  instantRefundEligible: z.boolean(),
  gracePeriod: z.object({ end: integerText, remaining: z.number().int(), isExpired: z.boolean() }).nullable(),
  analytics: z.object({
    uniqueClaimers: z.number().int(),
    claimCount: z.number().int(),
    percentClaimed: z.number(),
    rootVersionCount: z.number().int(),
  }),
  rootVersions: z.array(rootVersionView).describe("newest first"),
  withdrawn: z.boolean().describe("the creator has taken back what was left"),
  payableUntilSwept: payableUntilSweptText,
  claimedMoreThanAllocated: z
    .array(overclaimView)
    .describe("leaves that were paid more than they give, which the program lets happen; the first 100"),
  paidTwice: z
    .object({
      count: z.number().int(),
      amount: integerText,
      recipients: z
        .array(z.object({ beneficiary: addressText, amount: integerText }))
        .describe("the first 100"),
    })
    .nullable()
    .describe(
      "recipients that the last rotation moved after they had claimed, and what they can be paid again",
    ),
  rootRegistered: z.boolean().describe("false when the ledger's root has no leaves registered here yet"),
  asOf: asOfView,
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

/** A stored campaign, as far as its views need it. Amounts in base units, times in unix seconds. */
export type CampaignRow = CampaignFacts & {
  treeAddress: string;
  creator: string;
  mint: string;
  campaignId: bigint;
  merkleRoot: string;
  createdAt: bigint;
  metadata: Metadata;
  verified: boolean;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
};

export function toCampaignItem(row: CampaignRow, now: bigint): CampaignItem {
  return {
    treeAddress: row.treeAddress,
    creator: row.creator,
    mint: row.mint,
    campaignId: row.campaignId.toString(),
    merkleRoot: row.merkleRoot,
    leafCount: row.leafCount,
    totalSupply: row.totalSupply.toString(),
    totalClaimed: row.totalClaimed.toString(),
    cancellable: row.cancellable,
    paused: row.paused,
    cancelledAt: textOrNull(row.cancelledAt),
    instantRefunded: row.instantRefunded,
    settled: row.settled,
    settledAmount: row.settledAmount.toString(),
    createdAt: row.createdAt.toString(),
    metadata: row.metadata,
    minCliffTime: textOrNull(row.minCliffTime),
    status: lifecycleStatus(row, now),
    verified: row.verified,
  };
}

/** A stored campaign with what its detail page adds. */
export type CampaignDetailRow = {
  campaign: CampaignRow & { claimCount: number; uniqueClaimers: number };
  rootVersionCount: number;
  rootRegistered: boolean;
  /** Newest first. */
  rootVersions: readonly RootVersionRow[];
  milestones: readonly { index: number; releasedAt: bigint | null }[];
  paidTwice: CampaignDetail["paidTwice"];
  unclaimedAfterGrace: bigint;
  overclaims: readonly OverclaimRow[];
  asOf: z.infer<typeof asOfView>;
};

export type RootVersionRow = {
  version: number;
  merkleRoot: string;
  leafCount: number;
  createdAt: bigint;
  ipfsCid: string | null;
};

export const toRootVersionView = (row: RootVersionRow): z.infer<typeof rootVersionView> => ({
  version: row.version,
  merkleRoot: row.merkleRoot,
  leafCount: row.leafCount,
  createdAt: row.createdAt.toString(),
  ipfsCid: row.ipfsCid,
});

export function toCampaignDetail(detail: CampaignDetailRow, now: bigint): CampaignDetail {
  const { campaign } = detail;
  const grace = gracePeriod(campaign, now);
  const sums = { vested: 0n, unclaimed: detail.unclaimedAfterGrace };
  const { payableUntilSwept } = campaignProgress(campaign, sums, now);
  return {
    ...toCampaignItem(campaign, now),
    cancelAuthority: campaign.cancelAuthority,
    pauseAuthority: campaign.pauseAuthority,
    milestones: detail.milestones.map(({ index, releasedAt }) => ({
      index,
      released: releasedAt !== null,
      releasedAt: textOrNull(releasedAt),
    })),
    instantRefundEligible: instantRefundEligible(campaign, now),
    gracePeriod: grace && {
      end: grace.end.toString(),
      remaining: Number(grace.remaining),
      isExpired: grace.isExpired,
    },
    analytics: {
      uniqueClaimers: campaign.uniqueClaimers,
      claimCount: campaign.claimCount,
      percentClaimed: percentOf(campaign.totalClaimed, campaign.totalSupply),
      rootVersionCount: detail.rootVersionCount,
    },
    rootVersions: detail.rootVersions.map(toRootVersionView),
    withdrawn: campaign.withdrawn,
    payableUntilSwept: payableUntilSwept.toString(),
    claimedMoreThanAllocated: detail.overclaims.map(toOverclaimView),
    paidTwice: detail.paidTwice,
    rootRegistered: detail.rootRegistered,
    asOf: detail.asOf,
  };
}
