import type { ApiClient } from "./api-client";

export type Cursor = string | null | undefined;
type Page = { nextCursor: string | null };

/** Yields the pages of a list until the last one. */
export async function* fetchPages<P extends Page>(
  request: (cursor: Cursor) => Promise<P>,
  signal?: AbortSignal,
): AsyncGenerator<P, void, undefined> {
  let cursor: Cursor;
  do {
    const page = await request(cursor);
    signal?.throwIfAborted();
    yield page;
    cursor = page.nextCursor;
  } while (cursor);
}

/** Yields the items of every page from the field `name`. */
async function* getItems<Name extends string, Item>(
  name: Name,
  request: (cursor: Cursor) => Promise<Page & Record<Name, readonly Item[]>>,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of fetchPages(request)) yield* page[name];
}

/** The query of a list without its position. */
type Params<List extends (...input: never[]) => unknown, At extends 0 | 1> = Omit<
  NonNullable<Parameters<List>[At]>,
  "page" | "cursor"
>;

/** Maximum items per request that the service allows for each list. */
const MAX_PAGE_SIZE = { few: 100, some: 200, many: 1_000 };

/**
 * Yields campaigns and requests each page when it is needed; a consumer that stops iterating ends the
 * requests.
 */
export const everyCampaign = (api: ApiClient, query: Params<ApiClient["campaigns"], 0> = {}) =>
  getItems("campaigns", (cursor) => api.campaigns({ limit: MAX_PAGE_SIZE.few, ...query, cursor }));

/** Yields the leaves of a campaign by leaf index. */
export const everyLeaf = (api: ApiClient, treeAddress: string, query: Params<ApiClient["leaves"], 1> = {}) =>
  getItems("leaves", (cursor) => api.leaves(treeAddress, { limit: MAX_PAGE_SIZE.many, ...query, cursor }));

/** Yields the claims of a campaign, newest first. */
export const everyClaim = (api: ApiClient, treeAddress: string, query: Params<ApiClient["claims"], 1> = {}) =>
  getItems("claims", (cursor) => api.claims(treeAddress, { limit: MAX_PAGE_SIZE.few, ...query, cursor }));

/** Yields the payouts of a campaign by beneficiary, leaf index and milestone. */
export const everyPayout = (
  api: ApiClient,
  treeAddress: string,
  query: Params<ApiClient["payouts"], 1> = {},
) =>
  getItems("payouts", (cursor) => api.payouts(treeAddress, { limit: MAX_PAGE_SIZE.many, ...query, cursor }));

type StatementRow = Awaited<ReturnType<ApiClient["statement"]>>["recipients"][number];

/** Yields the recipients of a campaign's statement. Every page refers to the date of the first one. */
export async function* everyStatementRow(
  api: ApiClient,
  treeAddress: string,
  query: Params<ApiClient["statement"], 1> = {},
) {
  let { at } = query;
  const request = async (cursor: Cursor) => {
    const page = await api.statement(treeAddress, { limit: MAX_PAGE_SIZE.some, ...query, at, cursor });
    at = page.at;
    return page;
  };
  yield* getItems<"recipients", StatementRow>("recipients", request);
}

/** Yields the events of a campaign, newest first. */
export const everyEvent = (
  api: ApiClient,
  treeAddress: string,
  query: Params<ApiClient["timeline"], 1> = {},
) =>
  getItems("events", (cursor) => api.timeline(treeAddress, { limit: MAX_PAGE_SIZE.some, ...query, cursor }));

/** Yields the campaigns that pay an address. */
export const everyBeneficiaryCampaign = (
  api: ApiClient,
  beneficiary: string,
  query: Params<ApiClient["beneficiaryCampaigns"], 1> = {},
) =>
  getItems("campaigns", (cursor) =>
    api.beneficiaryCampaigns(beneficiary, { limit: MAX_PAGE_SIZE.few, ...query, cursor }),
  );

/** Yields the events that involve an address, newest first. */
export const everyActivity = (
  api: ApiClient,
  address: string,
  query: Params<ApiClient["activity"], 1> = {},
) => getItems("events", (cursor) => api.activity(address, { limit: MAX_PAGE_SIZE.few, ...query, cursor }));

/** Yields the payments of the program to an address, newest first. */
export const everyPayment = (api: ApiClient, address: string, query: Params<ApiClient["payments"], 1> = {}) =>
  getItems("payments", (cursor) => api.payments(address, { limit: MAX_PAGE_SIZE.few, ...query, cursor }));
