import { selectLeaves, selectProofs } from "@/db/queries/campaigns/leaves";
import { selectClaims } from "@/db/queries/events/claims";
import { selectTimeline } from "@/db/queries/events/event-feed";
import { isAddress } from "@/lib/core/solana/addresses";
import type { CampaignDetail } from "@/lib/core/views/campaign";
import { type ClaimsPage, type TimelineItem, toClaimView, toTimelineItem } from "@/lib/core/views/event";
import { type LeafView, type LeavesPage, toLeafView, toLeavesPage } from "@/lib/core/views/leaf";
import { services } from "@/lib/service/services";
import { atCursor } from "./at-cursor";
import { readCampaignRow } from "./campaign";

const LEAVES_A_PAGE = 25;
const EVENTS_A_PAGE = 25;

type Page = { total: number; nextCursor: string | null; previousCursor: string | null };

async function rowId({ treeAddress }: CampaignDetail): Promise<number> {
  const row = await readCampaignRow(treeAddress);
  if (!row) throw new Error("The campaign was removed while its page was made.");
  return row.rowId;
}

/** A page of the current leaves, with what each has paid out. */
export async function readLeaves(campaign: CampaignDetail, page: number) {
  const { db } = await services();
  const params = { campaignRowId: await rowId(campaign), page, limit: LEAVES_A_PAGE };
  const found = await selectLeaves(db, params);
  const leaves: LeavesPage["leaves"] = found ? toLeavesPage(found).leaves : [];
  return { leaves, total: found?.total ?? 0, limit: LEAVES_A_PAGE };
}

/** The current leaves of one recipient; none for a text that is no address. */
export async function readLeavesOf({ treeAddress }: CampaignDetail, beneficiary: string) {
  const { db } = await services();
  const found = isAddress(beneficiary) ? await selectProofs(db, { treeAddress, beneficiary }) : null;
  const leaves: LeafView[] = (found?.leaves ?? []).map(({ leaf }) => toLeafView(leaf));
  return { leaves, total: leaves.length, limit: LEAVES_A_PAGE };
}

/** Claims newest first; null for a cursor that this list did not give. */
export async function readClaims(
  campaign: CampaignDetail,
  cursor: string | undefined,
): Promise<(Page & Pick<ClaimsPage, "claims">) | null> {
  const { db } = await services();
  const params = { campaignRowId: await rowId(campaign), limit: EVENTS_A_PAGE, cursor };
  const found = await atCursor(selectClaims(db, params));
  return found && { ...found, claims: found.claims.map(toClaimView) };
}

/** Events newest first; null for a cursor that this list did not give. */
export async function readTimeline(
  campaign: CampaignDetail,
  cursor: string | undefined,
): Promise<(Page & { events: TimelineItem[] }) | null> {
  const { db } = await services();
  const params = { campaignRowId: await rowId(campaign), limit: EVENTS_A_PAGE, cursor };
  const found = await atCursor(selectTimeline(db, params));
  return found && { ...found, events: found.events.map(toTimelineItem) };
}
