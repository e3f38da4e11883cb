import { z } from "zod";
import { extend } from "@/lib/core/extend";
import {
  type CampaignFacts,
  gracePeriod,
  instantRefundEligible,
  LIFECYCLE_STATUSES,
  lifecycleStatus,
} from "@/lib/core/vesting/lifecycle";
import { campaignProgress, percentOf } from "@/lib/core/vesting/progress";
import { type OverclaimRow, overclaimView, toOverclaimView } from "./finding";
import { toVaultView, type VaultRow, vaultView } from "./vault";
import {
  addressText,
  baseUnits,
  count,
  done,
  integerText,
  mint,
  nextCursor,
  pageNumber,
  pageSize,
  rootText,
  textOrNull,
  totalCount,
  treeAddress,
  unixSeconds,
} from "./wire";

export const metadataView = z
  .object({
    name: z.string().optional().describe("what the creator calls it; at most 200 characters"),
    description: z.string().optional().describe("at most 5,000 characters"),
    logoUri: z.string().optional().describe("address of a picture, as the creator gave it"),
  })
  .meta({ id: "CampaignMetadata" })
  .nullable()
  .describe("what the creator says of the campaign in words; null for nothing");
export type Metadata = z.infer<typeof metadataView>;

/** A correction of a campaign's metadata. */
const correctionView = z
  .object({
    correctedAt: unixSeconds("when"),
    wallet: addressText.describe("who signed it"),
    before: metadataView.describe("what was said before"),
    after: metadataView.describe("what was said from then on"),
  })
  .meta({ id: "MetadataCorrection" });

/** Response of GET …/metadata. */
export const metadataHistory = z
  .object({
    treeAddress,
    metadata: metadataView,
    corrections: z.array(correctionView).describe("newest first"),
    total: totalCount,
    nextCursor,
  })
  .meta({ id: "MetadataHistory" });
export type MetadataHistory = z.infer<typeof metadataHistory>;

/** Response of PATCH …/metadata. */
export const correctedView = z
  .object({
    ok: done,
    corrected: z.boolean().describe("false when it says so already"),
    metadata: metadataView,
  })
  .meta({ id: "MetadataChange" });

type CorrectionRow = { correctedAt: bigint; wallet: string; before: Metadata; after: Metadata };

export const toCorrectionView = (row: CorrectionRow): MetadataHistory["corrections"][number] => ({
  ...row,
  correctedAt: row.correctedAt.toString(),
});

/**
 * Shared schema of the field: the program ends claims only when the creator withdraws, not at the end of the
 * grace period.
 */
export const payableUntilSweptText = baseUnits(
  "after the grace period: what the program would still pay of what had vested, until the creator withdraws; else 0",
);

/** Values of the status filter: a lifecycle status, or any cancellation. */
export const STATUS_FILTERS = [...LIFECYCLE_STATUSES, "cancelled"] as const;

/** One entry of GET /api/campaigns. */
export const campaignItem = z
  .object({
    treeAddress,
    creator: addressText.describe("the wallet that created and funded it, base58"),
    mint,
    campaignId: integerText.describe(
      "its number among the creator's campaigns of this mint; u64 as a decimal string",
    ),
    merkleRoot: rootText.describe("the current root: 32 bytes in lower-case hex"),
    leafCount: count("leaves under the current root"),
    totalSupply: baseUnits("all that its leaves give together"),
    totalClaimed: baseUnits("what was claimed by all, over all roots"),
    cancellable: z.boolean().describe("whether its cancel authority may cancel it and change its root"),
    paused: z.boolean().describe("whether claims are paused"),
    cancelledAt: unixSeconds("when it was cancelled, null if it was not").nullable(),
    instantRefunded: z.boolean().describe("whether all went back to the creator before it began"),
    settled: z.boolean().describe("whether its one stream was cancelled and both sides paid"),
    settledAmount: baseUnits("what cancelling the stream paid its beneficiary, beside the claims"),
    createdAt: unixSeconds("when it was created"),
    metadata: metadataView,
    minCliffTime: unixSeconds("the earliest cliff of its leaves, null while unknown").nullable(),
    status: z.enum(LIFECYCLE_STATUSES).describe("where it stands, by indexed events and the clock"),
    verified: z.boolean().describe("the ledger confirmed this registration"),
    earlierGeneration: z
      .string()
      .nullable()
      .describe(
        "the creation that reads this campaign after its address was created again; null for the current one",
      ),
    vault: vaultView,
    hasDrift: z
      .boolean()
      .describe(
        "whether the index differs from the ledger in this campaign, such as by a claim that is missing here",
      ),
  })
  .meta({ id: "Campaign" });
export type CampaignItem = z.infer<typeof campaignItem>;

export const campaignsPage = z
  .object({
    campaigns: z.array(campaignItem).describe("one page of them"),
    total: totalCount,
    page: pageNumber,
    limit: pageSize,
    nextCursor,
  })
  .meta({ id: "CampaignPage" });
export type CampaignsPage = z.infer<typeof campaignsPage>;

export const rootVersionView = z
  .object({
    version: count("from 1, one more with each rotation"),
    merkleRoot: rootText,
    leafCount: count("leaves under this root"),
    createdAt: unixSeconds("when it became the root"),
    ipfsCid: z.string().nullable().describe("content id of a copy of leaves and proofs; null for none"),
  })
  .meta({ id: "RootVersion" });

/** The checkpoint of the index: all events up to this slot are indexed. */
export const asOfView = z
  .object({
    slot: integerText.describe("the last slot of the ledger that was read; u64 as a decimal string"),
    timestamp: unixSeconds("when it was read"),
  })
  .meta({ id: "IndexPosition" })
  .describe("how far the index has come: events up to this slot are in");

/**
 * A generation of an address. The creator of a native SOL campaign can create its address again after the
 * campaign has ended.
 */
const generationView = z
  .object({
    creation: z
      .string()
      .describe(
        "names the generation in the query: the signature of its creation, or a time where that is unknown",
      ),
    createdAt: unixSeconds("when it was created"),
    status: z.enum(LIFECYCLE_STATUSES).describe("where it stands"),
    current: z.boolean().describe("whether it is the newest one that is registered"),
  })
  .meta({ id: "Generation" });

/** A persistent difference between the index and the network. */
const driftView = z
  .object({
    field: z.string().describe("what differs; claimedSum: the sum of the claims that are indexed"),
    indexed: z.string().describe("its value here"),
    onChain: z.string().describe("its value on the ledger"),
    slot: integerText.describe("the slot at which the ledger was read; u64 as a decimal string"),
    detectedAt: unixSeconds("when it was detected"),
    attempts: count("repairs that left it"),
  })
  .meta({ id: "Drift" });

type DriftRow = Omit<z.infer<typeof driftView>, "slot" | "detectedAt"> & { slot: bigint; detectedAt: bigint };

const toDriftView = ({ field, indexed, onChain, slot, detectedAt, attempts }: DriftRow) => ({
  ...{ field, indexed, onChain, attempts },
  slot: slot.toString(),
  detectedAt: detectedAt.toString(),
});

/** Response of GET /api/campaigns/:treeAddress. Source: spec 2.6. */
export const campaignDetail = campaignItem
  .extend({
    cancelAuthority: addressText
      .nullable()
      .describe("who may cancel it and change its root, base58; null for nobody"),
    pauseAuthority: addressText
      .nullable()
      .describe("who may pause and resume claims, base58; null for nobody"),
    milestones: z
      .array(
        z
          .object({
            index: count("0 to 255"),
            released: z.boolean().describe("whether leaves of it can be claimed"),
            releasedAt: unixSeconds("when it was released, null if it was not").nullable(),
          })
          .meta({ id: "Milestone" }),
      )
      .describe("milestones that the current leaves use"),
    instantRefundEligible: z
      .boolean()
      .describe("by what is indexed, an instant refund is possible; the ledger may still refuse it"),
    gracePeriod: z
      .object({
        end: unixSeconds("when it ends or ended: seven days after the cancellation"),
        remaining: count("seconds until then, 0 afterwards"),
        isExpired: z.boolean().describe("whether it is over"),
      })
      .meta({ id: "GracePeriod" })
      .nullable()
      .describe("of a cancelled campaign, in which recipients may claim what had vested; else null"),
    analytics: z
      .object({
        uniqueClaimers: count("recipients who have claimed"),
        claimCount: count("claims"),
        percentClaimed: z.number().describe("claimed part of the supply in percent, two decimals"),
        rootVersionCount: count("roots that it has had"),
      })
      .meta({ id: "CampaignAnalytics" })
      .describe("counts over all its claims and roots"),
    rootVersions: z.array(rootVersionView).describe("newest first"),
    withdrawn: z.boolean().describe("the creator has taken back what was left"),
    payableUntilSwept: payableUntilSweptText,
    claimedMoreThanAllocated: z
      .array(overclaimView)
      .describe("leaves that were paid more than they give, which the program lets happen; the first 100"),
    paidTwice: z
      .object({
        count: count("such recipients"),
        amount: baseUnits("what they can be paid again, together"),
        recipients: z
          .array(
            z
              .object({
                beneficiary: addressText.describe("the recipient, base58"),
                amount: baseUnits("what it can be paid again"),
              })
              .meta({ id: "RepeatablePayment" }),
          )
          .describe("the first 100"),
      })
      .meta({ id: "RepeatablePayments" })
      .nullable()
      .describe(
        "recipients that the last rotation moved after they had claimed, and what they can be paid again",
      ),
    rootRegistered: z.boolean().describe("false when the ledger's root has no leaves registered here yet"),
    generations: z
      .array(generationView)
      .optional()
      .describe("the campaigns of this address, newest first; absent while there is one alone"),
    drift: z
      .array(driftView)
      .nullable()
      .describe("in what the index differs from the ledger, until it is repaired; null where they agree"),
    asOf: asOfView,
  })
  .meta({ id: "CampaignDetail" });
export type CampaignDetail = z.infer<typeof campaignDetail>;

/** The fields of a stored campaign that its views use. Amounts are in base units, times in unix seconds. */
export type CampaignRow = CampaignFacts & {
  treeAddress: string;
  creator: string;
  mint: string;
  campaignId: bigint;
  merkleRoot: string;
  createdAt: bigint;
  metadata: Metadata;
  verified: boolean;
  isCurrent: boolean;
  creationSignature: string | null;
  accountCreatedAt: bigint | null;
  cancelAuthority: string | null;
  pauseAuthority: string | null;
  hasDrift: boolean;
} & VaultRow;

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
    earlierGeneration: earlierGenerationOf(row),
    vault: toVaultView(row),
    hasDrift: row.hasDrift,
  };
}

/**
 * Returns the generation name of a campaign whose address was created again later; null for the current
 * campaign.
 */
export const earlierGenerationOf = (row: CampaignRow): string | null =>
  row.isCurrent ? null : generationName(row);

/** Returns the generation name of a campaign, the value of the `creation` query parameter. */
const generationName = ({ creationSignature, accountCreatedAt, createdAt }: CampaignRow): string =>
  creationSignature ?? (accountCreatedAt ?? createdAt).toString();

const toGenerationView = (row: CampaignRow, now: bigint): z.infer<typeof generationView> => ({
  creation: generationName(row),
  createdAt: row.createdAt.toString(),
  status: lifecycleStatus(row, now),
  current: row.isCurrent,
});

/** A stored campaign with the additional data of its detail view. */
export type CampaignDetailRow = {
  campaign: CampaignRow & { claimCount: number; uniqueClaimers: number };
  rootVersionCount: number;
  rootRegistered: boolean;
  /** Newest first. */
  rootVersions: readonly RootVersionRow[];
  milestones: readonly { index: number; releasedAt: bigint | null }[];
  paidTwice: CampaignDetail["paidTwice"];
  /**
   * The vested but unclaimed amount of a cancelled campaign, in base units; null if no displayed figure
   * depends on it.
   */
  unclaimed: bigint | null;
  overclaims: readonly OverclaimRow[];
  /** All generations of the address, newest first, if there are several. */
  generations: readonly CampaignRow[];
  drifts: readonly DriftRow[];
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
  const sums = { vested: 0n, unclaimed: detail.unclaimed ?? 0n };
  const { payableUntilSwept } = campaignProgress(campaign, sums, now);
  return extend(toCampaignItem(campaign, now), {
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
    vault: toVaultView(campaign, detail.unclaimed),
    claimedMoreThanAllocated: detail.overclaims.map(toOverclaimView),
    paidTwice: detail.paidTwice,
    rootRegistered: detail.rootRegistered,
    drift: detail.drifts.length > 0 ? detail.drifts.map(toDriftView) : null,
    asOf: detail.asOf,
    ...(detail.generations.length > 1 && {
      generations: detail.generations.map((row) => toGenerationView(row, now)),
    }),
  });
}
