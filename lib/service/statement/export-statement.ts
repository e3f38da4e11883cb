import { type StatementLine, statementColumns } from "@/lib/contract/statement/columns";
import { campaignFileName, ROWS_PER_PAGE } from "@/lib/service/exports/campaign-lists";
import { type CsvResponse, csvResponse } from "@/lib/service/exports/csv-response";
import { tokenReader } from "@/lib/service/exports/tokens";
import type { CreatorLabels } from "@/lib/service/labels/creator-labels";
import type { Services } from "@/lib/service/services";
import { openStatement, type StatementDate } from "./read-statement";

/** Cursor of the lines with totals, which follow all recipients; no cursor of a page is equal to it. */
const TOTAL = "total";

type ListRequest = { request: Request; labels?: CreatorLabels | undefined };

/**
 * Exports the statement of a campaign at a date: a line per recipient, read page by page, and the total. With
 * labels, the lines have the creator's labels, and the totals of the categories precede the total.
 * @throws ApiError NOT_FOUND if the campaign is unknown.
 */
export async function exportStatement(
  services: Pick<Services, "reads">,
  { request, labels, ...date }: StatementDate & ListRequest,
): Promise<CsvResponse> {
  const { readPage, readCategories, totals, mint, ...statement } = await openStatement(services, date);
  const tokens = await tokenReader()([mint]);
  return csvResponse<StatementLine>(request, {
    name: campaignFileName("statement", statement),
    columns: statementColumns({ token: tokens.of(mint), ...date, hasLabels: labels !== undefined }),
    readPage: async (cursor) => {
      if (cursor === TOTAL) {
        const categories = labels ? await readCategories(labels) : [];
        const lines = categories.map((line) => ({ ...line, beneficiary: null, isCategory: true }));
        return { rows: [...lines, { ...totals, beneficiary: null }], nextCursor: null };
      }
      const { rows, nextCursor } = await readPage({ limit: ROWS_PER_PAGE, cursor });
      return { rows: labels ? await labels.addTo(rows) : rows, nextCursor: nextCursor ?? TOTAL };
    },
  });
}
