import type { FaultyEndpoint } from "./faulty-endpoint";
import { getRpc } from "./rpc-call";

type Item = { slot: number; transactionIndex: number | null; meta: { err: unknown } };
/** A page as the documented method returns it: transactions of any kind, and the position of the next page. */
export type BulkPage = { data: unknown[]; paginationToken: string | null };
type Settings = {
  sortOrder: string;
  limit: number;
  commitment: string;
  encoding: string;
  maxSupportedTransactionVersion: number;
  transactionDetails: string;
  paginationToken?: string;
  filters: { slot: { gte: number; lte: number }; status: string };
};
type Changed = BulkPage | { error: { code: number; message: string } };

/**
 * Makes an endpoint offer `getTransactionsForAddress` on the history of the node behind it, as Helius documents
 * the method: oldest first, up to 100 whole transactions in a page, and tokens of the form "slot:position".
 * `change` replaces a page; it also receives the number of the call. Returns the settings of each call.
 */
export function offerBulk(
  endpoint: FaultyEndpoint,
  nodeUrl: string,
  change: (page: BulkPage, call: number) => Changed | Promise<Changed> = (page) => page,
): Settings[] {
  const calls: Settings[] = [];
  const known = new Map<string, Item>();
  endpoint.distort("getTransactionsForAddress", async ({ id }, params) => {
    const [address, settings] = params as [string, Settings];
    calls.push(settings);
    const page = getPage(await getHistory({ nodeUrl, address, settings, known }), settings);
    const changed = await change(page, calls.length);
    return "error" in changed ? { id, ...changed } : { id, result: changed };
  });
  return calls;
}

/** Returns the whole transactions of an address, oldest first. Reads each one once. */
async function getHistory(query: {
  nodeUrl: string;
  address: string;
  settings: Settings;
  known: Map<string, Item>;
}): Promise<Item[]> {
  const { nodeUrl, address, known } = query;
  const { commitment, encoding, maxSupportedTransactionVersion } = query.settings;
  type Listed = { signature: string; transactionIndex: number };
  const rpc = getRpc(nodeUrl);
  const items: Item[] = [];
  let before: string | undefined;
  for (;;) {
    const list: Listed[] = await rpc("getSignaturesForAddress", [address, { commitment, before }]);
    for (const { signature, transactionIndex } of list) {
      const config = { commitment, encoding, maxSupportedTransactionVersion };
      const transaction = known.get(signature) ?? (await rpc<Item>("getTransaction", [signature, config]));
      known.set(signature, transaction);
      items.push({ ...transaction, transactionIndex });
    }
    before = list.at(-1)?.signature;
    if (before === undefined) return items.reverse();
  }
}

function getPage(items: readonly Item[], { limit, paginationToken, filters }: Settings): BulkPage {
  const [slot = -1, index = -1] = (paginationToken ?? "").split(":").map(Number);
  const isAfter = (item: Item) =>
    paginationToken === undefined ||
    item.slot > slot ||
    (item.slot === slot && (item.transactionIndex ?? 0) > index);
  const matching = items.filter(
    (item) =>
      item.slot >= filters.slot.gte &&
      item.slot <= filters.slot.lte &&
      item.meta.err === null &&
      isAfter(item),
  );
  const data = matching.slice(0, limit);
  const last = data.at(-1);
  const isLast = data.length === matching.length || last === undefined;
  return { data, paginationToken: isLast ? null : `${last.slot}:${last.transactionIndex}` };
}
