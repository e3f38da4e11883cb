import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { createChain } from "@/lib/service/chain/chain";
import { type BulkPage, offerBulk } from "@/tests/indexer/support/bulk-endpoint";
import { FaultyEndpoint } from "@/tests/indexer/support/faulty-endpoint";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";

/** Three pages, the last one with more transactions than one by one would be cheaper for. */
const COUNT = 240;
let ledger: TestLedger;
let signatures: string[];
let endpoint: FaultyEndpoint;

beforeAll(async () => {
  ledger = await TestLedger.start();
  const campaign = await LedgerCampaign.create(ledger);
  signatures = [];
  for (let at = 0; at < COUNT; at++) signatures.push(await campaign.pause(at % 2 === 0));
}, 60_000);
afterAll(() => ledger.close());
beforeEach(async () => {
  endpoint = await FaultyEndpoint.start(ledger.url);
});
afterEach(async () => {
  vi.useRealTimers();
  await endpoint.close();
});

const everySlot = { from: 0n, to: 1_000_000n };
const getChain = (...urls: string[]) => createChain({ urls: urls.length > 0 ? urls : [endpoint.url] });
const read = (chain = getChain()) => chain.getTransactions(signatures, { slots: everySlot });
const singles = () => endpoint.calls.filter((method) => method === "getTransaction").length;
const bulks = () => endpoint.calls.filter((method) => method === "getTransactionsForAddress").length;
const one = () => createChain({ urls: [ledger.url] }).getTransactions(signatures);

test("reads pages in ledger order, and returns the same transactions as one by one", LONG, async () => {
  const calls = offerBulk(endpoint, ledger.url);
  const found = await read();
  expect(found).toEqual(await one());
  expect({ bulks: bulks(), singles: singles() }).toEqual({ bulks: 3, singles: 0 });
  expect(calls[0]).toMatchObject({ transactionDetails: "full", sortOrder: "asc", limit: 100 });
  expect(calls.map(({ paginationToken }) => paginationToken !== undefined)).toEqual([false, true, true]);
});

test.each<
  [string, (page: BulkPage, call: number) => BulkPage | { error: { code: number; message: string } }]
>([
  ["is empty", (page, call) => (call === 2 ? { ...page, data: [] } : page)],
  ["lacks transactions", (page) => ({ ...page, data: page.data.filter((_, at) => at % 7 > 0) })],
  [
    "contains invalid items",
    (page) => ({ ...page, data: page.data.map((item, at) => (at % 9 ? item : {})) }),
  ],
  [
    "lacks times",
    (page) => ({ ...page, data: page.data.map((item) => ({ ...Object(item), blockTime: null })) }),
  ],
  ["lacks logs", (page) => ({ ...page, data: page.data.map((item) => ({ ...Object(item), meta: null })) })],
  ["is refused", (page, call) => (call === 2 ? { error: { code: -32_601, message: "gone" } } : page)],
])("reads the rest one by one when a page %s", LONG, async (_, change) => {
  offerBulk(endpoint, ledger.url, change);
  expect(await read()).toEqual(await one());
  expect(singles()).toBeGreaterThan(0);
});

test("stops at a page that is repeated, and returns no transaction twice", LONG, async () => {
  let first: BulkPage | undefined;
  offerBulk(endpoint, ledger.url, (page) => {
    first ??= page;
    return first;
  });
  expect(await read()).toEqual(await one());
  expect(bulks()).toBe(2);
});

test("does not call a method again that an endpoint rejected, until an hour has passed", LONG, async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const chain = getChain();
  await read(chain);
  await read(chain);
  expect(bulks()).toBe(1);
  offerBulk(endpoint, ledger.url);
  vi.advanceTimersByTime(3_600_001);
  endpoint.calls.length = 0;
  await read(chain);
  expect({ bulks: bulks(), singles: singles() }).toEqual({ bulks: 3, singles: 0 });
});

test("uses the endpoint that offers the method, although another one is preferred", LONG, async () => {
  offerBulk(endpoint, ledger.url);
  const chain = getChain(ledger.url, endpoint.url);
  expect(await read(chain)).toEqual(await one());
  expect({ bulks: bulks(), singles: singles() }).toEqual({ bulks: 3, singles: 0 });
});

test("requests a few transactions one by one", async () => {
  offerBulk(endpoint, ledger.url);
  await getChain().getTransactions(signatures.slice(0, 19), { slots: everySlot });
  expect({ bulks: bulks(), singles: singles() }).toEqual({ bulks: 0, singles: 19 });
});
