import type { TokenSumsView } from "@/lib/contract/creator-dashboard/view";

/** A month of the chart: its amount in base units, and its height in percent of the highest month. */
export type MonthBar = { month: string; amount: bigint; height: number };

const TALLEST = 100;
/** Minimum height, so that small unlocks are visible. */
const SHORTEST = 1;

/** Returns every month from `from` to the last month with an amount, including months without one. */
export function monthBars(months: TokenSumsView["months"], from: string): MonthBar[] {
  const amounts = new Map(months.map(({ month, amount }) => [month, BigInt(amount)]));
  const max = [...amounts.values()].reduce((a, b) => (b > a ? b : a), 0n);
  const last = months.at(-1)?.month ?? from;
  const bars: MonthBar[] = [];
  for (let month = from; month <= last; month = monthAfter(month)) {
    const amount = amounts.get(month) ?? 0n;
    const height = max === 0n ? 0 : Number((amount * BigInt(TALLEST * 100)) / max) / 100;
    bars.push({ month, amount, height: amount > 0n ? Math.max(SHORTEST, height) : 0 });
  }
  return bars;
}

function monthAfter(month: string): string {
  const [year = 0, of = 0] = month.split("-").map(Number);
  return of === 12 ? `${year + 1}-01` : `${year}-${String(of + 1).padStart(2, "0")}`;
}
