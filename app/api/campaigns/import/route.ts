import { z } from "zod";
import { importedView } from "@/lib/contract/operations";
import { address } from "@/lib/contract/parameters";
import { CHOICES } from "@/lib/core/recipients/questions";
import { isZone } from "@/lib/core/recipients/zoned-seconds";
import { otherMethods } from "@/lib/service/http/methods";
import { byteStream } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { checkedImportJson } from "@/lib/service/registration/checked-import";
import { runWorkerJob } from "@/lib/service/registration/worker-jobs/run-worker-job";

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

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
  vestingFrom: z
    .enum(CHOICES.vestingFrom)
    .optional()
    .describe(
      "where the length of the vesting begins, if its title does not say: at the start or at the cliff",
    ),
  lengthUnit: z
    .enum(CHOICES.lengthUnit)
    .optional()
    .describe("what bare numbers in columns of lengths count, if the title does not say"),
  shareNumbers: z
    .enum(CHOICES.shareNumbers)
    .optional()
    .describe("what numbers in columns of shares are, where 0.1 can be 0.1 % or a tenth"),
  unusedColumns: z
    .enum(CHOICES.unusedColumns)
    .optional()
    .describe("leaves out columns that look like a part of the schedule and are not known"),
  mint: address
    .optional()
    .describe("of the token: its decimals and supply are compared with the amounts on the network"),
  zone: z
    .string()
    .max(64)
    .refine(isZone, "must be the IANA name of a zone, such as Europe/Berlin")
    .default("UTC")
    .describe("of dates that name none"),
});

/**
 * POST /api/campaigns/import — converts a recipients file to the recipients of `prepare`, and reports every
 * error by row.
 */
export const POST = route(
  {
    summary:
      "Reads a recipients file (CSV or .xlsx), its schedules in times or in shares and months, and reports every fault at its row; stores nothing",
    query,
    accepts: ["text/csv", "multipart/form-data", WORKBOOK],
    response: importedView,
    errors: ["AMBIGUOUS_FILE"],
    auth: "wallet",
    largeBody: true,
  },
  async ({ query: { zone, decimals, mint, ...rest }, ...input }) => {
    const { request, file, services } = input;
    const { decimalMark, dateOrder, timeNumbers, vestingFrom, lengthUnit, shareNumbers, ...others } = rest;
    const { unusedColumns, ...defaults } = others;
    const answers = {
      decimalMark,
      dateOrder,
      timeNumbers,
      vestingFrom,
      lengthUnit,
      shareNumbers,
      unusedColumns,
    };
    const { MAX_LEAVES: maxRows, VESTING_PROGRAM_ID: programId } = services.env;
    const options = { ...answers, decimals, zone, defaults, maxRows, own: { mint, programId } };
    const contentType = request.headers.get("content-type") ?? "";
    const imported = await runWorkerJob("import", { upload: file, contentType, options }, request);
    const json = await checkedImportJson(services, imported, { mint, signal: request.signal });
    return new Response(byteStream(json), { headers: { "content-type": "application/json" } });
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
