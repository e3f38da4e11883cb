import type { TokenSumsView } from "@/lib/contract/creator-dashboard/view";

/** A month of the chart, such as "2026-11", and its amount in base units. */
type MonthBar = { month: string; amount: bigint };

/** Returns every month from `from` to the last month with an amount, including months without one. */
export function monthBars(months: TokenSumsView["months"], from: string): MonthBar[] {
  const amounts = new Map(months.map(({ month, amount }) => [month, BigInt(amount)]));
  const last = months.at(-1)?.month ?? from;
  const bars: MonthBar[] = [];
  for (let month = from; month <= last; month = monthAfter(month)) {
    bars.push({ month, amount: amounts.get(month) ?? 0n });
  }
  return bars;
}

/** Returns the month after a month such as "2026-11". */
export function monthAfter(month: string): string {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, "0")}`;
}
