import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Time } from "@/components/ui/values/time";
import type { LeafView } from "@/lib/contract/leaf";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import { ReleaseType } from "@/lib/core/vesting/leaf";

const DAY = 86_400n;

type Schedule = Pick<LeafView, "releaseType" | "milestoneIdx"> &
  Record<"cliffTime" | "endTime", string | bigint>;

/** Describes a schedule in one line. Long schedules show days, with the exact time on hover. */
export function ScheduleText({ schedule: leaf }: { schedule: Schedule }) {
  const t = useTranslator();
  if (leaf.releaseType === ReleaseType.Milestone) {
    return t("when milestone {milestone} is released", { milestone: leaf.milestoneIdx });
  }
  if (leaf.releaseType === ReleaseType.Cliff) {
    return <Trans id="all on {date}" values={{ date: <Time at={leaf.cliffTime} /> }} />;
  }
  const isLong = BigInt(leaf.endTime) - BigInt(leaf.cliffTime) >= 3n * DAY;
  return (
    <Trans
      id="evenly, {from} – {to}"
      values={{
        from: <Time at={leaf.cliffTime} dayOnly={isLong} />,
        to: <Time at={leaf.endTime} dayOnly={isLong} />,
      }}
    />
  );
}

const RELEASE_TYPE_NAMES: readonly Message[] = [message("Cliff"), message("Linear"), message("Milestone")];

/** Returns the name of a release type, or its number if the type is unknown. */
export function releaseName(t: Translator, releaseType: number): string {
  const name = RELEASE_TYPE_NAMES[releaseType];
  return name ? t(name) : `${releaseType}`;
}
