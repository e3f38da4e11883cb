import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";

type LinkTab = { href: string; label: string; current: boolean; count?: number };

/**
 * Tabs of a page, in several rows where they do not fit in one. Each tab has its own URL, so that back, share and
 * reload keep the tab.
 */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const t = useTranslator();
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-1 border-b border-line">
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
                <span className="rounded-full bg-line px-1.5 text-xs text-ink">{t.count(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
