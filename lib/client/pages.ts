import type { ApiClient } from "./api-client";

export type Cursor = string | null | undefined;
type Page = { nextCursor: string | null };

/** One page after another of a list, to its end. */
export async function* pagesOf<P extends Page>(
  ask: (cursor: Cursor) => Promise<P>,
  signal?: AbortSignal,
): AsyncGenerator<P, void, undefined> {
  let cursor: Cursor;
  do {
    const page = await ask(cursor);
    signal?.throwIfAborted();
    yield page;
    cursor = page.nextCursor;
  } while (cursor);
}

/** The items of every page, which stand there under a name. */
async function* itemsOf<Name extends string, Item>(
  name: Name,
  ask: (cursor: Cursor) => Promise<Page & Record<Name, readonly Item[]>>,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of pagesOf(ask)) yield* page[name];
}

/** What a list can be asked for beside its place. */
type Asked<List extends (...given: never[]) => unknown, At extends 0 | 1> = Omit<
  NonNullable<Parameters<List>[At]>,
  "page" | "cursor"
>;

/** Items of one request: as many as the service gives. */
const MOST = { few: 100, some: 200, many: 1_000 };

/** Campaigns, asked for page by page as they are taken; whoever stops taking them ends the asking. */
export const everyCampaign = (api: ApiClient, query: Asked<ApiClient["campaigns"], 0> = {}) =>
  itemsOf("campaigns", (cursor) => api.campaigns({ limit: MOST.few, ...query, cursor }));

/** The leaves of a campaign, by leaf index. */
export const everyLeaf = (api: ApiClient, treeAddress: string, query: Asked<ApiClient["leaves"], 1> = {}) =>
  itemsOf("leaves", (cursor) => api.leaves(treeAddress, { limit: MOST.many, ...query, cursor }));

/** The claims of a campaign, newest first. */
export const everyClaim = (api: ApiClient, treeAddress: string, query: Asked<ApiClient["claims"], 1> = {}) =>
  itemsOf("claims", (cursor) => api.claims(treeAddress, { limit: MOST.few, ...query, cursor }));

/** What a campaign has paid, by beneficiary, leaf index and milestone. */
export const everyPayout = (
  api: ApiClient,
  treeAddress: string,
  query: Asked<ApiClient["payouts"], 1> = {},
) => itemsOf("payouts", (cursor) => api.payouts(treeAddress, { limit: MOST.many, ...query, cursor }));

/** The events of a campaign, newest first. */
export const everyEvent = (
  api: ApiClient,
  treeAddress: string,
  query: Asked<ApiClient["timeline"], 1> = {},
) => itemsOf("events", (cursor) => api.timeline(treeAddress, { limit: MOST.some, ...query, cursor }));

/** The campaigns that pay an address. */
export const everyCampaignOf = (
  api: ApiClient,
  beneficiary: string,
  query: Asked<ApiClient["beneficiaryCampaigns"], 1> = {},
) =>
  itemsOf("campaigns", (cursor) =>
    api.beneficiaryCampaigns(beneficiary, { limit: MOST.few, ...query, cursor }),
  );

/** The events that an address has to do with, newest first. */
export const everyActivity = (api: ApiClient, address: string, query: Asked<ApiClient["activity"], 1> = {}) =>
  itemsOf("events", (cursor) => api.activity(address, { limit: MOST.few, ...query, cursor }));

/** What the program paid an address, newest first. */
export const everyPayment = (api: ApiClient, address: string, query: Asked<ApiClient["payments"], 1> = {}) =>
  itemsOf("payments", (cursor) => api.payments(address, { limit: MOST.few, ...query, cursor }));
