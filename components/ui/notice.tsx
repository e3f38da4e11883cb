import type { ReactNode } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon, type IconName } from "./icon";

type NoticeTone = "neutral" | "good" | "info" | "warn" | "danger";

const TONES: Record<NoticeTone, { box: string; icon: IconName }> = {
  neutral: { box: "border-line-strong/50 bg-surface text-ink", icon: "info" },
  good: { box: "border-success/30 bg-success-soft text-ink [&>.icon]:text-success", icon: "check" },
  info: { box: "border-info/30 bg-info-soft text-ink [&>.icon]:text-info", icon: "info" },
  warn: { box: "border-warn/35 bg-warn-soft text-ink [&>.icon]:text-warn", icon: "warning" },
  danger: { box: "border-danger/35 bg-danger-soft text-ink [&>.icon]:text-danger", icon: "warning" },
};

type NoticeProps = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Announces the notice to screen readers when it appears. */
  live?: boolean;
  action?: ReactNode;
};

export function Notice({ tone = "neutral", title, children, live = false, action }: NoticeProps) {
  const { box, icon } = TONES[tone];
  const role = live ? (tone === "danger" ? "alert" : "status") : undefined;
  return (
    <div
      role={role}
      className={`flex flex-wrap items-start gap-3 rounded-box border p-3 text-sm sm:p-4 ${box}`}
    >
      <Icon name={icon} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="wrap-anywhere [&_p+p]:mt-1">{children}</div>}
      </div>
      {action}
    </div>
  );
}

type ErrorNoticeProps = Pick<NoticeProps, "title" | "action"> & {
  /** The thrown error. Nothing is rendered without an error. */
  error: unknown;
};

/** Shows an error as a sentence for the user. */
export function ErrorNotice({ error, ...rest }: ErrorNoticeProps) {
  const t = useTranslator();
  if (!error) return null;
  return (
    <Notice tone="danger" live {...rest}>
      {errorText(t, error)}
    </Notice>
  );
}

/** The empty state of a list, with the reason and the next step. */
export function EmptyState({ title, children, action }: Pick<NoticeProps, "title" | "children" | "action">) {
  return (
    <div className="flex flex-col items-center gap-1.5 rounded-card border border-dashed border-line-strong/60 px-4 py-12 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-prose text-sm text-ink-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** Gray bars as a placeholder for text that is loading. */
export function Skeleton({ lines = 3, label = "Loading" }: { lines?: number; label?: string }) {
  return (
    <div role="status" className="space-y-3 py-2 motion-safe:animate-shimmer">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, index) => `line-${index}`).map((key, index) => (
        <div key={key} className={`h-4 rounded bg-line ${index % 3 === 2 ? "w-2/3" : "w-full"}`} />
      ))}
    </div>
  );
}
