import * as z from "zod";
import { doneView } from "@/lib/contract/field-schemas";
import { address, treeParams } from "@/lib/contract/parameters";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { setLookupTable } from "@/lib/service/registration/set-lookup-table";

const body = z
  .object({ lookupTable: address.describe("the table's address, base58") })
  .meta({ id: "CampaignLookupTable" });

/** PUT …/lookup-table — records the lookup table of a campaign's claims; its account proves it. */
export const PUT = route(
  {
    summary:
      "Records a campaign's lookup table for claims: an account of the creator with exactly its addresses",
    params: treeParams,
    body,
    response: doneView,
    errors: ["NOT_FOUND", "CONFLICT", "LEDGER_UNAVAILABLE"],
    limit: 10,
  },
  ({ params, body, services }) => setLookupTable(services, { ...params, ...body }),
);

export const { GET, HEAD, POST, PATCH, DELETE, OPTIONS } = otherMethods("PUT");
