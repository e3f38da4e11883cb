import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "good" | "info" | "warn" | "danger";

const TONES: Record<BadgeTone, string> = {
  neutral: "border-line-strong bg-raised text-ink-soft",
  good: "border-accent bg-accent-soft text-accent",
  info: "border-info bg-info-soft text-info",
  warn: "border-warn bg-warn-soft text-warn",
  danger: "border-danger bg-danger-soft text-danger",
};

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center rounded-full border px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
