import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "good" | "info" | "warn" | "danger";

const TONES: Record<BadgeTone, string> = {
  neutral: "bg-raised text-ink-soft ring-line-strong/50",
  good: "bg-success-soft text-success ring-success/20",
  info: "bg-info-soft text-info ring-info/20",
  warn: "bg-warn-soft text-warn ring-warn/25",
  danger: "bg-danger-soft text-danger ring-danger/20",
};

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-md px-1.5 py-0.5 text-xs font-medium whitespace-nowrap ring-1 ring-inset print:ring-ink ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
