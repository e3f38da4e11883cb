import * as z from "zod";
import { indexerRunView } from "@/lib/contract/indexer-run";
import { u64 } from "@/lib/contract/parameters";
import { I64_MAX } from "@/lib/core/solana/integers";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";
import { runFull } from "@/lib/service/indexer/requests";

const slot = u64.refine((value) => value <= I64_MAX, `must be a slot from 0 to ${I64_MAX}`);
const body = z
  .strictObject({
    fromSlot: slot
      .optional()
      .describe("slot from which transactions are read again, instead of the checkpoint; at most 2^63 − 1"),
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
