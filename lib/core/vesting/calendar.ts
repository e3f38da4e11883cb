/** The Gregorian calendar repeats after 400 years; folding into one such cycle lets Date serve every i64 time. */
const CYCLE_SECONDS = 12_622_780_800n;
const CYCLE_YEARS = 400n;

function fold(time: bigint): { cycles: bigint; date: Date } {
  const rest = time % CYCLE_SECONDS;
  const within = rest < 0n ? rest + CYCLE_SECONDS : rest;
  return { cycles: (time - within) / CYCLE_SECONDS, date: new Date(Number(within) * 1000) };
}

/** Unix seconds as an ISO 8601 date and time in UTC; years beyond four digits are written with a sign. */
export function isoDate(time: bigint): string {
  const { cycles, date } = fold(time);
  const year = BigInt(date.getUTCFullYear()) + cycles * CYCLE_YEARS;
  const rest = date.toISOString().slice(4);
  if (year >= 0n && year <= 9999n) return `${year.toString().padStart(4, "0")}${rest}`;
  const digits = (year < 0n ? -year : year).toString().padStart(6, "0");
  return `${year < 0n ? "-" : "+"}${digits}${rest}`;
}

/** The same time of day `months` calendar months later in UTC; a day the month lacks becomes its last. */
export function addMonths(time: bigint, months: number): bigint {
  const { cycles, date } = fold(time);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(date.getUTCDate(), lastDay);
  const secondsOfDay = (date.getTime() / 1000) % 86_400;
  return cycles * CYCLE_SECONDS + BigInt(Date.UTC(year, month, day) / 1000 + secondsOfDay);
}
