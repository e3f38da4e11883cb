import * as z from "zod";
import { addressList } from "@/lib/contract/parameters";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

const query = z.object({
  mints: addressList(50).meta({ description: "1 to 50 mints in base58, separated by commas" }),
});
const response = z
  .object({
    prices: z
      .record(z.string(), z.number().nullable())
      .describe("US dollars per whole token, by mint; null if unknown"),
    currency: z.literal("usd").describe("currency of the prices"),
    asOf: z.int().describe("time of the oldest price in the response; unix seconds"),
  })
  .meta({ id: "PriceList" });

/** GET /api/prices?mints=a,b — US dollars for one whole token of each mint. */
export const GET = route(
  { summary: "Returns token prices", query, response, limit: 20 },
  async ({ query, services }) => {
    const { prices, asOf } = await services.prices.lookup(query.mints);
    return { prices, currency: "usd", asOf };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
