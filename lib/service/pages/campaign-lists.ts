import { ListRefused } from "@/db/queries/campaigns/campaign-order";
import { selectCorrections } from "@/db/queries/campaigns/corrections";
import { selectLeaves, selectProofs, selectSortedLeaves } from "@/db/queries/campaigns/leaves";
import { selectRecipientChanges } from "@/db/queries/campaigns/schedules";
import { CursorInvalid } from "@/db/queries/cursor";
import { selectClaims, selectClaimsByAmount, selectClaimsFromOldest } from "@/db/queries/events/claims";
import { selectTimeline } from "@/db/queries/events/event-feed";
import { type CampaignDetail, type MetadataHistory, toCorrectionView } from "@/lib/contract/campaign";
import { toClaimView, toTimelineItem } from "@/lib/contract/event";
import {
  type LeafView,
  type LeavesPage,
  type ProofView,
  toLeafView,
  toLeavesPage,
  toProofView,
} from "@/lib/contract/leaf";
import type { LeafSort, SortOrder } from "@/lib/core/lists/campaign-list";
import { isAddress } from "@/lib/core/solana/addresses";
import { services } from "@/lib/service/services";
import { readCampaignRow } from "./campaign";

const LEAVES_A_PAGE = 25;
const EVENTS_A_PAGE = 25;

/** Where a campaign's lists are read, and which row is its own. */
async function listsOf({ treeAddress, earlierGeneration }: CampaignDetail) {
  const row = await readCampaignRow(treeAddress, earlierGeneration ?? undefined);
  if (!row) throw new Error("The campaign was removed while its page was made.");
  return { db: (await services()).reads, campaignRowId: row.rowId };
}

/** A page of the current leaves, with what each has paid out. */
export async function readLeaves(campaign: CampaignDetail, page: number) {
  const { db, campaignRowId } = await listsOf(campaign);
  const found = await selectLeaves(db, { campaignRowId, page, limit: LEAVES_A_PAGE });
  const leaves: LeavesPage["leaves"] = found ? toLeavesPage(found).leaves : [];
  return { leaves, total: found?.total ?? 0, limit: LEAVES_A_PAGE };
}

/** The same in another order than the leaves'; null where there are too many to be sorted. */
export async function readSortedLeaves(
  campaign: CampaignDetail,
  page: number,
  by: { sort: LeafSort; order: SortOrder },
) {
  const { db, campaignRowId } = await listsOf(campaign);
  const params = { campaignRowId, page, limit: LEAVES_A_PAGE, ...by };
  const found = await unlessRefused(selectSortedLeaves(db, params));
  if (!found) return null;
  const { leaves } = toLeavesPage(found);
  return { leaves, total: found.total, limit: LEAVES_A_PAGE };
}

/** The current leaves of one recipient; none for a text that is no address. */
export async function readLeavesOf({ treeAddress, earlierGeneration }: CampaignDetail, beneficiary: string) {
  const { reads: db } = await services();
  const creation = earlierGeneration ?? undefined;
  const found = isAddress(beneficiary)
    ? await selectProofs(db, { treeAddress, creation, beneficiary })
    : null;
  const leaves: LeafView[] = (found?.leaves ?? []).map(({ leaf }) => toLeafView(leaf));
  return { leaves, total: leaves.length, limit: LEAVES_A_PAGE };
}

const claimsReader =
  (select: typeof selectClaimsFromOldest) => async (campaign: CampaignDetail, cursor: string | undefined) => {
    const { db, campaignRowId } = await listsOf(campaign);
    const found = await atCursor(select(db, { campaignRowId, limit: EVENTS_A_PAGE, cursor }));
    return found && { ...found, claims: found.claims.map(toClaimView) };
  };

/** Claims newest first; null for a cursor that this list did not give. */
export const readClaims = claimsReader(selectClaims);

/** Claims oldest first; null for a cursor that the list of claims did not give. */
export const readClaimsFromOldest = claimsReader(selectClaimsFromOldest);

/** A page of claims by their amount; null where there are too many to be sorted. */
export async function readClaimsByAmount(campaign: CampaignDetail, page: number, order: SortOrder) {
  const { db, campaignRowId } = await listsOf(campaign);
  const params = { campaignRowId, page, limit: EVENTS_A_PAGE, order };
  const found = await unlessRefused(selectClaimsByAmount(db, params));
  return found && { total: found.total, limit: EVENTS_A_PAGE, claims: found.claims.map(toClaimView) };
}

const nullFor = (kind: typeof ListRefused | typeof CursorInvalid) => (error: unknown) => {
  if (error instanceof kind) return null;
  throw error;
};

const unlessRefused = <T>(page: Promise<T>) => page.catch(nullFor(ListRefused));

/** Events newest first; null for a cursor that this list did not give. */
export async function readTimeline(campaign: CampaignDetail, cursor: string | undefined) {
  const { db, campaignRowId } = await listsOf(campaign);
  const found = await atCursor(selectTimeline(db, { campaignRowId, limit: EVENTS_A_PAGE, cursor }));
  return found && { ...found, events: found.events.map(toTimelineItem) };
}

const CORRECTIONS_SHOWN = 20;

/** The newest corrections of what a campaign's creator says of it. */
export async function readCorrections(
  campaign: CampaignDetail,
): Promise<Pick<MetadataHistory, "corrections" | "total">> {
  const { db, campaignRowId } = await listsOf(campaign);
  const { corrections, total } = await selectCorrections(db, { campaignRowId, limit: CORRECTIONS_SHOWN });
  return { corrections: corrections.map(toCorrectionView), total };
}

/** A page of a list, or null when the cursor in the page's address is none that the list gave. */
export const atCursor = <T>(page: Promise<T>) => page.catch(nullFor(CursorInvalid));

const LIMIT = 50;

/** What a rotation changed per recipient; amounts in base units. */
export async function readChanges(
  campaign: CampaignDetail,
  { version, page }: { version: number; page: number },
) {
  const { db, campaignRowId } = await listsOf(campaign);
  const found = await selectRecipientChanges(db, { campaignRowId, version, page, limit: LIMIT });
  return { ...found, limit: LIMIT };
}

const U32_MAX = 2 ** 32 - 1;

/** The leaf at an index of the current root version, with its proof; null when there is none. */
export async function readProof(campaign: CampaignDetail, leafIndex: string): Promise<ProofView | null> {
  if (!/^(0|[1-9]\d{0,9})$/.test(leafIndex) || Number(leafIndex) > U32_MAX) return null;
  const { db, campaignRowId } = await listsOf(campaign);
  // Leaves stand at their indexes, so each is a page of one.
  const at = { campaignRowId, page: Number(leafIndex) + 1, limit: 1, proofs: true };
  const version = await selectLeaves(db, at);
  const [leaf] = version?.leaves ?? [];
  if (!version || leaf?.leafIndex !== Number(leafIndex)) return null;
  const { treeAddress, merkleRoot: currentRoot, hasDrift } = campaign;
  const of = { ...version, treeAddress, currentRoot, hasDrift, leaves: [], vault: null };
  return toProofView(of, { leaf, proof: leaf.proof ?? [] });
}

/** Where a beneficiary's leaves stand in the current root version; none for a text that is no address. */
export async function readLeafIndexesOf(
  { treeAddress, earlierGeneration }: CampaignDetail,
  beneficiary: string,
): Promise<number[]> {
  if (!isAddress(beneficiary)) return [];
  const { reads: db } = await services();
  const creation = earlierGeneration ?? undefined;
  const found = await selectProofs(db, { treeAddress, creation, beneficiary });
  return found?.leaves.map(({ leaf }) => leaf.leafIndex) ?? [];
}
