import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns } from "@/db/schema";
import { builtOnce } from "../built-once";
import { type Position, readCursor, writeCursor } from "../cursor";
import {
  type CampaignFilter,
  countCampaigns,
  type FilterShape,
  matchesShape,
  shapeOf,
} from "./campaign-filter";

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

const pageOf = builtOnce((db, { filter, hasCursor }: { filter: FilterShape; hasCursor: boolean }) => {
  const ids = db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(matchesShape(filter), isAfter(hasCursor)))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .as("ids");
  return db
    .select(getTableColumns(campaigns))
    .from(ids)
    .innerJoin(campaigns, eq(campaigns.id, ids.id))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id));
});

async function selectPage(db: Database, params: Page): Promise<Omit<CampaignList, "total">> {
  const { limit } = params;
  const { shape, values } = shapeOf(params);
  const place = placeOf(params);
  const hasCursor = params.cursor !== undefined;
  const rows = await pageOf(db, { ...values, ...place, limit: limit + 1 }, { filter: shape, hasCursor });
  const shown = rows.slice(0, limit);
  return { campaigns: shown, nextCursor: rows.length > limit ? cursorAfter(shown) : null };
}

/** Where a page of campaigns begins, as `isAfter` and an offset name it. */
export function placeOf({ page, limit, cursor }: Pick<Page, "page" | "limit" | "cursor">) {
  const from: Partial<Position<"campaigns">> = readCursor("campaigns", cursor) ?? {};
  return { fromCreatedAt: from.createdAt, fromId: from.id, offset: cursor ? 0 : (page - 1) * limit };
}

/** The campaigns that a list, newest first, holds after its cursor. */
export function isAfter(hasCursor: boolean): SQL | undefined {
  const [createdAt, id] = [sql.placeholder("fromCreatedAt"), sql.placeholder("fromId")];
  return hasCursor
    ? sql`(${campaigns.createdAt}, ${campaigns.id}) < (${createdAt}::bigint, ${id}::bigint)`
    : undefined;
}

/** Where a list goes on after the last of `rows`. */
export function cursorAfter(rows: Campaign[]): string | null {
  const last = rows.at(-1);
  return last ? writeCursor("campaigns", { createdAt: last.createdAt, id: last.id }) : null;
}

const ofTree = builtOnce((db) =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.treeAddress, sql.placeholder("treeAddress"))),
);

/** The campaign of a tree, or null. */
export async function selectCampaign(
  db: Database,
  { treeAddress }: { treeAddress: string },
): Promise<Campaign | null> {
  const [row] = await ofTree(db, { treeAddress });
  return row ?? null;
}
