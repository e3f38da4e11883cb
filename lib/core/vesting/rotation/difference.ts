import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { calculateTotal, type Payouts } from "./payouts";

export type ChangeKind = "added" | "removed" | "raised" | "lowered" | "rescheduled";

/**
 * One recipient in the previous and the new list, in base units; `claimed` includes claims under any root.
 */
type RecipientDifference = {
  beneficiary: string;
  kind: ChangeKind;
  before: bigint;
  after: bigint;
  claimed: bigint;
};

export type RotationDifference = {
  /** Recipients that change, in order of address. */
  changes: RecipientDifference[];
  counts: Record<ChangeKind | "untouched", number>;
  sumBefore: bigint;
  sumAfter: bigint;
};

const RECIPIENTS_PER_CHUNK = 100;

type Side = { leaves: Leaf[]; amount: bigint };
type Sides = { before: Side; after: Side };

/**
 * Returns the changes of a rotation per recipient. A recipient is "removed" if the new list gives nothing
 * beyond the amount already claimed, which the recipient keeps. The comparison runs in chunks, so that the
 * page stays responsive with long lists.
 */
export async function rotationDifference(
  input: { before: readonly Leaf[]; after: readonly Leaf[]; payouts: Payouts },
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<RotationDifference> {
  const everyone = new Map<string, Sides>();
  for (const name of ["before", "after"] as const) {
    await processInChunks(
      { count: input[name].length, chunkSize: RECIPIENTS_PER_CHUNK, scheduler },
      (from, to) => {
        for (const leaf of input[name].slice(from, to)) {
          if (leaf.amount === 0n) continue;
          const sides = everyone.get(leaf.beneficiary) ?? { before: side(), after: side() };
          everyone.set(leaf.beneficiary, sides);
          sides[name].leaves.push(leaf);
          sides[name].amount += leaf.amount;
        }
      },
    );
  }
  const counts = { added: 0, removed: 0, raised: 0, lowered: 0, rescheduled: 0, untouched: 0 };
  const changes: RecipientDifference[] = [];
  const entries = [...everyone];
  await processInChunks({ count: entries.length, chunkSize: RECIPIENTS_PER_CHUNK, scheduler }, (from, to) => {
    for (const [beneficiary, sides] of entries.slice(from, to)) {
      const kind = getKind(sides, input.payouts);
      counts[kind ?? "untouched"]++;
      if (!kind) continue;
      const claimed = input.payouts.to(beneficiary).total;
      changes.push({ beneficiary, kind, before: sides.before.amount, after: sides.after.amount, claimed });
    }
  });
  changes.sort((a, b) => (a.beneficiary < b.beneficiary ? -1 : 1));
  return { changes, counts, sumBefore: calculateTotal(input.before), sumAfter: calculateTotal(input.after) };
}

const side = (): Side => ({ leaves: [], amount: 0n });

function getKind({ before, after }: Sides, payouts: Payouts): ChangeKind | null {
  if (before.amount === 0n) return "added";
  if (after.amount < before.amount && payouts.getUnpaidAmount(after.leaves) === 0n) return "removed";
  if (after.amount !== before.amount) return after.amount > before.amount ? "raised" : "lowered";
  return terms(before) === terms(after) ? null : "rescheduled";
}

const terms = ({ leaves }: Side) =>
  leaves
    .map(({ amount, releaseType, startTime, cliffTime, endTime, milestoneIdx }) =>
      [amount, releaseType, startTime, cliffTime, endTime, milestoneIdx].join(" "),
    )
    .sort()
    .join(",");
