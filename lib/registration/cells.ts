import { type AmountOptions, parseAmount } from "@/lib/recipients/parse-amount";
import { isAddress } from "@/lib/solana/addresses";
import { ReleaseType } from "@/lib/vesting/leaf";

/** A cell of a recipients file that cannot be used; the message says what to write instead. */
export class CellError extends Error {
  override name = "CellError";
}

const I64_MAX = 2n ** 63n - 1n;
const RELEASE_TYPES: Record<string, ReleaseType> = {
  "0": ReleaseType.Cliff,
  cliff: ReleaseType.Cliff,
  "1": ReleaseType.Linear,
  linear: ReleaseType.Linear,
  "2": ReleaseType.Milestone,
  milestone: ReleaseType.Milestone,
};

export function readAddress(cell: string): string {
  if (!isAddress(cell)) throw new CellError("Not a Solana address (base58, 32 bytes).");
  return cell;
}

/** Base units of an amount by the one strict reading; CellError says why there is none. */
export function readAmount(cell: string, options: AmountOptions): bigint {
  const read = parseAmount(cell, options);
  if ("fault" in read) throw new CellError(read.fault);
  return read.amount;
}

export function readReleaseType(cell: string): ReleaseType {
  const releaseType = RELEASE_TYPES[cell.toLowerCase()];
  if (releaseType === undefined) throw new CellError("Use cliff, linear or milestone (or 0, 1, 2).");
  return releaseType;
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Unix seconds (i64), or an ISO 8601 date or date-time; without a zone it is UTC. */
export function readTime(cell: string): bigint {
  if (/^-?\d{1,19}$/.test(cell)) {
    const time = BigInt(cell);
    if (time > I64_MAX || time < -I64_MAX - 1n) throw new CellError("This time is beyond 64 bits.");
    return time;
  }
  const match = ISO.exec(cell);
  if (!match) throw new CellError("Use unix seconds or an ISO 8601 date, such as 2027-01-31T00:00:00Z.");
  const [, year, month, day, minutes = "00:00", seconds = ":00", zone = "Z"] = match;
  const date = `${year}-${month}-${day}`;
  const midnight = new Date(`${date}T00:00:00Z`);
  // Date.parse rolls 31 February over into March, so the day has to come back as it went in.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) {
    throw new CellError(`${date} is not a day of the calendar.`);
  }
  const milliseconds = Date.parse(`${date}T${minutes}${seconds}${normalZone(zone)}`);
  if (Number.isNaN(milliseconds)) throw new CellError("This time of day or zone does not exist.");
  return BigInt(milliseconds / 1000);
}

const normalZone = (zone: string) =>
  /^z$/i.test(zone) ? "Z" : `${zone.slice(0, 3)}:${zone.replace(":", "").slice(3)}`;

export function readMilestoneIdx(cell: string): number {
  const index = /^\d{1,3}$/.test(cell) ? Number(cell) : Number.NaN;
  if (!(index <= 255)) throw new CellError("The milestone index is a whole number from 0 to 255.");
  return index;
}
