import * as z from "zod";
import { selectPayments } from "@/db/queries/events/payments";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { TAX_TOOLS } from "@/lib/contract/csv/tax-tools";
import { addressParams, limit, unverified } from "@/lib/contract/parameters";
import { paymentsPage, toPaymentView } from "@/lib/contract/payment";
import { validationError } from "@/lib/core/validation";
import { exportPayments } from "@/lib/service/exports/address-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

const query = z
  .object({
    limit: limit(100, 20),
    cursor,
    ...listFormat,
    unverified,
    tool: z
      .enum(TAX_TOOLS, "must be koinly, cointracker, cryptio or bitwave")
      .optional()
      .describe("CSV only: the columns that this accounting tool imports; excludes the other CSV parameters"),
  })
  .refine(
    ({ tool, separator, decimalMark, bom, titles }) =>
      tool === undefined || [separator, decimalMark, bom, titles].every((option) => option === undefined),
    { path: ["tool"], message: "cannot be used with separator, decimalMark, bom or titles" },
  );

/**
 * GET /api/activity/:address/payments — payments of the program to an address, newest first, for accounting.
 */
export const GET = route(
  {
    summary: "Lists the payments to an address, newest first, with the price of that hour if known",
    params: addressParams,
    query,
    response: paymentsPage,
    errors: ["LEDGER_UNAVAILABLE"],
    csv: true,
  },
  async ({ params: { address }, query: { unverified, tool, ...query }, request, services, asCsv }) => {
    if (asCsv) return exportPayments(services, { request, address, unverified, tool });
    if (tool !== undefined) throw validationError([{ path: "tool", message: "can only be used with CSV" }]);
    const isVerifiedOnly = unverified === "exclude";
    const { payments, nextCursor } = await selectPayments(services.reads, {
      address,
      isVerifiedOnly,
      ...query,
    });
    return pageReply(request, { address, payments: payments.map(toPaymentView), nextCursor });
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
