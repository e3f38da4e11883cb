import { useTranslator } from "@/components/i18n/use-translator";
import { addMonths } from "@/lib/core/vesting/curve";
import type { PlanDifference } from "@/lib/core/vesting/schedule-spec/behind-monthly";
import {
  MAX_TIMED_LEAVES,
  type ScheduleSpec,
  WHOLE_SHARE,
} from "@/lib/core/vesting/schedule-spec/schedule-spec";

type PlanDrawingProps = { spec: ScheduleSpec; startTime: bigint; difference?: PlanDifference };

/**
 * Draws the monthly steps of a plan and a linear unlock above each other. Without a difference, draws the steps
 * and the boundaries of the campaigns over which they are split. The list below has the numbers.
 */
export function PlanDrawing({ spec, startTime, difference }: PlanDrawingProps) {
  const t = useTranslator();
  const { upfrontShare, cliffShare, cliffMonths, durationMonths } = spec;
  const count = durationMonths - cliffMonths;
  const length = Number((difference?.to ?? addMonths(startTime, durationMonths)) - startTime) || 1;
  const x = (time: bigint) => round((100 * Number(time - startTime)) / length);
  const y = (share: number) => round(100 - (100 * share) / WHOLE_SHARE);
  const atCliff = upfrontShare + cliffShare;
  const cliff = `M0 ${y(upfrontShare)}${stepTo(x(addMonths(startTime, cliffMonths)), y(atCliff))}`;
  const steps = Array.from({ length: count }, (_, index) => {
    const share = atCliff + ((WHOLE_SHARE - atCliff) * (index + 1)) / count;
    return stepTo(x(addMonths(startTime, cliffMonths + index + 1)), y(share));
  });
  const before = Number(upfrontShare > 0) + Number(cliffShare > 0);
  const boundaries = Array.from({ length: count - 1 }, (_, index) => index + 1)
    .filter((step) => (before + step) % MAX_TIMED_LEAVES === 0)
    .map((step) => x(addMonths(startTime, cliffMonths + step)));
  return (
    <div>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-28 w-full border-b border-l border-line-strong [&_*]:[vector-effect:non-scaling-stroke]"
      >
        <path d={`${cliff}${steps.join("")}H100`} fill="none" className="stroke-warn" strokeWidth="1.5" />
        <path
          d={
            difference
              ? [cliff, "H", x(difference.from), "L", x(difference.to), " 0"].join("")
              : boundaries.map((at) => `M${at} 0V100`).join("")
          }
          fill="none"
          className="stroke-accent"
          strokeWidth={difference ? 2 : 1}
          strokeDasharray={difference ? undefined : "3 3"}
        />
      </svg>
      <p aria-hidden="true" className="mt-1 flex gap-4 text-xs text-ink-soft">
        <span className="flex items-center gap-1.5">
          <span className="w-5 border-t-2 border-warn" /> {t("Monthly plan")}
        </span>
        <span className="flex items-center gap-1.5">
          <span className={`w-5 border-t-2 border-accent ${difference ? "" : "border-dashed"}`} />
          {difference ? t("Linear") : t("Boundary of two campaigns")}
        </span>
      </p>
    </div>
  );
}

/** Returns the SVG path commands of a horizontal line to `at` and a vertical one to `height`. */
const stepTo = (at: number, height: number) => ["H", at, "V", height].join("");

const round = (value: number) => Math.round(value * 100) / 100;
