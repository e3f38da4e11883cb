import { type Leaf, ReleaseType } from "@/lib/vesting/leaf";

const NAMES: Readonly<Record<number, string>> = {
  [ReleaseType.Cliff]: "cliff",
  [ReleaseType.Linear]: "linear",
  [ReleaseType.Milestone]: "milestone",
};

/** The recipients as a file: amounts in base units, times in unix seconds, in the order of the tree. */
export function recipientsCsv(leaves: readonly Leaf[]): string {
  const rows = leaves.map((leaf) =>
    [
      leaf.beneficiary,
      leaf.amount,
      NAMES[leaf.releaseType],
      leaf.startTime,
      leaf.cliffTime,
      leaf.endTime,
      leaf.milestoneIdx,
    ].join(","),
  );
  return `${["beneficiary,amount,releaseType,startTime,cliffTime,endTime,milestoneIdx", ...rows].join("\n")}\n`;
}
