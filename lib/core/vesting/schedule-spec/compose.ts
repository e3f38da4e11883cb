import { english, type Translator } from "@/lib/core/i18n/translator";
import { I64_MAX } from "@/lib/core/solana/integers";
import { addMonths } from "@/lib/core/vesting/curve";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { spanBehindMonthly } from "./behind-monthly";
import {
  BEHIND_MONTHLY,
  findScheduleSpecError,
  MAX_TIMED_LEAVES,
  type ScheduleSpec,
  type ScheduleSpecField,
  scheduleSpecParts,
} from "./schedule-spec";

/**
 * The allocation of one recipient under a schedule spec: `amount` is a u64 in base units, `startTime` in unix
 * seconds.
 */
export type SpecifiedAllocation = Pick<Leaf, "beneficiary" | "amount" | "startTime"> & ScheduleSpec;

type Composed = { leaves: Omit<Leaf, "leafIndex">[] } | { error: ComposeError };

export type ComposeError = { field: ScheduleSpecField | "amount" | "startTime"; message: string };

/**
 * Returns the leaves of one recipient's allocation in unlock order, or the error that prevents them. At each
 * date exactly the specified share of the amount has unlocked, rounded down to the base unit. Remainders fall
 * into later parts, and all parts add up to the amount. Within an even part the program rounds down once
 * more: the vested amount is less than two base units too low, and never too high.
 */
export function composeAllocation(allocation: SpecifiedAllocation, t: Translator = english): Composed {
  const unfit = findScheduleSpecError(allocation, t);
  return unfit ? { error: unfit } : composeParts(allocation, t);
}

/** Returns the leaves of every part, also if there are more than a campaign allows for one wallet. */
function composeParts(allocation: SpecifiedAllocation, t: Translator): Composed {
  const { beneficiary, amount, startTime } = allocation;
  if (amount === 0n) {
    return { error: { field: "amount", message: t("The amount must be greater than zero.") } };
  }
  const leaves = [];
  let before = 0n;
  for (const { kind, fromMonth, toMonth, until, denominator } of scheduleSpecParts(allocation)) {
    const after = (amount * until) / denominator;
    const isBehind = kind === "evenly" && allocation.steps === BEHIND_MONTHLY;
    const span = isBehind ? spanBehindMonthly(allocation, startTime) : null;
    const endTime = span?.to ?? addMonths(startTime, toMonth);
    if (after === before) return { error: tooSmall(t, amount) };
    if (endTime > I64_MAX) {
      return { error: { field: "startTime", message: t("The end date exceeds the 64-bit limit.") } };
    }
    leaves.push({
      beneficiary,
      amount: after - before,
      releaseType: kind === "evenly" ? ReleaseType.Linear : ReleaseType.Cliff,
      startTime,
      cliffTime: span?.from ?? addMonths(startTime, fromMonth),
      endTime,
      milestoneIdx: 0,
    });
    before = after;
  }
  return { leaves };
}

/**
 * Splits the allocation of one recipient under monthly steps over several campaigns, each with at most as many
 * leaves as the program allows for one wallet. Together the campaigns unlock exactly the monthly plan.
 */
export function splitMonthly(
  allocation: Omit<SpecifiedAllocation, "steps">,
  t: Translator = english,
): { campaigns: Omit<Leaf, "leafIndex">[][] } | { error: ComposeError } {
  // A monthly plan has the errors of the linear one, except for its number of leaves.
  const unfit = findScheduleSpecError({ ...allocation, steps: "linear" }, t);
  const composed = unfit ? { error: unfit } : composeParts({ ...allocation, steps: "monthly" }, t);
  if ("error" in composed) return composed;
  const { leaves } = composed;
  const count = Math.ceil(leaves.length / MAX_TIMED_LEAVES);
  const campaigns = Array.from({ length: count }, (_, part) =>
    leaves.slice(part * MAX_TIMED_LEAVES, (part + 1) * MAX_TIMED_LEAVES),
  );
  return { campaigns };
}

const tooSmall = (t: Translator, amount: bigint): ComposeError => ({
  field: "amount",
  message: t(
    "{count, plural, one {{amount} base unit is too little for this schedule, because one part would be 0. Increase the amount, or use fewer parts.} other {{amount} base units are too little for this schedule, because one part would be 0. Increase the amount, or use fewer parts.}}",
    { count: Number(amount), amount: `${amount}` },
  ),
});
