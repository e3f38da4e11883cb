import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { i64 } from "@/lib/http/parameters";
import { route } from "@/lib/http/route";
import { runFull } from "@/lib/indexer/requests";
import { indexerRunView } from "@/lib/views/operations";

const slot = i64.refine((value) => value >= 0n, "must be a slot from 0 on");
const body = z.strictObject({ fromSlot: slot.optional() }).optional();

/** POST /api/admin/sync — a full run of the indexer: everything new, and every campaign against the ledger. */
export const POST = route(
  { summary: "Run the indexer in full", auth: "admin", body, limit: 3, response: indexerRunView },
  ({ body, services }) => runFull(services, body?.fromSlot),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
