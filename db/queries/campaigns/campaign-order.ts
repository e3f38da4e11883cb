import { asc, desc, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Campaign, campaigns } from "@/db/schema";
import { u64Order } from "@/db/schema/u64";
import { type CampaignSort, MAX_SORTED, type SortOrder, usualOrder } from "@/lib/core/lists/campaign-list";
import { I64_MIN } from "@/lib/core/solana/integers";
import { CursorInvalid, listOf, type Position, readCursor, writeCursor } from "../cursor";

/** A list that is too long to be sorted or searched that way: `path` is the parameter to change. */
export class ListRefused extends Error {
  override readonly name = "ListRefused";

  constructor(
    readonly path: "name" | "sort",
    message: string,
  ) {
    super(message);
  }
}

/** Throws for a list without an index that is too long to be sorted. */
export function refuseToSort(total: number, noun: string): void {
  if (total <= MAX_SORTED) return;
  const most = MAX_SORTED.toLocaleString("en");
  throw new ListRefused("sort", `These are more than ${most} ${noun}, too many to be sorted that way.`);
}

export type Order = { sort: CampaignSort; order: SortOrder };

/** What the text of a query depends on. */
export type Ordering = Order & { hasCursor: boolean };

/** The order that is asked for; newest first unless said otherwise. */
export function orderOf({ sort = "created", order }: Partial<Order>): Order {
  return { sort, order: order ?? usualOrder(sort) };
}

const isUsual = ({ sort, order }: Order) => sort === "created" && order === "desc";

const KEYS: Record<CampaignSort, SQL> = {
  created: sql`${campaigns.createdAt}`,
  name: sql`${campaigns.sortName}`,
  total: u64Order(campaigns.totalSupply),
  claimed: sql`${campaigns.claimedShare}`,
  allocations: sql`${campaigns.leafCount}`,
};

const keyOf: Record<CampaignSort, (row: Campaign) => bigint | string> = {
  created: ({ createdAt }) => createdAt,
  name: ({ sortName }) => sortName,
  // As the database sorts it.
  total: ({ totalSupply }) => totalSupply + I64_MIN,
  claimed: ({ claimedShare }) => BigInt(claimedShare),
  allocations: ({ leafCount }) => BigInt(leafCount),
};

/** What a sort goes by, and the id; of the table, or of a subquery that has them under these names. */
export const columnsOf = (sort: CampaignSort): { key: SQLWrapper; id: SQLWrapper } => ({
  key: KEYS[sort],
  id: campaigns.id,
});

/** Equal keys are told apart by the row's id, in the same direction, so that one index serves both. */
export function inOrder({ sort, order }: Order, { key, id } = columnsOf(sort)): SQL[] {
  const by = order === "asc" ? asc : desc;
  return [by(key), by(id)];
}

/** The campaigns that a list holds after its cursor. */
export function isAfter({ sort, order, hasCursor }: Ordering, columns = columnsOf(sort)): SQL | undefined {
  if (!hasCursor) return undefined;
  const key = sql`${sql.placeholder("fromKey")}${sql.raw(sort === "name" ? "::text" : "::bigint")}`;
  const comparison = sql.raw(order === "asc" ? ">" : "<");
  return sql`(${columns.key}, ${columns.id}) ${comparison} (${key}, ${sql.placeholder("fromId")}::bigint)`;
}

type Place = { page: number; limit: number; cursor?: string };

/** Where a page of campaigns begins, as `isAfter` and an offset name it. */
export function placeOf({ page, limit, cursor }: Place, order: Order) {
  const from = cursor === undefined ? undefined : readPlace(cursor, order);
  return { fromKey: from?.key, fromId: from?.id, offset: from ? 0 : (page - 1) * limit };
}

function readPlace(cursor: string, order: Order): { key: string; id: number } {
  const list = listOf(cursor);
  if (isUsual(order)) {
    if (list === "sortedCampaigns") throw new CursorInvalid(OTHER_ORDER);
    const { createdAt, id } = given(readCursor("campaigns", cursor));
    return { key: createdAt.toString(), id };
  }
  if (list === "campaigns") throw new CursorInvalid(OTHER_ORDER);
  const { sort, order: direction, key, id } = given(readCursor("sortedCampaigns", cursor));
  if (sort !== order.sort || direction !== order.order) throw new CursorInvalid(OTHER_ORDER);
  return { key, id };
}

const OTHER_ORDER = "must be of the list in this sort and order; begin without one to change them";

function given<P>(position: P | undefined): P {
  if (position === undefined) throw new CursorInvalid();
  return position;
}

/** Where a list goes on after a campaign. */
export function cursorAfter(last: Campaign, order: Order): string {
  if (isUsual(order)) return writeCursor("campaigns", { createdAt: last.createdAt, id: last.id });
  const place: Position<"sortedCampaigns"> = {
    ...order,
    key: keyOf[order.sort](last).toString(),
    id: last.id,
  };
  return writeCursor("sortedCampaigns", place);
}
