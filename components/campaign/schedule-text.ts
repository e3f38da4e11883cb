import { formatDay, formatMoment } from "@/components/format/time";
import { ReleaseType } from "@/lib/vesting/leaf";
import type { LeafView } from "@/lib/views/leaf";

const DAY = 86_400n;

/** A schedule in one line, in UTC: it is also rendered where the viewer's zone is not known. */
export function scheduleText(
  leaf: Pick<LeafView, "releaseType" | "startTime" | "cliffTime" | "endTime" | "milestoneIdx">,
): string {
  if (leaf.releaseType === ReleaseType.Milestone) return `when milestone ${leaf.milestoneIdx} is released`;
  const cliff = BigInt(leaf.cliffTime);
  if (leaf.releaseType === ReleaseType.Cliff) return `all on ${formatMoment(cliff, "UTC")} UTC`;
  const end = BigInt(leaf.endTime);
  const text =
    end - cliff < 3n * DAY
      ? (time: bigint) => `${formatMoment(time, "UTC")} UTC`
      : (time: bigint) => formatDay(time, "UTC");
  return `evenly, ${text(cliff)} – ${text(end)}`;
}

export const RELEASE_TYPE_NAMES = ["Cliff", "Linear", "Milestone"] as const;
