import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns } from "@/db/schema";
import { readCursor, writeCursor } from "../cursor";
import { type CampaignFilter, countCampaigns, matchesFilter } from "./campaign-filter";

export type CampaignList = { campaigns: Campaign[]; total: number; nextCursor: string | null };

type Page = CampaignFilter & { page: number; limit: number; cursor?: string };

/**
 * Campaigns newest first, with the exact number that match. The page is read from an index and only its rows from the
 * table. A cursor costs the same at any depth; a numbered page costs its position, but none beyond the end.
 */
export async function selectCampaigns(db: Database, params: Page): Promise<CampaignList> {
  const { page, limit, cursor } = params;
  if (page === 1 || cursor) {
    const [list, total] = await Promise.all([selectPage(db, params), countCampaigns(db, params)]);
    return { ...list, total };
  }
  const total = await countCampaigns(db, params);
  if ((page - 1) * limit >= total) return { campaigns: [], total, nextCursor: null };
  return { ...(await selectPage(db, params)), total };
}

async function selectPage(db: Database, params: Page): Promise<Omit<CampaignList, "total">> {
  const { page, limit, cursor } = params;
  const ids = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(matchesFilter(params), isAfter(cursor)))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(limit + 1)
    .offset(cursor ? 0 : (page - 1) * limit)
    .as("ids");
  const rows = await db
    .select({ campaign: campaigns })
    .from(ids)
    .innerJoin(campaigns, eq(campaigns.id, ids.id))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id));
  const shown = rows.slice(0, limit).map((row) => row.campaign);
  return { campaigns: shown, nextCursor: rows.length > limit ? cursorAfter(shown) : null };
}

/** The campaigns that a list, newest first, holds after its cursor. */
export function isAfter(cursor: string | undefined): SQL | undefined {
  const from = readCursor("campaigns", cursor);
  return (
    from && sql`(${campaigns.createdAt}, ${campaigns.id}) < (${from.createdAt}::bigint, ${from.id}::bigint)`
  );
}

/** Where a list goes on after the last of `rows`. */
export function cursorAfter(rows: Campaign[]): string | null {
  const last = rows.at(-1);
  return last ? writeCursor("campaigns", { createdAt: last.createdAt, id: last.id }) : null;
}

/** The campaign of a tree, or null. */
export async function selectCampaign(
  db: Database,
  { treeAddress }: { treeAddress: string },
): Promise<Campaign | null> {
  const [row] = await db.select().from(campaigns).where(eq(campaigns.treeAddress, treeAddress));
  return row ?? null;
}
