import { useTranslator } from "@/components/i18n/use-translator";
import { Icon } from "@/components/ui/icon";
import { message } from "@/lib/core/i18n/translator";
import { type StepId, WIZARD_STEPS } from "./steps";

export type StepState = "open" | "complete" | "incorrect";

const MARKS = {
  open: null,
  complete: { icon: "check", label: message("completed") },
  incorrect: { icon: "warning", label: message("needs correction") },
} as const;

const BADGES: Record<StepState, string> = {
  open: "border-line-strong text-ink-soft",
  complete: "border-accent bg-accent-soft text-accent",
  incorrect: "border-danger bg-danger-soft text-danger",
};

const SEGMENTS: Record<StepState, string> = {
  open: "bg-line-strong/50",
  complete: "bg-accent/60",
  incorrect: "bg-danger",
};

type StepNavigationProps = {
  current: StepId;
  getState: (step: StepId) => StepState;
  onSelect: (step: StepId) => void;
};

/** Lists the steps with their state. Every step can be opened at any time. */
export function StepNavigation({ current, getState, onSelect }: StepNavigationProps) {
  const t = useTranslator();
  const position = WIZARD_STEPS.findIndex(({ id }) => id === current);
  const shown = WIZARD_STEPS[position] ?? WIZARD_STEPS[0];
  return (
    <nav aria-label={t("Steps")}>
      {/* On a phone the steps are segments of a bar without their names. */}
      <p className="flex items-baseline justify-between gap-3 text-sm sm:hidden">
        <span className="font-semibold">{t(shown.name)}</span>
        <span className="text-ink-soft">
          {t("Step {step} of {count}", { step: position + 1, count: WIZARD_STEPS.length })}
        </span>
      </p>
      <ol className="grid grid-cols-5 gap-1 sm:gap-2">
        {WIZARD_STEPS.map(({ id, name }, index) => {
          const state = getState(id);
          const mark = MARKS[state];
          const isCurrent = id === current;
          return (
            <li key={id} className="min-w-0">
              <button
                type="button"
                aria-current={isCurrent ? "step" : undefined}
                onClick={() => onSelect(id)}
                className={`flex min-h-11 w-full items-center text-sm transition-colors sm:gap-2 sm:border-b-2 sm:px-3 sm:py-2 sm:hover:bg-raised ${isCurrent ? "border-accent font-semibold text-ink" : "border-line text-ink-soft"}`}
              >
                <span
                  aria-hidden="true"
                  className={`h-1.5 w-full rounded-full sm:hidden ${isCurrent ? "bg-accent" : SEGMENTS[state]}`}
                />
                <span
                  aria-hidden="true"
                  className={`hidden size-6 shrink-0 items-center justify-center rounded-full border text-xs font-medium sm:flex ${state === "open" && isCurrent ? "border-accent bg-accent text-accent-ink" : BADGES[state]}`}
                >
                  {mark ? <Icon name={mark.icon} className="size-3.5" /> : index + 1}
                </span>
                <span className="max-w-full truncate max-sm:sr-only">
                  {t(name)}
                  {mark && <span className="sr-only">, {t(mark.label)}</span>}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
