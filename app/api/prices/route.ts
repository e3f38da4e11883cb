import { z } from "zod";
import { otherMethods } from "@/lib/service/http/methods";
import { addressList } from "@/lib/service/http/parameters";
import { route } from "@/lib/service/http/route";

const query = z.object({ mints: addressList(50) });
const response = z.object({
  prices: z.record(z.string(), z.number().nullable()),
  currency: z.literal("usd"),
  asOf: z.int().describe("Unix seconds of the oldest price in the answer"),
});

/** GET /api/prices?mints=a,b — US dollars for one whole token of each mint. */
export const GET = route(
  { summary: "Look up token prices", query, response, limit: 20 },
  async ({ query, services }) => {
    const { prices, asOf } = await services.prices.lookup(query.mints);
    return { prices, currency: "usd", asOf };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
