import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/api/prices/route";
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { readEnv } from "@/lib/service/env";
import { call, createWallet, startServices } from "../support/http";
import { startPriceProvider } from "../support/price-provider";

let provider: Awaited<ReturnType<typeof startPriceProvider>>;
beforeAll(async () => {
  provider = await startPriceProvider((mints) => ({ body: { [mints[0] ?? ""]: { usdPrice: 1.25 } } }));
});
afterAll(() => provider.close());

const request = (mints?: string) => {
  startServices({ env: readEnv({ LOG_LEVEL: "silent", PRICE_API_URL: provider.url }) });
  return call(GET, { path: "/api/prices", query: mints === undefined ? {} : { mints } });
};
const addresses = (count: number) => Array.from({ length: count }, () => createWallet().address).join(",");

describe("GET /api/prices", () => {
  test("returns a price or null for each mint", async () => {
    const answer = await request(`${NATIVE_MINT},${TOKEN_PROGRAM_ID}`);
    expect(answer).toMatchObject({
      status: 200,
      body: { prices: { [NATIVE_MINT]: 1.25, [TOKEN_PROGRAM_ID]: null }, currency: "usd" },
    });
    expect(answer.body).toHaveProperty("asOf", expect.any(Number));
  });

  test("accepts up to 50 mints, a repeated one once", async () => {
    expect((await request(addresses(50))).status).toBe(200);
    expect((await request(addresses(51))).status).toBe(400);
    expect((await request(`${addresses(50).split(",").slice(0, 1)},`.repeat(60).slice(0, -1))).status).toBe(
      200,
    );
  });

  test("names a missing parameter in a sentence for the client", async () => {
    expect((await request()).body).toMatchObject({
      error: "Correct mints: must be given.",
      details: [{ path: "mints", message: "must be given" }],
    });
  });

  test.each([undefined, "", ",", "SOL", `${NATIVE_MINT},`, "0x0"])("refuses mints=%j", async (mints) => {
    expect(await request(mints)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });
});
