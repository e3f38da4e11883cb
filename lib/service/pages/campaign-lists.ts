import { ListRefusedError } from "@/db/queries/campaigns/campaign-order";
import { selectClaimedOf } from "@/db/queries/campaigns/claimed-amounts";
import { selectCorrections } from "@/db/queries/campaigns/corrections";
import { selectLeaves, selectProofs, selectSortedLeaves } from "@/db/queries/campaigns/leaves";
import { selectRecipientChanges, selectVersionSum } from "@/db/queries/campaigns/schedules";
import { InvalidCursorError } from "@/db/queries/cursor";
import { selectClaims, selectClaimsByAmount, selectClaimsFromOldest } from "@/db/queries/events/claims";
import { selectTimeline } from "@/db/queries/events/event-feed";
import { selectRootUpdates } from "@/db/queries/events/root-updates";
import {
  type CampaignDetail,
  type MetadataHistory,
  toCorrectionView,
  type VersionChange,
} from "@/lib/contract/campaign";
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

const LEAVES_PER_PAGE = 25;
const EVENTS_PER_PAGE = 25;

/** Returns the database to read a campaign's lists from, and the campaign's row id and stored facts. */
async function getLists({ treeAddress, earlierGeneration }: CampaignDetail) {
  const row = await readCampaignRow(treeAddress, earlierGeneration ?? undefined);
  if (!row) throw new Error("The campaign was removed while its page was rendered.");
  return { db: (await services()).reads, campaignRowId: row.rowId, facts: row.facts };
}

/** Returns a page of the current leaves, with the payouts of each leaf. */
export async function readLeaves(campaign: CampaignDetail, page: number) {
  const { db, campaignRowId } = await getLists(campaign);
  const found = await selectLeaves(db, { campaignRowId, page, limit: LEAVES_PER_PAGE });
  const leaves: LeavesPage["leaves"] = found ? toLeavesPage(found).leaves : [];
  return { leaves, total: found?.total ?? 0, limit: LEAVES_PER_PAGE };
}

/** Returns a page of the leaves in another order; null if there are too many to sort. */
export async function readSortedLeaves(
  campaign: CampaignDetail,
  page: number,
  by: { sort: LeafSort; order: SortOrder },
) {
  const { db, campaignRowId } = await getLists(campaign);
  const params = { campaignRowId, page, limit: LEAVES_PER_PAGE, ...by };
  const found = await unlessRefused(selectSortedLeaves(db, params));
  if (!found) return null;
  const { leaves } = toLeavesPage(found);
  return { leaves, total: found.total, limit: LEAVES_PER_PAGE };
}

/** Returns the current leaves of one recipient; none for a text that is not an address. */
export async function readLeavesOf({ treeAddress, earlierGeneration }: CampaignDetail, beneficiary: string) {
  const { reads: db } = await services();
  const creation = earlierGeneration ?? undefined;
  const found = isAddress(beneficiary)
    ? await selectProofs(db, { treeAddress, creation, beneficiary })
    : null;
  const leaves: LeafView[] = (found?.leaves ?? []).map(({ leaf }) => toLeafView(leaf));
  return { leaves, total: leaves.length, limit: LEAVES_PER_PAGE };
}

const claimsReader =
  (select: typeof selectClaimsFromOldest) => async (campaign: CampaignDetail, cursor: string | undefined) => {
    const { db, campaignRowId } = await getLists(campaign);
    const found = await atCursor(select(db, { campaignRowId, limit: EVENTS_PER_PAGE, cursor }));
    return found && { ...found, claims: found.claims.map(toClaimView) };
  };

/** Returns claims newest first; null for a cursor of another list. */
export const readClaims = claimsReader(selectClaims);

/** Returns claims oldest first; null for a cursor that does not belong to the list of claims. */
export const readClaimsFromOldest = claimsReader(selectClaimsFromOldest);

/** Returns a page of claims by amount; null if there are too many to sort. */
export async function readClaimsByAmount(campaign: CampaignDetail, page: number, order: SortOrder) {
  const { db, campaignRowId } = await getLists(campaign);
  const params = { campaignRowId, page, limit: EVENTS_PER_PAGE, order };
  const found = await unlessRefused(selectClaimsByAmount(db, params));
  return found && { total: found.total, limit: EVENTS_PER_PAGE, claims: found.claims.map(toClaimView) };
}

const nullFor = (kind: typeof ListRefusedError | typeof InvalidCursorError) => (error: unknown) => {
  if (error instanceof kind) return null;
  throw error;
};

const unlessRefused = <T>(page: Promise<T>) => page.catch(nullFor(ListRefusedError));

/** Returns events newest first; null for a cursor of another list. */
export async function readTimeline(campaign: CampaignDetail, cursor: string | undefined) {
  const { db, campaignRowId } = await getLists(campaign);
  const found = await atCursor(selectTimeline(db, { campaignRowId, limit: EVENTS_PER_PAGE, cursor }));
  return found && { ...found, events: found.events.map(toTimelineItem) };
}

const CORRECTIONS_SHOWN = 20;

/** Returns the newest corrections of a campaign's metadata. */
export async function readCorrections(
  campaign: CampaignDetail,
): Promise<Pick<MetadataHistory, "corrections" | "total">> {
  const { db, campaignRowId } = await getLists(campaign);
  const { corrections, total } = await selectCorrections(db, { campaignRowId, limit: CORRECTIONS_SHOWN });
  return { corrections: corrections.map(toCorrectionView), total };
}

/** Returns a page of a list, or null if the cursor in the page's URL is invalid. */
export const atCursor = <T>(page: Promise<T>) => page.catch(nullFor(InvalidCursorError));

const LIMIT = 50;

/**
 * Returns the changes of a rotation per recipient with the claimed amount, and the sums of both lists; amounts are in base
 * units.
 */
export async function readChanges(
  campaign: CampaignDetail,
  { version, page }: { version: number; page: number },
) {
  const { db, campaignRowId } = await getLists(campaign);
  const [found, sumBefore] = await Promise.all([
    selectRecipientChanges(db, { campaignRowId, version, page, limit: LIMIT }),
    selectVersionSum(db, { campaignRowId, version: version - 1 }),
  ]);
  const beneficiaries = found.changes.map(({ beneficiary }) => beneficiary);
  const claimed = await selectClaimedOf(db, { campaignRowId, beneficiaries });
  const changes = found.changes.map((change) => ({
    ...change,
    claimed: claimed.get(change.beneficiary) ?? 0n,
  }));
  return { ...found, changes, sumBefore, sumAfter: sumBefore + found.net, limit: LIMIT };
}

/**
 * Returns the signatures of the transactions that published the versions of a campaign, by version number. A version
 * has none if its event is not indexed.
 */
export async function readVersionTransactions(campaign: CampaignDetail): Promise<Record<number, string>> {
  const { db, campaignRowId, facts } = await getLists(campaign);
  const updates = await selectRootUpdates(db, { campaignRowId });
  const created = { newRoot: updates[0]?.oldRoot, signature: facts.creationSignature };
  // A root can be published again, so each version takes the next event with its root.
  const events = [created, ...updates];
  const published: Record<number, string> = {};
  let next = 0;
  for (const { version, merkleRoot } of campaign.rootVersions.toReversed()) {
    const at = events.findIndex(({ newRoot = merkleRoot }, index) => index >= next && newRoot === merkleRoot);
    const signature = events[at]?.signature;
    if (at >= 0) next = at + 1;
    if (signature) published[version] = signature;
  }
  return published;
}

/** Larger campaigns and older versions link to their changes without a summary, which reads every leaf. */
const MAX_SUMMARIZED = { leaves: 1_000, versions: 10 };

/** Returns the net change of the newest versions of a campaign by version number. */
export async function readVersionChanges(campaign: CampaignDetail): Promise<Record<number, VersionChange>> {
  const rotations = campaign.rootVersions.filter(({ version }) => version > 1);
  if (campaign.rootVersions.some(({ leafCount }) => leafCount > MAX_SUMMARIZED.leaves)) return {};
  const { db, campaignRowId } = await getLists(campaign);
  const summaries = rotations.slice(0, MAX_SUMMARIZED.versions).map(async ({ version }) => {
    const { counts, net, total } = await selectRecipientChanges(db, {
      campaignRowId,
      version,
      page: 1,
      limit: 1,
    });
    const recipients = counts.added - counts.removed;
    return [version, { recipients, amount: net.toString(), changed: total }] as const;
  });
  return Object.fromEntries(await Promise.all(summaries));
}

/** Returns the time of the pause of a paused campaign; null if its recent events do not contain the pause. */
export async function readPausedAt(campaign: CampaignDetail): Promise<string | null> {
  if (!campaign.paused) return null;
  const timeline = await readTimeline(campaign, undefined);
  const pause = timeline?.events.find((event) => event.type === "paused" && event.data.paused);
  return pause?.blockTime ?? null;
}

const U32_MAX = 2 ** 32 - 1;

/** Returns the leaf at an index of the current root version, with its proof; null if there is none. */
export async function readProof(campaign: CampaignDetail, leafIndex: string): Promise<ProofView | null> {
  if (!/^(0|[1-9]\d{0,9})$/.test(leafIndex) || Number(leafIndex) > U32_MAX) return null;
  const { db, campaignRowId } = await getLists(campaign);
  // Leaves are ordered by index, so each leaf is a page of one.
  const at = { campaignRowId, page: Number(leafIndex) + 1, limit: 1, proofs: true };
  const version = await selectLeaves(db, at);
  const [leaf] = version?.leaves ?? [];
  if (!version || leaf?.leafIndex !== Number(leafIndex)) return null;
  const { treeAddress, merkleRoot: currentRoot, hasDrift } = campaign;
  const list = { ...version, treeAddress, currentRoot, hasDrift, leaves: [], vault: null, lookupTable: null };
  return toProofView(list, { leaf, proof: leaf.proof ?? [] });
}

/**
 * Returns the leaf indexes of a beneficiary in the current root version; none for a text that is not an
 * address.
 */
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
