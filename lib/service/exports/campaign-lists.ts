import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import type { CampaignKey } from "@/db/queries/campaigns/generation";
import { selectLeaves } from "@/db/queries/campaigns/leaves";
import { selectClaimPage } from "@/db/queries/events/claims";
import { type FeedFilter, selectEventPage } from "@/db/queries/events/event-feed";
import { claimColumns, EVENT_COLUMNS, leafColumns } from "@/lib/contract/csv/columns";
import { withLabelColumns } from "@/lib/contract/csv/label-columns";
import { notFound } from "@/lib/core/errors";
import { validationError } from "@/lib/core/validation";
import type { CreatorLabels } from "@/lib/service/labels/creator-labels";
import type { Services } from "@/lib/service/services";
import { type CsvResponse, csvResponse } from "./csv-response";
import { tokenReader } from "./tokens";

/** Rows read and written before yielding to the event loop. */
export const ROWS_PER_PAGE = 500;

type ListRequest = { request: Request };
type Labelled = ListRequest & { labels?: CreatorLabels | undefined };

/** Returns the error for a parameter that only files have. */
export const onlyInCsv = (path: string) => validationError([{ path, message: "can only be used with CSV" }]);
type Reads = Pick<Services, "reads">;

/** Returns a file name: the name of the list and the first characters of the tree or address. */
export const fileName = (list: string, address: string) => `${list}-${address.slice(0, 8)}.csv`;

/** Returns the file name of a campaign's list, which marks an unconfirmed campaign. */
export const campaignFileName = (
  list: string,
  { treeAddress, verified }: { treeAddress: string; verified: boolean },
) => fileName(verified ? list : `unverified-${list}`, treeAddress);

/** Exports all leaves of a root version (default: the current one), with the payouts of each leaf. */
export async function exportLeaves(
  { reads: db }: Reads,
  {
    request,
    campaign,
    rootVersion,
    proofs,
    labels,
  }: Labelled & {
    campaign: { id: number; treeAddress: string; mint: string; verified: boolean };
    rootVersion?: number;
    proofs: boolean;
  },
): Promise<CsvResponse> {
  if (proofs) throw validationError([{ path: "proofs", message: "cannot be used with CSV" }]);
  const tokens = await tokenReader()([campaign.mint]);
  let version = rootVersion;
  return csvResponse(request, {
    name: campaignFileName("recipients", campaign),
    columns: withLabelColumns(leafColumns(tokens.of(campaign.mint)), labels !== undefined),
    readPage: async (cursor) => {
      const position = { page: 1, limit: ROWS_PER_PAGE, cursor };
      const query = { campaignRowId: campaign.id, rootVersion: version, allocations: true, ...position };
      const found = await selectLeaves(db, query);
      if (!found) throw notFound("root version", "version");
      // The version stays the same if a rotation happens during the export.
      version = found.rootVersion;
      const { leaves, nextCursor } = found;
      return { rows: labels ? await labels.addTo(leaves) : leaves, nextCursor };
    },
  });
}

/** Exports all claims of a campaign, newest slot first, with optional filters by beneficiary and slot. */
export async function exportClaims(
  { reads: db }: Reads,
  {
    request,
    treeAddress,
    creation,
    beneficiary,
    fromSlot,
    labels,
  }: Labelled & CampaignKey & { beneficiary?: string; fromSlot?: bigint },
): Promise<CsvResponse> {
  const key = { treeAddress, creation };
  const { id, token, verified } = await findCampaign(db, key);
  const filter = { beneficiary, fromSlot, limit: ROWS_PER_PAGE };
  return csvResponse(request, {
    name: campaignFileName("claims", { treeAddress, verified }),
    columns: withLabelColumns(claimColumns(token), labels !== undefined),
    readPage: async (cursor) => {
      const found = await selectClaimPage(db, { campaignRowId: id, ...filter, cursor });
      if (!found) throw notFound("campaign");
      const { claims, nextCursor } = found;
      return { rows: labels ? await labels.addTo(claims) : claims, nextCursor };
    },
  });
}

/** Exports all events of a campaign that match the filter, newest first. */
export async function exportTimeline(
  { reads: db }: Reads,
  {
    request,
    treeAddress,
    creation,
    types,
    fromBlockTime,
    toBlockTime,
  }: ListRequest & FeedFilter & CampaignKey,
): Promise<CsvResponse> {
  const key = { treeAddress, creation };
  const { id, token, verified } = await findCampaign(db, key);
  const filter = { types, fromBlockTime, toBlockTime, limit: ROWS_PER_PAGE };
  return csvResponse(request, {
    name: campaignFileName("timeline", { treeAddress, verified }),
    columns: EVENT_COLUMNS,
    readPage: async (cursor) => {
      const { events, nextCursor } = await selectEventPage(db, { campaignRowId: id }, { ...filter, cursor });
      // Deleting a campaign also deletes its events, which must not look like the end of the list.
      if (cursor && !nextCursor && (await selectCampaign(db, key))?.id !== id) throw notFound("campaign");
      return { rows: events.map((event) => ({ ...event, token })), nextCursor };
    },
  });
}

async function findCampaign(db: Services["reads"], key: CampaignKey) {
  const campaign = await selectCampaign(db, key);
  if (!campaign) throw notFound("campaign");
  const tokens = await tokenReader()([campaign.mint]);
  return { id: campaign.id, verified: campaign.verified, token: tokens.of(campaign.mint) };
}
