import { MAX_SCHEDULES, type ScheduleSum, ScheduleSums } from "@/components/sheet/schedule-sums";
import { createScheduler, processInChunks } from "@/lib/core/cooperative-scheduler";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { WHOLE_SHARE } from "@/lib/core/vesting/schedule-spec/schedule-spec";

/**
 * Schedules of a list: their number, counted up to `MAX_SCHEDULES`, and the parts of the first one, with shares in
 * hundredths of a percent instead of amounts.
 */
export type ListSchedules = { count: number; first: readonly ScheduleSum[] };

const LEAVES_PER_CHUNK = 100;

/** Counts the different schedules of a list. Consecutive leaves of a recipient count as one schedule. */
export async function countSchedules(leaves: LeafList): Promise<ListSchedules> {
  const found = new Map<string, readonly ScheduleSum[]>();
  let parts = new ScheduleSums();
  let beneficiary: string | null = null;
  const endRecipient = () => {
    if (beneficiary === null || found.size >= MAX_SCHEDULES) return;
    const schedule = inShares(parts.end() ?? []);
    found.set(getKey(schedule), schedule);
    parts = new ScheduleSums();
  };
  const chunks = { count: leaves.length, chunkSize: LEAVES_PER_CHUNK, scheduler: createScheduler() };
  await processInChunks(chunks, (from, to) => {
    for (let index = from; index < to && found.size < MAX_SCHEDULES; index++) {
      const next = leaves.beneficiary(index);
      if (next !== beneficiary) endRecipient();
      beneficiary = next;
      parts.add(leaves, index, leaves.amount(index));
    }
  });
  endRecipient();
  return { count: found.size, first: found.values().next().value ?? [] };
}

/** Replaces amounts by shares, which are the same for recipients with different amounts. */
function inShares(parts: readonly ScheduleSum[]): ScheduleSum[] {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0n);
  const share = (amount: bigint) => (amount * BigInt(WHOLE_SHARE) + total / 2n) / total;
  return parts.map((part) => ({ ...part, amount: share(part.amount) }));
}

/** The start is omitted, because it does not affect vesting. */
const getKey = (parts: readonly ScheduleSum[]): string =>
  parts
    .map(({ amount, releaseType, milestoneIdx, cliffTime, endTime }) =>
      [amount, releaseType, milestoneIdx, cliffTime, endTime].join(" "),
    )
    .join("\n");
