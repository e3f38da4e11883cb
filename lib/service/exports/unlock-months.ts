import { UNLOCK_MONTH_COLUMNS } from "@/lib/core/csv/columns";
import { monthText } from "@/lib/core/vesting/unlock-months";
import { readTokenSums } from "@/lib/service/desk/read-desk";
import { csvAnswer } from "@/lib/service/http/csv/csv-answer";
import type { ApiRequest } from "@/lib/service/http/message";
import type { Services } from "@/lib/service/services";
import { tokenReader } from "./tokens";

/** What a creator's campaigns unlock in each coming month, a row a month and token. */
export function exportUnlockMonths(
  services: Pick<Services, "reads" | "now">,
  { request, address }: { request: ApiRequest; address: string },
): Promise<Response> {
  return csvAnswer(request, {
    name: `unlocks-by-month-${address.slice(0, 8)}.csv`,
    columns: UNLOCK_MONTH_COLUMNS,
    readPage: async () => {
      const { sums } = await readTokenSums(services, { creator: address, now: services.now() });
      const tokens = await tokenReader()(sums.map(({ mint }) => mint));
      const rows = sums.flatMap(({ mint, months, later, waiting }) => {
        const row = (month: string, amount: bigint) => ({ month, mint, amount, token: tokens.of(mint) });
        return [
          ...months.map(({ month, amount }) => row(monthText(month), amount)),
          ...(later > 0n ? [row("later", later)] : []),
          ...(waiting > 0n ? [row("with a milestone", waiting)] : []),
        ];
      });
      return { rows, nextCursor: null };
    },
  });
}
