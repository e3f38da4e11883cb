import { actionsJson } from "@/lib/contract/solana-action";
import { blockchainIds } from "@/lib/service/actions/blockchain-ids";
import { otherMethods } from "@/lib/service/http/methods";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";

const RULES = { rules: [{ pathPattern: "/claim/*", apiPath: "/api/actions/claim/*" }] };

/** GET /actions.json — maps the pages that Solana Actions clients unfurl to their API paths. */
export const GET = route(
  { summary: "Maps claim links to their Solana Actions", ignoresQuery: true, response: actionsJson },
  async ({ services }) => reply(200, RULES, await blockchainIds(services)),
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
