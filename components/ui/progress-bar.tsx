import { useWords } from "@/components/words/use-words";

type ProgressBarProps = {
  label: string;
  /** 0–100. */
  percent: number;
  /** A second, paler part behind the first, 0–100: vested behind claimed, say. */
  behind?: number;
};

export function ProgressBar({ label, percent, behind = 0 }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      className="relative h-2 overflow-hidden rounded-full bg-line"
    >
      {behind > 0 && (
        <div
          className="absolute inset-y-0 left-0 bg-accent opacity-40"
          style={{ width: `${Math.min(100, behind)}%` }}
        />
      )}
      <div className="absolute inset-y-0 left-0 bg-accent" style={{ width: `${Math.min(100, percent)}%` }} />
    </div>
  );
}

/** Work that takes a while, in words and as a bar. */
export function WorkProgress({ label, percent }: Pick<ProgressBarProps, "label" | "percent">) {
  return (
    <div className="space-y-1">
      <p aria-hidden="true" className="text-sm text-ink-soft">
        {label}…
      </p>
      <ProgressBar label={label} percent={percent} />
    </div>
  );
}

/** Parts of a list that the service has, of all. */
export type PartsSent = { done: number; total: number };

/** A list too long for one request on its way to the service; nothing once all of it is there. */
export function UploadProgress({ parts }: { parts: PartsSent | null }) {
  const t = useWords();
  if (!parts || parts.done === parts.total) return null;
  const { done, total } = parts;
  const label = t("Uploading {part} of {parts} parts", { part: done + 1, parts: total });
  return <WorkProgress label={label} percent={(100 * done) / total} />;
}
