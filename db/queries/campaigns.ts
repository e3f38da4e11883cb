import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client";
import { type Campaign, campaigns } from "../schema";

/** `active` and `cancelled` gather several lifecycle states; the others are one state each. */
export type CampaignStatusFilter =
  | "active"
  | "paused"
  | "cancelled"
  | "claimable"
  | "claimed"
  | "cancelled_grace"
  | "cancelled_expired"
  | "instant_refunded"
  | "settled";

/** Position after which a list of campaigns goes on; 64-bit signed, ids safe integers. */
export type CampaignCursor = { createdAt: bigint; id: number };

/** Seconds that beneficiaries keep after a cancel. Source: spec 3. */
const GRACE_PERIOD = 604_800n;

const inPhase = (...phases: [Campaign["phase"], ...Campaign["phase"][]]): SQL | undefined =>
  phases.length === 1 ? eq(campaigns.phase, phases[0]) : inArray(campaigns.phase, phases);

/** Campaigns of a status at `now` (unix seconds); every condition is on the columns of one index. */
function hasStatus(status: CampaignStatusFilter, now: bigint): SQL | undefined {
  const graceStart = now - GRACE_PERIOD;
  switch (status) {
    case "active":
      return inPhase("open");
    case "claimable":
      return and(inPhase("open"), sql`${campaigns.claimableFrom} <= ${now}::bigint`);
    case "cancelled":
      return inPhase("cancelled", "settled", "instant_refunded");
    case "cancelled_grace":
      return and(inPhase("cancelled"), sql`${campaigns.cancelledAt} > ${graceStart}::bigint`);
    case "cancelled_expired":
      return and(inPhase("cancelled"), sql`${campaigns.cancelledAt} <= ${graceStart}::bigint`);
    default:
      return inPhase(status);
  }
}

export type CampaignList = { campaigns: Campaign[]; total: number; nextCursor: CampaignCursor | null };

/**
 * Campaigns newest first, with the exact number that match. The page and the count are read from an index alone, and
 * only the page's rows from the table.
 */
export async function selectCampaigns(
  db: Database,
  params: {
    creator?: string;
    mint?: string;
    status?: CampaignStatusFilter;
    now: bigint;
    page: number;
    limit: number;
    cursor?: CampaignCursor;
  },
): Promise<CampaignList> {
  const { creator, mint, status, now, page, limit, cursor } = params;
  const matches = and(
    creator === undefined ? undefined : eq(campaigns.creator, creator),
    mint === undefined ? undefined : eq(campaigns.mint, mint),
    status === undefined ? undefined : hasStatus(status, now),
  );
  const after =
    cursor &&
    sql`(${campaigns.createdAt}, ${campaigns.id}) < (${cursor.createdAt}::bigint, ${cursor.id}::bigint)`;
  const ids = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(matches, after))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(limit + 1)
    .offset(cursor ? 0 : (page - 1) * limit)
    .as("ids");
  const [rows, total] = await Promise.all([
    db
      .select({ campaign: campaigns })
      .from(ids)
      .innerJoin(campaigns, eq(campaigns.id, ids.id))
      .orderBy(desc(campaigns.createdAt), desc(campaigns.id)),
    db.$count(campaigns, matches),
  ]);
  const shown = rows.slice(0, limit).map((row) => row.campaign);
  return { campaigns: shown, total, nextCursor: rows.length > limit ? positionOf(shown) : null };
}

function positionOf(rows: Campaign[]): CampaignCursor | null {
  const last = rows.at(-1);
  return last ? { createdAt: last.createdAt, id: last.id } : null;
}

/** The campaign of a tree, or null. */
export async function selectCampaign(
  db: Database,
  { treeAddress }: { treeAddress: string },
): Promise<Campaign | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.treeAddress, treeAddress));
  return row ?? null;
}
