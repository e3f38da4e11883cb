import type { ReactNode } from "react";
import { Icon } from "./icon";

const RESULTS = {
  pending: { box: "border-line", mark: "bg-raised text-ink-soft", icon: "clock" },
  good: { box: "border-success", mark: "bg-success-soft text-success", icon: "check" },
  danger: { box: "border-danger", mark: "bg-danger-soft text-danger", icon: "warning" },
} as const;

/** The result of a verification, the main content of its page. */
export function Result({ tone, children }: { tone: keyof typeof RESULTS; children: ReactNode }) {
  const { box, mark, icon } = RESULTS[tone];
  return (
    <section
      className={`flex min-w-0 gap-3 rounded-card border bg-surface p-4 shadow-box sm:p-5 ${box}`}
      aria-busy={tone === "pending"}
    >
      <span className={`grid size-8 shrink-0 place-items-center rounded-full sm:size-11 ${mark}`}>
        <Icon name={icon} className="size-5 sm:size-6" />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </section>
  );
}
