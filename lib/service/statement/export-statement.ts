import { type StatementLine, statementColumns } from "@/lib/contract/statement/columns";
import { campaignFileName, ROWS_PER_PAGE } from "@/lib/service/exports/campaign-lists";
import { type CsvAnswer, csvAnswer } from "@/lib/service/exports/csv-response";
import { tokenReader } from "@/lib/service/exports/tokens";
import type { Services } from "@/lib/service/services";
import { openStatement, type StatementDate } from "./read-statement";

/** Cursor of the line with the total, which follows all recipients; no cursor of a page is equal to it. */
const TOTAL = "total";

/**
 * Exports the statement of a campaign at a date: a line per recipient, read page by page, and the total.
 * @throws ApiError NOT_FOUND if the campaign is unknown.
 */
export async function exportStatement(
  services: Pick<Services, "reads">,
  { request, ...date }: StatementDate & { request: Request },
): Promise<CsvAnswer> {
  const { readPage, totals, mint, ...statement } = await openStatement(services, date);
  const tokens = await tokenReader()([mint]);
  return csvAnswer<StatementLine>(request, {
    name: campaignFileName("statement", statement),
    columns: statementColumns({ token: tokens.of(mint), ...date }),
    readPage: async (cursor) => {
      if (cursor === TOTAL) return { rows: [{ ...totals, beneficiary: null }], nextCursor: null };
      const { rows, nextCursor } = await readPage({ limit: ROWS_PER_PAGE, cursor });
      return { rows, nextCursor: nextCursor ?? TOTAL };
    },
  });
}
