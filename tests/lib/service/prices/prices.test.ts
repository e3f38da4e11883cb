import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NATIVE_MINT, TOKEN_PROGRAM_ID, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { createLogger } from "@/lib/service/log";
import { createPrices, type Prices } from "@/lib/service/prices/prices";
import { type ProviderAnswer, startPriceProvider } from "@/tests/support/price-provider";

const MINT = TOKEN_PROGRAM_ID;
const quote = (price: unknown) => ({ usdPrice: price, decimals: 9 });

let nowMs = 1_760_000_000_000;
let answer: (mints: string[]) => ProviderAnswer;
let provider: Awaited<ReturnType<typeof startPriceProvider>>;
let prices: Prices;

beforeEach(async () => {
  answer = (mints) => ({ body: Object.fromEntries(mints.map((mint) => [mint, quote(2.5)])) });
  provider = await startPriceProvider((mints) => answer(mints));
  prices = createPrices({
    env: { PRICE_API_URL: provider.url, PRICE_API_KEY: "a-key" },
    log: createLogger("silent"),
    nowMs: () => nowMs,
  });
});
afterEach(() => provider.close());

describe("prices", () => {
  test("are fetched once a minute, with the key", async () => {
    expect(await prices.lookup([MINT])).toEqual({ prices: { [MINT]: 2.5 }, asOf: nowMs / 1000 });
    nowMs += 59_999;
    await prices.lookup([MINT]);
    expect(provider.received).toEqual([{ mints: [MINT], key: "a-key" }]);
    nowMs += 1;
    await prices.lookup([MINT]);
    expect(provider.received).toHaveLength(2);
  });

  test("are fetched once for concurrent requests, and only the missing ones", async () => {
    await Promise.all(Array.from({ length: 20 }, () => prices.lookup([MINT])));
    await Promise.all([prices.lookup([MINT, WRAPPED_SOL_MINT]), prices.lookup([WRAPPED_SOL_MINT])]);
    expect(provider.received.map(({ mints }) => mints)).toEqual([[MINT], [WRAPPED_SOL_MINT]]);
  });

  test("are the same for native and wrapped SOL", async () => {
    const both = await prices.lookup([NATIVE_MINT, WRAPPED_SOL_MINT]);
    expect(both.prices).toEqual({ [NATIVE_MINT]: 2.5, [WRAPPED_SOL_MINT]: 2.5 });
    expect(provider.received.map(({ mints }) => mints)).toEqual([[WRAPPED_SOL_MINT]]);
  });

  test("are null for a mint that is unknown to the provider", async () => {
    answer = () => ({ body: {} });
    expect((await prices.lookup([MINT])).prices).toEqual({ [MINT]: null });
  });
});

describe("a provider that fails", () => {
  const failures: [string, () => ProviderAnswer][] = [
    ["an error status", () => ({ status: 500, body: "oops" })],
    ["no JSON", () => ({ body: "<html>" })],
    ["JSON of another shape", () => ({ body: [1, 2] })],
    ["a redirect", () => ({ status: 302, body: "", headers: { location: "http://127.0.0.1:1/" } })],
    ["an endless answer", () => ({ body: `"${"a".repeat(2_000_000)}"` })],
  ];

  test.each(failures)(
    "leaves the last known price, or null, after %s, and is queried again after a pause",
    async (_name, failure) => {
      await prices.lookup([MINT]);
      const readAt = nowMs / 1000;
      nowMs += 60_000;
      answer = failure;
      expect(await prices.lookup([MINT, WRAPPED_SOL_MINT])).toEqual({
        prices: { [MINT]: 2.5, [WRAPPED_SOL_MINT]: null },
        asOf: readAt,
      });
      const before = provider.received.length;
      await prices.lookup([MINT]);
      expect(provider.received).toHaveLength(before);
      nowMs += 10_000;
      answer = () => ({ body: { [MINT]: quote(3) } });
      expect((await prices.lookup([MINT])).prices).toEqual({ [MINT]: 3 });
    },
  );

  test("a provider that does not respond runs into the timeout", async () => {
    answer = () => "hang";
    expect((await prices.lookup([MINT])).prices).toEqual({ [MINT]: null });
  });

  test.each([
    ["a string", "2.5"],
    ["a negative", -1],
    ["null", null],
    ["an object", {}],
  ])("leaves null for the price %s", async (_name, price) => {
    answer = () => ({ body: { [MINT]: quote(price), [WRAPPED_SOL_MINT]: quote(1) } });
    expect((await prices.lookup([MINT, WRAPPED_SOL_MINT])).prices).toEqual({
      [MINT]: null,
      [WRAPPED_SOL_MINT]: 1,
    });
  });

  test("cannot add prices that were not requested, or that overflow", async () => {
    answer = () => ({
      body: `{"${MINT}":{"usdPrice":1e999},"__proto__":{"usdPrice":1},"toString":{"usdPrice":1}}`,
    });
    expect((await prices.lookup([MINT])).prices).toEqual({ [MINT]: null });
  });
});
