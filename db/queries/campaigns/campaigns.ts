import { desc, eq, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Campaign, campaigns } from "@/db/schema";
import { CAMPAIGN_SORTS, type CampaignSort, MAX_SORTED } from "@/lib/core/lists/campaign-list";
import { cutForward } from "../cursor";
import { preparedQuery } from "../prepared-query";
import {
  type CampaignFilter,
  countCampaigns,
  countUpTo,
  type FilterShape,
  getQueryShape,
  matchesShape,
} from "./campaign-filter";
import {
  type CampaignOrder,
  createColumns,
  cursorAfter,
  inOrder,
  isAfter,
  ListRefusedError,
  type Ordering,
  toOrder,
  toPosition,
} from "./campaign-order";
import { type CampaignKey, isKeyed, valuesOfKey } from "./generation";

export type CampaignList = { campaigns: Campaign[]; total: number; nextCursor: string | null };

type Page = CampaignFilter & Partial<CampaignOrder> & { page: number; limit: number; cursor?: string };

/**
 * Selects the campaigns that match, newest first by default, and their exact total.
 *
 * With an index in the requested order, the query reads only the rows of the page from the table. A cursor
 * costs the same at any depth; a numbered page costs its offset, and nothing beyond the end. Without such an
 * index, or with a name filter, the query reads all matching rows, at most 1,000.
 * @throws ListRefusedError when such a list is longer.
 * @throws InvalidCursorError when the cursor belongs to another order.
 */
export async function selectCampaigns(db: Database, params: Page): Promise<CampaignList> {
  const { page, cursor } = params;
  const order = toOrder(params);
  const position = toPosition(params, order);
  const isFew = isLookedAtWhole(params, order);
  if (!isFew && (page === 1 || cursor)) {
    const [list, total] = await Promise.all([
      selectPage(db, params, { order, position: position, isFew }),
      countCampaigns(db, params),
    ]);
    return { total, ...list };
  }
  const total = isFew ? await countFew(db, params, order) : await countCampaigns(db, params);
  if (position.offset >= total) return { campaigns: [], total, nextCursor: null };
  return { total, ...(await selectPage(db, params, { order, position: position, isFew })) };
}

const hasFilter = ({ creator, mint, name, status }: CampaignFilter) =>
  [creator, mint, name, status].some((value) => value !== undefined);

/** Returns whether no index has the matching campaigns in the requested order. */
function isLookedAtWhole(filter: CampaignFilter, { sort }: CampaignOrder): boolean {
  // Base units of different tokens are not comparable.
  if (sort === "total" && filter.mint === undefined) {
    throw new ListRefusedError("sort", "Totals of different tokens cannot be compared. Filter by one mint.");
  }
  return filter.name !== undefined || (sort !== "created" && hasFilter(filter));
}

/**
 * Counts the matches.
 * @throws ListRefusedError when they are too many to sort.
 */
async function countFew(db: Database, params: Page, { sort }: CampaignOrder): Promise<number> {
  // A client that is already paging through a list may finish the list although it grew meanwhile.
  const max = params.cursor === undefined ? MAX_SORTED : 2 * MAX_SORTED;
  const total = await countUpTo(db, params, max + 1);
  if (total <= max) return total;
  const many = `more than ${MAX_SORTED.toLocaleString("en")} campaigns`;
  throw params.name === undefined
    ? new ListRefusedError("sort", `The list has ${many}, too many to sort by ${sort}. Add a filter.`)
    : new ListRefusedError("name", `The name matches ${many}. Enter a longer part of the name.`);
}

/** Returns the sorts that are available for a list of `total` campaigns. */
export function listSorts(filter: CampaignFilter, total: number): CampaignSort[] {
  const isSortable = (sort: CampaignSort) => sort === "created" || !hasFilter(filter) || total <= MAX_SORTED;
  return CAMPAIGN_SORTS.filter((sort) => isSortable(sort) && (sort !== "total" || filter.mint !== undefined));
}

type PageShape = Ordering & { filter: FilterShape; isFew: boolean; isShort: boolean };

const selectFullPage = preparedQuery((db, shape: PageShape) => {
  const ids = getIds(db, shape);
  return db
    .select(getTableColumns(campaigns))
    .from(ids)
    .innerJoin(campaigns, eq(campaigns.id, ids.id))
    .orderBy(...inOrder(shape));
});

/**
 * The maximum number of rows of a page, plus one. The constant is SQL text, because a number would become a
 * parameter.
 */
const MAX_PAGE_ROWS = 101;
const MAX_PAGE_ROWS_TEXT = sql.raw(`${MAX_PAGE_ROWS}`) as SQL & Placeholder;

/**
 * Selects the ids of a page. Postgres expects a limit in a parameter to return a tenth of all rows, and would
 * join them with the whole table. A constant limit therefore comes first. If few campaigns match, their own
 * limit keeps Postgres from reading the whole index of the order.
 */
function getIds(db: Database, { filter, isFew, isShort, ...ordering }: PageShape) {
  const query = db
    .select({ id: campaigns.id, key: sql`${createColumns(ordering.sort).key}`.as("key") })
    .from(campaigns)
    .where(matchesShape(filter));
  const matching = isFew ? query.limit(2 * MAX_SORTED).as("matching") : query.as("matching");
  const page = db
    .select({ id: matching.id, key: matching.key })
    .from(matching)
    .where(isAfter(ordering, matching))
    .orderBy(...inOrder(ordering, matching))
    .offset(sql.placeholder("offset"));
  if (!isShort) return page.limit(sql.placeholder("limit")).as("ids");
  const first = page.limit(MAX_PAGE_ROWS_TEXT).as("first");
  return db
    .select({ id: first.id, key: first.key })
    .from(first)
    .orderBy(...inOrder(ordering, first))
    .limit(sql.placeholder("limit"))
    .as("ids");
}

type Reading = { order: CampaignOrder; position: ReturnType<typeof toPosition>; isFew: boolean };

async function selectPage(
  db: Database,
  params: Page,
  { order, position, isFew }: Reading,
): Promise<Omit<CampaignList, "total">> {
  const { limit, cursor } = params;
  const { shape, values } = getQueryShape(params);
  const isShort = limit < MAX_PAGE_ROWS;
  const query = { isFew, isShort, filter: shape, hasCursor: cursor !== undefined, ...order };
  const rows = await selectFullPage(db, { limit: limit + 1, ...values, ...position }, query);
  const { shown, nextCursor } = cutForward(rows, limit, (last) => cursorAfter(last, order));
  return { campaigns: shown, nextCursor };
}

const ofTree = preparedQuery((db) => db.select().from(campaigns).where(isKeyed).orderBy(desc(campaigns.id)));

/**
 * Selects the campaign of a tree, or null: the current one, or the earlier generation that `creation` names.
 */
export async function selectCampaign(db: Database, key: CampaignKey): Promise<Campaign | null> {
  const [row] = await ofTree(db, valuesOfKey(key));
  return row ?? null;
}
