import * as z from "zod";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { address } from "@/lib/contract/parameters";
import { supplyView } from "@/lib/contract/supply/view";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { exportSupplyMonths } from "@/lib/service/supply/export-months";
import { readSupply } from "@/lib/service/supply/read-supply";

/** GET /api/mints/:mint/supply — the locked, vested and claimed amounts of a mint over its verified campaigns. */
export const GET = route(
  {
    summary:
      "Returns the locked, vested, claimed and returned amounts of a mint, and its next unlocks by month",
    params: z.object({ mint: address.describe("The token's mint, base58") }),
    query: z.object(listFormat),
    response: supplyView,
    csv: true,
    errors: ["CONFLICT"],
    limit: 60,
  },
  ({ params: { mint }, request, services, asCsv }) =>
    asCsv ? exportSupplyMonths(services, { request, mint }) : readSupply(services, mint),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
