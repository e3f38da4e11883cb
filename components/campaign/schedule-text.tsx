import { Time } from "@/components/ui/values/time";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import type { LeafView } from "@/lib/core/views/leaf";

const DAY = 86_400n;

type Schedule = Pick<LeafView, "releaseType" | "startTime" | "cliffTime" | "endTime" | "milestoneIdx">;

/** A schedule in one line; longer ones by days alone, with the moments on hover. */
export function ScheduleText({ of: leaf }: { of: Schedule }) {
  if (leaf.releaseType === ReleaseType.Milestone) return `when milestone ${leaf.milestoneIdx} is released`;
  if (leaf.releaseType === ReleaseType.Cliff) {
    return (
      <>
        all on <Time at={leaf.cliffTime} />
      </>
    );
  }
  const isLong = BigInt(leaf.endTime) - BigInt(leaf.cliffTime) >= 3n * DAY;
  return (
    <>
      evenly, <Time at={leaf.cliffTime} dayOnly={isLong} /> – <Time at={leaf.endTime} dayOnly={isLong} />
    </>
  );
}

export const RELEASE_TYPE_NAMES = ["Cliff", "Linear", "Milestone"] as const;
