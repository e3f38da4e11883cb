"use client";

import { useEffect, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Link } from "@/components/ui/link";

type LinkTab = { href: string; label: string; current: boolean; count?: number };

/** Tabs of a page. Each tab has its own URL, so that back, share and reload keep the tab. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const t = useTranslator();
  const nav = useRef<HTMLElement>(null);
  const shown = tabs.find(({ current }) => current)?.href;
  // On a phone the current tab can be outside of the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when another tab is current
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && tab) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 3;
  }, [shown]);
  return (
    <nav ref={nav} aria-label={label} className="relative -mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
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
                <span className="rounded-full bg-line px-1.5 text-xs text-ink">{t.count(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
