import type { ReactNode } from "react";

type CardProps = {
  title?: ReactNode;
  /** Short facts or controls on the line of the title. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
};

export function Card({ title, aside, children, className = "" }: CardProps) {
  return (
    <section
      className={`min-w-0 rounded-card border border-line bg-surface p-4 shadow-box has-[>figure]:flex has-[>figure]:flex-col sm:p-5 ${className}`}
    >
      {(title || aside) && (
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          {title && <h2 className="min-w-0 text-base font-semibold">{title}</h2>}
          {aside && <div className="min-w-0 text-sm text-ink-soft">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** A figure with its label. */
export function Figure({
  label,
  children,
  note,
}: {
  label: ReactNode;
  children: ReactNode;
  note?: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="mt-1 text-lg leading-tight font-semibold tracking-tight wrap-anywhere tabular-nums sm:text-xl">
        {children}
      </dd>
      {note && <dd className="mt-1 text-sm text-ink-soft">{note}</dd>}
    </div>
  );
}

/** The names and the values are two columns. On phones, the pairs are as in other lists. */
const TWO_COLUMNS =
  "sm:grid sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-x-6 sm:*:col-span-2 sm:*:grid sm:*:grid-cols-subgrid sm:*:gap-x-6 sm:[&_dd]:text-left!";

type FactsProps = {
  children: ReactNode;
  /** Begins all values at the same edge beside the names, for whole addresses with buttons. */
  isAligned?: boolean;
};

/** A list of name and value pairs, one line each. */
export function Facts({ children, isAligned = false }: FactsProps) {
  return <dl className={`divide-y divide-line text-sm ${isAligned ? TWO_COLUMNS : ""}`}>{children}</dl>;
}

/** A pair of `Facts`. A value that needs more than one line on a phone begins at the left edge. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere has-[>.block]:text-right sm:text-right">{children}</dd>
    </div>
  );
}
