import * as z from "zod";
import { addressList } from "@/lib/contract/parameters";
import { primaryNamesView } from "@/lib/contract/sol-names";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { nameChain } from "@/lib/service/names/name-chain";
import { readPrimaryNames } from "@/lib/service/names/primary-names";

const query = z.object({
  addresses: addressList(50).meta({ description: "1 to 50 addresses in base58, separated by commas" }),
});

/** GET /api/names?addresses=a,b — the primary name of each address, for display. */
export const GET = route(
  {
    summary: "Returns the primary names of addresses",
    query,
    response: primaryNamesView,
    errors: ["LEDGER_UNAVAILABLE"],
    limit: 60,
  },
  async ({ query, services, request }) => {
    const names = await readPrimaryNames(nameChain(services), query.addresses, request.signal);
    return { names: Object.fromEntries(names) };
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
