import type { ReactNode } from "react";

type PageHeaderProps = { title: string; children?: ReactNode; badges?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, children, badges, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-2xl font-semibold break-words sm:text-3xl">{title}</h1>
          {badges && <div className="flex flex-wrap items-center gap-x-3 gap-y-1">{badges}</div>}
        </div>
        {children && <div className="mt-1.5 max-w-prose text-ink-soft">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
