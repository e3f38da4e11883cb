import * as z from "zod";
import { importedView } from "@/lib/contract/operations";
import { address } from "@/lib/contract/parameters";
import { CHOICES } from "@/lib/core/recipients/questions";
import { isZone } from "@/lib/core/recipients/zoned-seconds";
import { otherMethods } from "@/lib/service/http/methods";
import { byteStream } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { checkedImportJson } from "@/lib/service/registration/checked-import";
import { importWithNames } from "@/lib/service/registration/import-with-names";

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const cell = z.string().max(64).optional();
const query = z.object({
  decimals: z
    .string()
    .regex(/^(1?\d)$/, "must be a whole number from 0 to 19")
    .transform(Number)
    .optional()
    .describe("decimals of the token; if set, amounts are in whole tokens, otherwise in base units"),
  releaseType: cell.describe("default for rows without a release type: cliff, linear or milestone"),
  startTime: cell.describe("default for rows without this time: unix seconds or a date"),
  cliffTime: cell.describe("default for rows without this time: unix seconds or a date"),
  endTime: cell.describe("default for rows without this time: unix seconds or a date"),
  upfrontPercent: cell.describe(
    "share that unlocks at the start, instead of releaseType, cliffTime and endTime",
  ),
  cliffPercent: cell.describe("share that unlocks at the cliff"),
  cliffMonths: cell.describe("calendar months in UTC from the start"),
  durationMonths: cell.describe("calendar months in UTC from the start until everything is unlocked"),
  steps: cell.describe("unlock interval of the rest: linear, monthly, quarterly, half-yearly or yearly"),
  decimalMark: z
    .enum(["point", "comma"])
    .optional()
    .describe("decimal separator of amounts; without it, 1,234 and 1.234 are errors at their rows"),
  dateOrder: z
    .enum(["day", "month"])
    .optional()
    .describe("order of day and month in dates such as 7/1/2027; without it, such dates are errors"),
  timeNumbers: z
    .enum(["seconds", "milliseconds", "days"])
    .optional()
    .describe(
      "unit of numbers in time columns; days are spreadsheet date numbers. Unix seconds do not need it",
    ),
  vestingFrom: z
    .enum(CHOICES.vestingFrom)
    .optional()
    .describe(
      "whether the vesting duration counts from the start or from the cliff, if its column title is ambiguous",
    ),
  lengthUnit: z
    .enum(CHOICES.lengthUnit)
    .optional()
    .describe("unit of numbers in duration columns, if the column title does not state it"),
  shareNumbers: z
    .enum(CHOICES.shareNumbers)
    .optional()
    .describe("meaning of numbers in share columns, where 0.1 can be 0.1 % or a tenth"),
  unusedColumns: z
    .enum(CHOICES.unusedColumns)
    .optional()
    .describe("ignores unknown columns that look like part of the schedule"),
  mint: address
    .optional()
    .describe("mint of the token; the amounts are checked against its decimals and supply on the network"),
  zone: z
    .string()
    .max(64)
    .refine(isZone, "must be an IANA time zone, such as Europe/Berlin")
    .default("UTC")
    .describe("time zone of dates without a time zone"),
});

/**
 * POST /api/campaigns/import — converts a recipients file to the recipients of `prepare`, and reports every
 * error by row.
 */
export const POST = route(
  {
    summary:
      "Reads a recipients file (CSV or .xlsx) with schedules in times or in shares and months, and reports all errors by row; stores nothing",
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
    const { signal } = request;
    const read = await importWithNames(services, { upload: file, contentType, options }, signal);
    const json = await checkedImportJson(services, read, { mint, signal });
    return new Response(byteStream(json), { headers: { "content-type": "application/json" } });
  },
);

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
