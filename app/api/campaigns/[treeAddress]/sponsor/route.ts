import * as z from "zod";
import { address, treeParams } from "@/lib/contract/parameters";
import { sponsorshipView } from "@/lib/contract/solana-action";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { readSponsorship } from "@/lib/service/sponsored-claims/sponsored-claims";

/** GET …/sponsor — whether the operator pays the fee of a wallet's claim. Reserves nothing. */
export const GET = route(
  {
    summary: "Returns whether the campaign's team pays the fee of a wallet's claim now",
    params: treeParams,
    query: z.object({ account: address.describe("wallet that would claim, base58") }),
    response: sponsorshipView,
    errors: ["NOT_FOUND", "LEDGER_UNAVAILABLE"],
  },
  async ({ params, query, services }) =>
    reply(200, await readSponsorship(services, { ...params, ...query }), { "cache-control": "no-store" }),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
