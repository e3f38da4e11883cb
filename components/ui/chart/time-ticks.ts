import { formatDay, formatMoment, formatMonth } from "@/components/format/time";
import type { Translator } from "@/lib/core/i18n/translator";

const DAY = 86_400;
const MONTH = 30 * DAY;
/** A range of fewer months than this has ticks at even distances instead of at months. */
const FEWEST_MONTHS = 3;
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200];
const MONTHS_PER_YEAR = 12;
const MOMENT_DAYS = 3;

/** A tick on a time axis: unix seconds and its text. */
export type TimeTick = { value: number; text: string };

/** Returns at most about `count` ticks in a range of unix seconds, at the first of months if the range is long. */
export function timeTicks([from, to]: readonly [number, number], count: number, t: Translator): TimeTick[] {
  if (to - from < FEWEST_MONTHS * MONTH) return evenTicks([from, to], count, t);
  const months = (to - from) / MONTH;
  const step = MONTH_STEPS.find((item) => months / item <= count) ?? MONTH_STEPS.at(-1) ?? 1;
  const first = new Date(from * 1000);
  const ticks: TimeTick[] = [];
  const start = step >= MONTHS_PER_YEAR ? 0 : first.getUTCMonth() - (first.getUTCMonth() % step);
  for (let month = start; ; month += step) {
    const date = new Date(Date.UTC(first.getUTCFullYear(), month));
    const value = date.getTime() / 1000;
    if (value > to || Number.isNaN(value)) return ticks;
    const iso = date.toISOString();
    // Years after 9999 have a sign and six digits.
    const text =
      step >= MONTHS_PER_YEAR || iso.length > "2000-01-01T00:00:00.000Z".length
        ? String(date.getUTCFullYear())
        : formatMonth(iso.slice(0, "2000-01".length), t);
    if (value >= from) ticks.push({ value, text });
  }
}

function evenTicks([from, to]: readonly [number, number], count: number, t: Translator): TimeTick[] {
  const format = to - from < MOMENT_DAYS * DAY ? formatMoment : formatDay;
  const parts = Math.max(1, Math.min(count, 4));
  return Array.from({ length: parts }, (_, index) => {
    const value = Math.round(from + ((to - from) * (index + 0.5)) / parts);
    return { value, text: format(BigInt(value), "UTC", t) };
  });
}
