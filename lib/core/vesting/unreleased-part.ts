import { ReleaseType } from "./leaf";

type MilestoneLeaf = {
  releaseType: number;
  milestoneReleased: boolean;
  /** In base units. */
  progress: { stillToCome: string | bigint };
};

/** Returns the amount of an allocation that the creator can still release, in base units. */
export const unreleasedPart = (leaves: readonly MilestoneLeaf[]): bigint =>
  leaves.reduce(
    (sum, { releaseType, milestoneReleased, progress }) =>
      releaseType === ReleaseType.Milestone && !milestoneReleased ? sum + BigInt(progress.stillToCome) : sum,
    0n,
  );
