import { z } from "zod";
import { isZone } from "@/lib/core/recipients/zoned-seconds";
import { importedView } from "@/lib/core/views/operations";
import { collectBytes } from "@/lib/service/heavy/packed-bytes";
import { runHeavy } from "@/lib/service/heavy/run-heavy";
import { otherMethods } from "@/lib/service/http/methods";
import { route } from "@/lib/service/http/route";

const cell = z.string().max(64).optional();
const query = z.object({
  decimals: z
    .string()
    .regex(/^(1?\d)$/, "must be a whole number from 0 to 19")
    .transform(Number)
    .optional()
    .describe("of the token: amounts are then in whole tokens, else in base units"),
  releaseType: cell.describe("for rows that name none: cliff, linear or milestone"),
  startTime: cell.describe("for rows that name none: unix seconds or a date"),
  cliffTime: cell.describe("for rows that name none: unix seconds or a date"),
  endTime: cell.describe("for rows that name none: unix seconds or a date"),
  upfrontPercent: cell.describe("in place of releaseType, cliffTime and endTime: unlocks at the start"),
  cliffPercent: cell.describe("unlocks at the cliff"),
  cliffMonths: cell.describe("calendar months in UTC from the start"),
  durationMonths: cell.describe("calendar months in UTC from the start until all has unlocked"),
  steps: cell.describe("how the rest unlocks: linear, monthly, quarterly, half-yearly or yearly"),
  decimalMark: z
    .enum(["point", "comma"])
    .optional()
    .describe("of the amounts; without it 1,234 and 1.234 are errors at their rows"),
  dateOrder: z
    .enum(["day", "month"])
    .optional()
    .describe("what comes first in dates such as 7/1/2027; without it they are errors"),
  timeNumbers: z
    .enum(["seconds", "milliseconds", "days"])
    .optional()
    .describe(
      "what bare numbers in columns of times count; days as spreadsheets do. Unix seconds are read without it",
    ),
  zone: z
    .string()
    .max(64)
    .refine(isZone, "must be the IANA name of a zone, such as Europe/Berlin")
    .default("UTC")
    .describe("of dates that name none"),
});

/** POST /api/campaigns/import — a recipients CSV as prepare's recipients, with every fault at its row. */
export const POST = route(
  {
    summary:
      "Reads a recipients CSV, its schedules in times or in shares and months, and reports every fault at its row; stores nothing",
    query,
    accepts: ["text/csv", "multipart/form-data"],
    response: importedView,
    auth: "wallet",
    largeBody: true,
  },
  async ({ query: { zone, decimals, decimalMark, dateOrder, timeNumbers, ...defaults }, ...input }) => {
    const { request, stream, services } = input;
    const told = { decimals, decimalMark, dateOrder, timeNumbers, zone, defaults };
    const options = { ...told, maxRows: services.env.MAX_LEAVES };
    const contentType = request.headers.get("content-type") ?? "";
    const upload = await collectBytes(stream);
    const { json } = await runHeavy("import", { upload, contentType, options }, request);
    return new Response(json, { headers: { "content-type": "application/json" } });
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
