import * as z from "zod";
import { listFormat } from "@/lib/contract/csv/csv-options";
import { creation, i64, labels, limit, treeParams } from "@/lib/contract/parameters";
import { withheldPercent } from "@/lib/contract/statement/parameters";
import { statementView } from "@/lib/contract/statement/view";
import { otherMethods } from "@/lib/service/http/methods";
import { cursor, pageReply } from "@/lib/service/http/paging";
import { route } from "@/lib/service/http/route";
import { readCreatorLabels } from "@/lib/service/labels/creator-labels";
import { exportStatement } from "@/lib/service/statement/export-statement";
import { readStatement } from "@/lib/service/statement/read-statement";

const query = z.object({
  at: i64
    .optional()
    .describe(
      "Date of the statement in unix seconds; events up to then count. By default the date of the cursor, or the current time",
    ),
  withheldPercent: withheldPercent.optional(),
  limit: limit(200, 50),
  cursor,
  ...listFormat,
  creation,
  labels,
});

/** GET …/statement — the granted, vested, claimed, forfeited and outstanding amounts of a campaign at a date. */
export const GET = route(
  {
    summary:
      "Returns the granted, vested, claimed, forfeited and outstanding amounts at a date, in total and per recipient",
    params: treeParams,
    query,
    response: statementView,
    errors: ["NOT_FOUND"],
    csv: true,
    limit: 30,
    isSlowRead: true,
    signedWith: "labels",
  },
  async ({ params, query, request, services, asCsv, wallet }) => {
    const { at, withheldPercent = null, creation, labels: _, ...page } = query;
    const labels = await readCreatorLabels(services, { ...params, creation, wallet });
    const input = { ...params, creation, basisPoints: withheldPercent, labels };
    if (asCsv) return exportStatement(services, { ...input, at: at ?? services.now(), request });
    return pageReply(request, await readStatement(services, { ...input, at, ...page }));
  },
);

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
