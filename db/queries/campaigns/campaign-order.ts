import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Campaign, campaigns } from "@/db/schema";
import { u64Order } from "@/db/schema/u64";
import { type CampaignSort, MAX_SORTED, type SortOrder, usualOrder } from "@/lib/core/lists/campaign-list";
import { I64_MIN } from "@/lib/core/solana/integers";
import { InvalidCursorError, type Position, readCursor, readCursorList, writeCursor } from "../cursor";

/** Thrown for a list that is too long to sort or search; `path` is the parameter to change. */
export class ListRefusedError extends Error {
  override readonly name = "ListRefusedError";

  constructor(
    readonly path: "name" | "sort",
    message: string,
  ) {
    super(message);
  }
}

/**
 * Checks that a list without a suitable index is short enough to sort.
 * @throws ListRefusedError when it is too long.
 */
export function refuseToSort(total: number, noun: string): void {
  if (total <= MAX_SORTED) return;
  const max = MAX_SORTED.toLocaleString("en");
  throw new ListRefusedError("sort", `The list has more than ${max} ${noun}, too many to sort this way.`);
}

export type CampaignOrder = { sort: CampaignSort; order: SortOrder };

/** The inputs that change the text of a query. */
export type Ordering = CampaignOrder & { hasCursor: boolean };

/** Returns the requested order; the default is newest first. */
export function toOrder({ sort = "created", order }: Partial<CampaignOrder>): CampaignOrder {
  return { sort, order: order ?? usualOrder(sort) };
}

const isUsual = ({ sort, order }: CampaignOrder) => sort === "created" && order === "desc";

const KEYS: Record<CampaignSort, SQL> = {
  created: sql`${campaigns.createdAt}`,
  name: sql`${campaigns.sortName}`,
  total: u64Order(campaigns.totalSupply),
  claimed: sql`${campaigns.claimedShare}`,
  allocations: sql`${campaigns.leafCount}`,
};

const getKey: Record<CampaignSort, (row: Campaign) => bigint | string> = {
  created: ({ createdAt }) => createdAt,
  name: ({ sortName }) => sortName,
  // The offset maps a u64 to the order of the stored signed integer.
  total: ({ totalSupply }) => totalSupply + I64_MIN,
  claimed: ({ claimedShare }) => BigInt(claimedShare),
  allocations: ({ leafCount }) => BigInt(leafCount),
};

/** Returns the columns of a sort: its key and the row id, of the table or of a subquery with these names. */
export const createColumns = (sort: CampaignSort): { key: SQLWrapper; id: SQLWrapper } => ({
  key: KEYS[sort],
  id: campaigns.id,
});

/** Sorts by key and then by row id, in the same direction, so that one index serves both. */
export function inOrder({ sort, order }: CampaignOrder, { key, id } = createColumns(sort)): SQL[] {
  const by = order === "asc" ? asc : desc;
  return [by(key), by(id)];
}

/** Returns the condition for the rows after the cursor. */
export function isAfter(
  { sort, order, hasCursor }: Ordering,
  columns = createColumns(sort),
): SQL | undefined {
  if (!hasCursor) return undefined;
  const key = sql`${sql.placeholder("fromKey")}${sql.raw(sort === "name" ? "::text" : "::bigint")}`;
  const comparison = sql.raw(order === "asc" ? ">" : "<");
  return sql`(${columns.key}, ${columns.id}) ${comparison} (${key}, ${sql.placeholder("fromId")}::bigint)`;
}

type PagePosition = { page: number; limit: number; cursor?: string };

/** Returns the start of a page as the values for `isAfter` and an offset. */
export function toPosition({ page, limit, cursor }: PagePosition, order: CampaignOrder) {
  const from = cursor === undefined ? undefined : readPosition(cursor, order);
  return { fromKey: from?.key, fromId: from?.id, offset: from ? 0 : (page - 1) * limit };
}

function readPosition(cursor: string, order: CampaignOrder): { key: string; id: number } {
  const list = readCursorList(cursor);
  if (isUsual(order)) {
    if (list === "sortedCampaigns") throw new InvalidCursorError(OTHER_ORDER);
    const { createdAt, id } = given(readCursor("campaigns", cursor));
    return { key: createdAt.toString(), id };
  }
  if (list === "campaigns") throw new InvalidCursorError(OTHER_ORDER);
  const { sort, order: direction, key, id } = given(readCursor("sortedCampaigns", cursor));
  if (sort !== order.sort || direction !== order.order) throw new InvalidCursorError(OTHER_ORDER);
  return { key, id };
}

const OTHER_ORDER = "must be of the list in this sort and order; begin without one to change them";

function given<P>(position: P | undefined): P {
  if (position === undefined) throw new InvalidCursorError();
  return position;
}

/** Returns the cursor of the position after a campaign. */
export function cursorAfter(last: Campaign, order: CampaignOrder): string {
  if (isUsual(order)) return writeCursor("campaigns", { createdAt: last.createdAt, id: last.id });
  const position: Position<"sortedCampaigns"> = {
    ...order,
    key: getKey[order.sort](last).toString(),
    id: last.id,
  };
  return writeCursor("sortedCampaigns", position);
}
