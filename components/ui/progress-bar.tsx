import { useTranslator } from "@/components/i18n/use-translator";

type ProgressBarProps = {
  label: string;
  /** From 0 to 100. */
  percent: number;
  /** A second, paler bar behind the first, from 0 to 100, for example vested behind claimed. */
  behind?: number;
};

export function ProgressBar({ label, percent, behind = 0 }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      className="relative h-1.5 overflow-hidden rounded-full bg-line-strong/35"
    >
      {behind > 0 && (
        <div
          className="absolute inset-y-0 left-0 bg-accent opacity-40"
          style={{ width: `${Math.min(100, behind)}%` }}
        />
      )}
      <div
        className="absolute inset-y-0 left-0 rounded-full bg-accent transition-[width] duration-300"
        style={{ width: `${Math.min(100, percent)}%` }}
      />
    </div>
  );
}

/** Shows the progress of a long operation as text and as a bar. */
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

/** The number of uploaded parts of a list, and the total. */
export type PartsSent = { done: number; total: number };

/** Shows the upload of a list that needs several requests. Renders nothing when the upload is complete. */
export function UploadProgress({ parts }: { parts: PartsSent | null }) {
  const t = useTranslator();
  if (!parts || parts.done === parts.total) return null;
  const { done, total } = parts;
  const label = t("Uploading {part} of {parts} parts", { part: done + 1, parts: total });
  return <WorkProgress label={label} percent={(100 * done) / total} />;
}
