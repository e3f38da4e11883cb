import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon } from "@/components/ui/icon";
import { message } from "@/lib/core/i18n/translator";

const STEPS = [
  { id: "recipients", name: message("Recipients") },
  { id: "review", name: message("Review") },
  { id: "sign", name: message("Sign") },
] as const;

type RotationStepsProps = {
  current: (typeof STEPS)[number]["id"];
  /** A fact about the list, beside the steps of a wide screen. */
  aside: ReactNode;
};

/** Shows how far a change is: the list, its review, or its signature. */
export function RotationSteps({ current, aside }: RotationStepsProps) {
  const t = useTranslator();
  const at = STEPS.findIndex(({ id }) => id === current);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <ol
        aria-label={t("Steps")}
        className="grid min-w-0 flex-1 basis-72 grid-cols-[1.35fr_1fr_1fr] gap-2 sm:grid-cols-3"
      >
        {STEPS.map(({ id, name }, index) => (
          <li
            key={id}
            aria-current={index === at ? "step" : undefined}
            className={`flex min-h-9 min-w-0 items-center gap-2 border-b-2 pb-1.5 text-sm transition-colors sm:px-3 ${
              index <= at ? "border-accent" : "border-line"
            } ${index === at ? "font-semibold" : "text-ink-soft"}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-6 shrink-0 place-items-center rounded-full border text-xs font-medium ${
                index < at
                  ? "border-accent bg-accent-soft text-accent"
                  : index === at
                    ? "border-accent bg-accent text-accent-ink"
                    : "border-line-strong"
              }`}
            >
              {index < at ? <Icon name="tick" className="size-3.5" /> : index + 1}
            </span>
            <span className="min-w-0 truncate">{t(name)}</span>
          </li>
        ))}
      </ol>
      <div className="min-w-0 text-sm text-ink-soft max-sm:hidden">{aside}</div>
    </div>
  );
}
