import { z } from "zod";
import { otherMethods } from "@/lib/http/methods";
import { route } from "@/lib/http/route";
import { importRecipients } from "@/lib/registration/import-recipients";
import { importedView } from "@/lib/views/operations";

const cell = z.string().max(64).optional();
const query = z.object({
  decimals: z
    .string()
    .regex(/^(1?\d)$/, "must be a whole number from 0 to 19")
    .transform(Number)
    .optional(),
  releaseType: cell,
  startTime: cell,
  cliffTime: cell,
  endTime: cell,
});

/** POST /api/campaigns/import — a recipients CSV as prepare's recipients, with every fault at its row. */
export const POST = route(
  {
    summary: "Reads a recipients CSV and reports every fault at its row; stores nothing",
    query,
    accepts: ["text/csv", "multipart/form-data"],
    response: importedView,
    auth: "wallet",
    largeBody: true,
  },
  ({ query: { decimals, ...defaults }, request, stream, services: { env } }) =>
    importRecipients(stream, request.headers.get("content-type") ?? "", {
      decimals,
      defaults,
      maxRows: env.MAX_LEAVES,
    }),
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
