"use client";

import type { ReactNode } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Translator } from "@/lib/core/i18n/translator";
import { addMonths } from "@/lib/core/vesting/curve";
import {
  differenceToMonthly,
  type PlanDifference,
  spanBehindMonthly,
} from "@/lib/core/vesting/schedule-spec/behind-monthly";
import {
  BEHIND_MONTHLY,
  MAX_TIMED_LEAVES,
  percentText,
  type ScheduleSpec,
  type Steps,
} from "@/lib/core/vesting/schedule-spec/schedule-spec";
import { dayText } from "@/lib/core/vesting/schedule-spec/unlock-phrases";
import { PlanDrawing } from "./plan-drawing";
import { type MonthsDraft, readMonthsOf } from "./schedule-draft";

/** Creates one draft for each campaign of the plan; without it, splitting is not offered. */
export type SplitAction = { run: () => void; isRunning: boolean; error: unknown };

type ManyStepsProps = { months: MonthsDraft; onChange: (months: MonthsDraft) => void; split?: SplitAction };

/** More campaigns than this are too many to sign one after another. */
const MAX_CAMPAIGNS = 10;

/** Returns the monthly plan of a draft if it needs more unlocks than one wallet can have, otherwise null. */
function monthlyPlan(t: Translator, months: MonthsDraft) {
  if (months.steps !== "monthly" && months.steps !== BEHIND_MONTHLY) return null;
  const read = readMonthsOf(t, { ...months, steps: "linear" });
  if (!read) return null;
  const { spec, startTime } = read;
  const count = spec.durationMonths - spec.cliffMonths;
  const leaves = count + Number(spec.upfrontShare > 0) + Number(spec.cliffShare > 0);
  return leaves > MAX_TIMED_LEAVES ? { spec, startTime, count, leaves } : null;
}

/**
 * Offers schedules that are close to a monthly plan with more steps than the program allows, with their
 * differences in numbers and drawn.
 */
export function ManySteps({ months, onChange, split }: ManyStepsProps) {
  const t = useTranslator();
  const plan = monthlyPlan(t, months);
  if (!plan) return null;
  const { spec, startTime, count, leaves } = plan;
  const behind = spanBehindMonthly(spec, startTime);
  const even = {
    from: addMonths(startTime, spec.cliffMonths),
    to: addMonths(startTime, spec.durationMonths),
  };
  const campaigns = Math.ceil(leaves / MAX_TIMED_LEAVES);
  const values = { count: `${count}`, leaves: `${leaves}`, maximum: `${MAX_TIMED_LEAVES}` };
  const ways = [
    { steps: BEHIND_MONTHLY, title: t("Linear, never ahead of the plan"), span: behind },
    { steps: "linear", title: t("Linear, with the same end"), span: even },
  ] as const;
  return (
    <Notice
      tone={months.steps === "monthly" ? "warn" : "neutral"}
      title={t("The program cannot express {count} monthly steps in one campaign", values)}
    >
      <p>
        {t(
          "The plan needs {leaves} unlocks for each wallet. A campaign allows {maximum}. Choose a linear schedule close to the plan, or split the plan into {campaigns} campaigns.",
          { ...values, campaigns: `${campaigns}` },
        )}
      </p>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {ways.map(({ steps, title, span }) => (
          <LinearWay
            key={steps}
            {...{ title, spec, startTime }}
            difference={differenceToMonthly(spec, startTime, span)}
            isChosen={months.steps === steps}
            onChoose={() => onChange({ ...months, steps: steps satisfies Steps })}
          />
        ))}
        {split && campaigns <= MAX_CAMPAIGNS && <SplitWay {...{ spec, startTime, split, campaigns }} />}
      </ul>
    </Notice>
  );
}

type WayProps = {
  title: string;
  drawing: ReactNode;
  facts: readonly string[];
  /** The button, and its error. */
  children: ReactNode;
};

/** One way to express the plan: its drawing, its facts and the button that chooses it. */
function Way({ title, drawing, facts, children }: WayProps) {
  return (
    <li className="flex flex-col gap-2 rounded-box border border-line bg-surface p-3">
      <p className="font-semibold">{title}</p>
      {drawing}
      <ul className="list-disc space-y-1 pl-4">
        {facts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {children}
    </li>
  );
}

type PlanProps = { spec: ScheduleSpec; startTime: bigint };

type LinearWayProps = PlanProps & {
  title: string;
  difference: PlanDifference;
  isChosen: boolean;
  onChoose: () => void;
};

function LinearWay({ title, spec, startTime, difference, isChosen, onChoose }: LinearWayProps) {
  const t = useTranslator();
  return (
    <Way
      title={title}
      drawing={<PlanDrawing {...{ spec, startTime, difference }} />}
      facts={differenceTexts(t, difference)}
    >
      <Button
        className="mt-auto"
        aria-pressed={isChosen}
        tone={isChosen ? "primary" : "secondary"}
        onClick={onChoose}
      >
        {isChosen ? t("Selected: {way}", { way: title }) : t("Use: {way}", { way: title })}
      </Button>
    </Way>
  );
}

type SplitWayProps = PlanProps & { split: SplitAction; campaigns: number };

function SplitWay({ spec, startTime, split, campaigns }: SplitWayProps) {
  const t = useTranslator();
  const values = { campaigns: `${campaigns}` };
  return (
    <Way
      title={t("Exactly monthly, in {campaigns} campaigns", values)}
      drawing={<PlanDrawing {...{ spec, startTime }} />}
      facts={[
        t("No difference from the plan at any time."),
        t("You sign {campaigns} campaigns. Each has its own deposit and fees.", values),
        t("Recipients see {campaigns} campaigns and claim from each of them.", values),
      ]}
    >
      <Button className="mt-auto" busy={split.isRunning} onClick={split.run}>
        {t("Split into {campaigns} drafts", values)}
      </Button>
      {split.error !== null && (
        <p role="alert" className="text-danger">
          {errorText(t, split.error)}
        </p>
      )}
    </Way>
  );
}

function differenceTexts(t: Translator, { ahead, behind, lateDays, from, to }: PlanDifference): string[] {
  return [
    t("From {from} to {to}.", { from: dayText(from, t), to: dayText(to, t) }),
    ahead === 0
      ? t("Never ahead of the plan.")
      : t("Up to {share} of the allocation ahead of the plan, just before a step.", {
          share: percentText(ahead, t),
        }),
    t("Up to {share} of the allocation behind the plan.", { share: percentText(behind, t) }),
    lateDays === 0
      ? t("The last unlock is on the date of the plan.")
      : t("The last unlock is {days, plural, one {# day} other {# days}} later than in the plan.", {
          days: lateDays,
        }),
  ];
}
