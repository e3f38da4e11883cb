import type { Leaf } from "@/lib/core/vesting/leaf";

/** A leaf that two lists have differently; undefined where a list does not have it. */
export type LeafDifference = {
  leafIndex: number;
  mine: Leaf | undefined;
  theirs: Leaf | undefined;
  /** The fields that differ, where both have it. */
  fields: (keyof Leaf)[];
};

const FIELDS: readonly (keyof Leaf)[] = [
  "beneficiary",
  "amount",
  "releaseType",
  "startTime",
  "cliffTime",
  "endTime",
  "milestoneIdx",
];

/** Leaf by leaf, what differs between two lists in the order of their leaf indexes. */
export function compareLeaves(mine: readonly Leaf[], theirs: readonly Leaf[]): LeafDifference[] {
  const differences: LeafDifference[] = [];
  for (let leafIndex = 0; leafIndex < Math.max(mine.length, theirs.length); leafIndex++) {
    const [a, b] = [mine[leafIndex], theirs[leafIndex]];
    const fields = a && b ? FIELDS.filter((field) => a[field] !== b[field]) : [];
    if (!a || !b || fields.length > 0) differences.push({ leafIndex, mine: a, theirs: b, fields });
  }
  return differences;
}
