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

type StepNavigationProps = {
  current: StepId;
  stateOf: (step: StepId) => StepState;
  onSelect: (step: StepId) => void;
};

/** Lists the steps with their state. Every step can be opened at any time. */
export function StepNavigation({ current, stateOf, onSelect }: StepNavigationProps) {
  const t = useTranslator();
  return (
    <nav aria-label={t("Steps")}>
      <ol className="grid grid-cols-5 gap-1 sm:gap-2">
        {WIZARD_STEPS.map(({ id, name }, index) => {
          const state = stateOf(id);
          const mark = MARKS[state];
          const isCurrent = id === current;
          return (
            <li key={id} className="min-w-0">
              <button
                type="button"
                aria-current={isCurrent ? "step" : undefined}
                onClick={() => onSelect(id)}
                className={`flex min-h-11 w-full flex-col items-center gap-1 rounded-box border-b-2 px-1 py-2 text-xs transition-colors hover:bg-raised sm:flex-row sm:gap-2 sm:px-3 sm:text-sm ${isCurrent ? "border-accent font-semibold text-ink" : "border-line text-ink-soft"}`}
              >
                <span
                  aria-hidden="true"
                  className={`flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-medium ${BADGES[state]}`}
                >
                  {mark ? <Icon name={mark.icon} className="size-3.5" /> : index + 1}
                </span>
                <span className="max-w-full truncate">
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
