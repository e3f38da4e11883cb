import * as z from "zod";
import { toUnlocksView, unlocksView } from "@/lib/contract/creator-dashboard/view";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { addressParams } from "@/lib/contract/parameters";
import { readTokenSums } from "@/lib/service/creator-dashboard/read-dashboard";
import { exportUnlockMonths } from "@/lib/service/exports/address-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

/**
 * GET /api/creator/:address/unlocks — the monthly unlocks of a creator's campaigns, for all recipients
 * together.
 */
export const GET = route(
  {
    summary: "Returns the amounts that a creator's campaigns unlock per month, for all recipients together",
    params: addressParams,
    query: z.object(listFormat),
    response: unlocksView,
    csv: true,
    errors: ["CONFLICT"],
  },
  async ({ params: { address }, request, services, asCsv }) => {
    if (asCsv) return exportUnlockMonths(services, { request, address });
    const { sums, scope } = await readTokenSums(services, { creator: address, now: services.now() });
    return { address, ...scope, tokens: sums.map(toUnlocksView) };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
