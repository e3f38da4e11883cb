import type { Leaf } from "@/lib/core/vesting/leaf";
import { decimalText } from "./number-text";
import { timeCell } from "./parse-time";

/** Formats an amount for display: in tokens if the decimals are known, otherwise in base units. */
export const amountText = (amount: bigint, decimals: number | undefined): string =>
  decimals === undefined ? `${amount}` : decimalText(amount, decimals);

/** Formats a moment for display: the date, with the time of day unless it is midnight in UTC. */
export const timeText = (time: bigint): string =>
  timeCell(time)
    .replace("T00:00:00Z", "")
    .replace("T", " ")
    .replace(/(?::00)?Z$/, "");

type Part = Pick<Leaf, "startTime" | "endTime" | "amount" | "cliffTime">;

/** Returns the date on which an allocation has fully unlocked. */
export const endText = (leaves: readonly Part[]): string =>
  timeText(leaves.reduce((last, { endTime }) => (endTime > last ? endTime : last), leaves[0]?.endTime ?? 0n));
