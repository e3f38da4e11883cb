import { LABEL_LIST_COLUMNS } from "@/lib/contract/csv/label-columns";
import { listLabels } from "@/lib/service/labels/labels";
import type { Services } from "@/lib/service/services";
import { fileName, ROWS_PER_PAGE } from "./campaign-lists";
import { type CsvResponse, csvResponse } from "./csv-response";

type ListRequest = { request: Request; wallet: string; campaign?: string | undefined };

/** Exports all labels of a wallet, in order of the recipient's address. */
export function exportLabels(
  services: Pick<Services, "db" | "env" | "now" | "log">,
  { request, ...query }: ListRequest,
): Promise<CsvResponse> {
  return csvResponse(request, {
    name: fileName("labels", query.wallet),
    columns: LABEL_LIST_COLUMNS,
    readPage: async (cursor) => {
      const { labels, nextCursor } = await listLabels(services, { ...query, limit: ROWS_PER_PAGE, cursor });
      return { rows: labels, nextCursor };
    },
  });
}
