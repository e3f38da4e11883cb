import type { Leaf } from "@/lib/core/vesting/leaf";
import { decimalText } from "./number-text";
import { timeCell } from "./parse-time";

/** An amount as a reading shows it: in tokens where the decimals are known, else in base units. */
export const amountText = (amount: bigint, decimals: number | undefined): string =>
  decimals === undefined ? `${amount}` : decimalText(amount, decimals);

/** A moment as a reading shows it: the date, with the time of day where it is not midnight in UTC. */
export const timeText = (time: bigint): string =>
  timeCell(time)
    .replace("T00:00:00Z", "")
    .replace("T", " ")
    .replace(/(?::00)?Z$/, "");

type Part = Pick<Leaf, "startTime" | "endTime" | "amount" | "cliffTime">;

/** The date on which an allocation has unlocked whole. */
export const endText = (leaves: readonly Part[]): string =>
  timeText(leaves.reduce((last, { endTime }) => (endTime > last ? endTime : last), leaves[0]?.endTime ?? 0n));
