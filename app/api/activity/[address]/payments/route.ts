import { z } from "zod";
import { selectPayments } from "@/db/queries/events/payments";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { addressParams, limit, unverified } from "@/lib/contract/parameters";
import { paymentsPage, toPaymentView } from "@/lib/contract/payment";
import { exportPayments } from "@/lib/service/exports/address-lists";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";

const query = z.object({ limit: limit(100, 20), cursor, ...listFormat, unverified });

/**
 * GET /api/activity/:address/payments — payments of the program to an address, newest first, for accounting.
 */
export const GET = route(
  {
    summary: "Lists the payments to an address, newest first, with the price of that hour if known",
    params: addressParams,
    query,
    response: paymentsPage,
    csv: true,
  },
  async ({ params: { address }, query: { unverified, ...query }, request, services, asCsv }) => {
    if (asCsv) return exportPayments(services, { request, address, unverified });
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
