import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";

type PageHeaderProps = { title: string; children?: ReactNode; badges?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, children, badges, actions }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-2xl font-semibold break-words sm:text-3xl">{title}</h1>
          {badges}
        </div>
        {children && <div className="mt-1.5 max-w-prose text-ink-soft">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

type LinkTab = { href: string; label: string; current: boolean; count?: number };

/** Tabs of a page. Each tab has its own URL, so that back, share and reload keep the tab. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const t = useTranslator();
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {tabs.map(({ href, label: text, current, count }) => (
          <li key={text}>
            <Link
              href={href}
              scroll={false}
              aria-current={current ? "page" : undefined}
              className={`-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 text-sm transition-colors ${
                current
                  ? "border-accent font-medium text-ink"
                  : "border-transparent text-ink-soft hover:border-line-strong hover:text-ink"
              }`}
            >
              {text}
              {count !== undefined && (
                <span className="rounded-full bg-raised px-1.5 text-xs text-ink-soft">{t.count(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
