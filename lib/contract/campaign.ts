import * as z from "zod";
import { extend } from "@/lib/core/extend";
import {
  type CampaignFacts,
  gracePeriod,
  instantRefundEligible,
  LIFECYCLE_STATUSES,
  lifecycleStatus,
} from "@/lib/core/vesting/lifecycle";
import { calculatePercent, campaignProgress } from "@/lib/core/vesting/progress";
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
} from "./field-schemas";
import { type OverclaimRow, overclaimView, toOverclaimView } from "./finding";
import { campaignProof } from "./response-proof";
import { toVaultView, type VaultRow, vaultView } from "./vault";

export const metadataView = z
  .object({
    name: z.string().optional().describe("name given by the creator; at most 200 characters"),
    description: z.string().optional().describe("at most 5,000 characters"),
    logoUri: z.string().optional().describe("image URL given by the creator"),
  })
  .meta({ id: "CampaignMetadata" })
  .nullable()
  .describe("metadata from the creator; null if there is none");
export type Metadata = z.infer<typeof metadataView>;

/** A correction of a campaign's metadata. */
const correctionView = z
  .object({
    correctedAt: unixSeconds("when"),
    wallet: addressText.describe("wallet that signed it"),
    before: metadataView.describe("metadata before the change"),
    after: metadataView.describe("metadata after the change"),
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
    corrected: z.boolean().describe("false if the metadata is already the same"),
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
  "after the grace period: the vested amount that the program still pays until the creator withdraws; otherwise 0",
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
      "number among the creator's campaigns of this mint; u64 as a decimal string",
    ),
    merkleRoot: rootText.describe("the current Merkle root: 32 bytes in lower-case hex"),
    leafCount: count("number of leaves under the current root"),
    totalSupply: baseUnits("total amount of all leaves"),
    totalClaimed: baseUnits("total claimed by all recipients, over all roots"),
    cancellable: z.boolean().describe("whether its cancel authority can cancel it and change its root"),
    paused: z.boolean().describe("whether claims are paused"),
    cancelledAt: unixSeconds("cancellation time; null if not cancelled").nullable(),
    instantRefunded: z
      .boolean()
      .describe("whether everything was refunded to the creator before vesting began"),
    settled: z.boolean().describe("whether the stream was cancelled and both parties were paid"),
    settledAmount: baseUnits(
      "amount paid to the recipient when the stream was cancelled, in addition to the claims",
    ),
    createdAt: unixSeconds("creation time"),
    metadata: metadataView,
    minCliffTime: unixSeconds("earliest cliff of its leaves; null while unknown").nullable(),
    status: z.enum(LIFECYCLE_STATUSES).describe("status, from indexed events and the current time"),
    verified: z.boolean().describe("whether the network confirmed this registration"),
    earlierGeneration: z
      .string()
      .nullable()
      .describe(
        "value of the generation parameter for an earlier campaign of the address; null for the current one",
      ),
    vault: vaultView,
    hasDrift: z
      .boolean()
      .describe(
        "whether the index differs from the network for this campaign, for example by a missing claim",
      ),
  })
  .meta({ id: "Campaign" });
export type CampaignItem = z.infer<typeof campaignItem>;

/**
 * The next unlock by time: a moment in unix seconds before the first unlock, later the calendar month in UTC, such as
 * "2026-11", and in such a month the moment of the last unlock. In a grace period, its end. Null if no unlock follows.
 */
export type NextUnlock =
  | { at: string }
  | { until: string }
  | { month: string }
  | { claimUntil: string }
  | null;

export const campaignsPage = z
  .object({
    campaigns: z.array(campaignItem).describe("one page of the list"),
    total: totalCount,
    page: pageNumber,
    limit: pageSize,
    nextCursor,
  })
  .meta({ id: "CampaignPage" });
export type CampaignsPage = z.infer<typeof campaignsPage>;

/** The net change of a rotation: recipients, the sum of their amounts in base units, and changed recipients. */
export type VersionChange = { recipients: number; amount: string; changed: number };

export const rootVersionView = z
  .object({
    version: count("starts at 1 and increases by 1 with each rotation"),
    merkleRoot: rootText,
    leafCount: count("number of leaves under this root"),
    createdAt: unixSeconds("time at which it became the root"),
    ipfsCid: z
      .string()
      .nullable()
      .describe("content ID of a copy of the leaves and proofs; null if there is none"),
  })
  .meta({ id: "RootVersion" });

/** Response of GET …/root-versions, newest first. */
export const rootVersionsView = z.array(rootVersionView);

/** The checkpoint of the index: all events up to this slot are indexed. */
export const asOfView = z
  .object({
    slot: integerText.describe("last slot that was read; u64 as a decimal string"),
    timestamp: unixSeconds("time at which it was read"),
  })
  .meta({ id: "IndexPosition" })
  .describe("progress of the index: events up to this slot are indexed");

/**
 * A generation of an address. The creator of a native SOL campaign can create its address again after the
 * campaign has ended.
 */
const generationView = z
  .object({
    creation: z
      .string()
      .describe(
        "value of the generation parameter: the signature of the creation, or a time if it is unknown",
      ),
    createdAt: unixSeconds("creation time"),
    status: z.enum(LIFECYCLE_STATUSES).describe("status"),
    current: z.boolean().describe("whether it is the newest registered one"),
  })
  .meta({ id: "Generation" });

/** A persistent difference between the index and the network. */
const driftView = z
  .object({
    field: z
      .string()
      .describe(
        "the differing field; claimedSum is the sum of the indexed claims, replacedRoot the root before an update",
      ),
    indexed: z.string().describe("value in the index"),
    onChain: z.string().describe("value on the network"),
    slot: integerText.describe("slot at which the network was read; u64 as a decimal string"),
    detectedAt: unixSeconds("detection time"),
    attempts: count("number of repairs that did not resolve it"),
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
      .describe("wallet that can cancel it and change its root, base58; null for none"),
    pauseAuthority: addressText
      .nullable()
      .describe("wallet that can pause and resume claims, base58; null for none"),
    milestones: z
      .array(
        z
          .object({
            index: count("0 to 255"),
            released: z.boolean().describe("whether its leaves can be claimed"),
            releasedAt: unixSeconds("release time; null if not released").nullable(),
          })
          .meta({ id: "Milestone" }),
      )
      .describe("milestones used by the current leaves"),
    instantRefundEligible: z
      .boolean()
      .describe(
        "whether an instant refund is possible according to the index; the network can still reject it",
      ),
    gracePeriod: z
      .object({
        end: unixSeconds("end time: seven days after the cancellation"),
        remaining: count("seconds until the end; 0 after the end"),
        isExpired: z.boolean().describe("whether it has ended"),
      })
      .meta({ id: "GracePeriod" })
      .nullable()
      .describe(
        "grace period of a cancelled campaign, in which recipients can claim the vested amount; otherwise null",
      ),
    analytics: z
      .object({
        uniqueClaimers: count("number of recipients who have claimed"),
        claimCount: count("claims"),
        percentClaimed: z
          .number()
          .describe("claimed share of the supply in percent, with two decimal places"),
        rootVersionCount: count("number of roots"),
      })
      .meta({ id: "CampaignAnalytics" })
      .describe("totals over all claims and roots"),
    rootVersions: z.array(rootVersionView).describe("newest first"),
    withdrawn: z.boolean().describe("whether the creator has withdrawn the remaining balance"),
    payableUntilSwept: payableUntilSweptText,
    claimedMoreThanAllocated: z
      .array(overclaimView)
      .describe("leaves that were paid more than their amount, which the program allows; the first 100"),
    allocatedBeyondSupply: baseUnits(
      "amount by which the current leaves exceed the supply, so that the last to claim are not paid; null while the leaves are not summed",
    ).nullable(),
    paidTwice: z
      .object({
        count: count("number of these recipients"),
        amount: baseUnits("total amount that they can be paid again"),
        recipients: z
          .array(
            z
              .object({
                beneficiary: addressText.describe("the recipient, base58"),
                amount: baseUnits("amount that it can be paid again"),
              })
              .meta({ id: "RepeatablePayment" }),
          )
          .describe("the first 100"),
      })
      .meta({ id: "RepeatablePayments" })
      .nullable()
      .describe(
        "recipients that the last rotation moved after a claim, and the amounts that they can be paid again",
      ),
    rootRegistered: z
      .boolean()
      .describe("false if the leaves of the on-chain root are not registered here yet"),
    generations: z
      .array(generationView)
      .optional()
      .describe("all campaigns of this address, newest first; absent if there is only one"),
    drift: z
      .array(driftView)
      .nullable()
      .describe("differences between index and network until they are repaired; null if there are none"),
    asOf: asOfView,
    proof: campaignProof.optional(),
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
    earlierGeneration: getEarlierGeneration(row),
    vault: toVaultView(row),
    hasDrift: row.hasDrift,
  };
}

/**
 * Returns the generation name of a campaign whose address was created again later; null for the current
 * campaign.
 */
export const getEarlierGeneration = (row: CampaignRow): string | null =>
  row.isCurrent ? null : generationName(row);

/** Returns the generation name of a campaign, the value of the `creation` query parameter. */
export const generationName = ({ creationSignature, accountCreatedAt, createdAt }: CampaignRow): string =>
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
  /** The sum of the current leaves; null while it is not computed. */
  allocated: bigint | null;
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

const beyondSupply = (allocated: bigint | null, { totalSupply }: CampaignRow): string | null =>
  textOrNull(allocated && (allocated > totalSupply ? allocated - totalSupply : 0n));

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
      percentClaimed: calculatePercent(campaign.totalClaimed, campaign.totalSupply),
      rootVersionCount: detail.rootVersionCount,
    },
    rootVersions: detail.rootVersions.map(toRootVersionView),
    withdrawn: campaign.withdrawn,
    payableUntilSwept: payableUntilSwept.toString(),
    vault: toVaultView(campaign, detail.unclaimed),
    claimedMoreThanAllocated: detail.overclaims.map(toOverclaimView),
    allocatedBeyondSupply: beyondSupply(detail.allocated, campaign),
    paidTwice: detail.paidTwice,
    rootRegistered: detail.rootRegistered,
    drift: detail.drifts.length > 0 ? detail.drifts.map(toDriftView) : null,
    asOf: detail.asOf,
    ...(detail.generations.length > 1 && {
      generations: detail.generations.map((row) => toGenerationView(row, now)),
    }),
  });
}
