import { z } from "zod";
import { indexerRunView } from "@/lib/contract/indexer-run";
import { i64 } from "@/lib/contract/parameters";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { runFull } from "@/lib/service/indexer/requests";

const slot = i64.refine((value) => value >= 0n, "must be a slot of 0 or higher");
const body = z
  .strictObject({
    fromSlot: slot
      .optional()
      .describe("slot from which transactions are read again, instead of the checkpoint; u64"),
  })
  .meta({ id: "SyncRequest" })
  .optional();

/**
 * POST /api/admin/sync — a full run of the indexer, which also compares every campaign with the Solana
 * network.
 */
export const POST = route(
  {
    summary: "Runs the indexer to completion",
    auth: "admin",
    body,
    limit: 3,
    response: indexerRunView,
    errors: ["LEDGER_UNAVAILABLE"],
  },
  ({ body, services }) => runFull(services, body?.fromSlot),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
