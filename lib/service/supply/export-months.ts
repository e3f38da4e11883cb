import { UNLOCK_MONTH_COLUMNS } from "@/lib/contract/csv/columns";
import { monthRows, refuseUnsummed } from "@/lib/service/exports/address-lists";
import { fileName } from "@/lib/service/exports/campaign-lists";
import { type CsvResponse, csvResponse } from "@/lib/service/exports/csv-response";
import { withTokens } from "@/lib/service/exports/tokens";
import type { Services } from "@/lib/service/services";
import { readSupply, refuseIncomplete } from "./read-supply";

/**
 * Exports the amounts of a mint that verified campaigns unlock in each coming month.
 * @throws ApiError CONFLICT if the sums omit campaigns, because the file cannot state it.
 */
export function exportSupplyMonths(
  services: Pick<Services, "reads" | "now">,
  { request, mint }: { request: Request; mint: string },
): Promise<CsvResponse> {
  return csvResponse(request, {
    name: fileName("supply-by-month", mint),
    columns: UNLOCK_MONTH_COLUMNS,
    readPage: withTokens(async () => {
      const { months, later, waiting, ...supply } = await readSupply(services, mint);
      refuseIncomplete(supply);
      refuseUnsummed(supply);
      const amounts = months.map(({ month, amount }) => ({ month, amount: BigInt(amount) }));
      const rows = monthRows({ mint, months: amounts, later: BigInt(later), waiting: BigInt(waiting) });
      return { rows, nextCursor: null };
    }),
  });
}
