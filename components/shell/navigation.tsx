"use client";

import { usePathname } from "next/navigation";
import { useTranslator } from "@/components/i18n/use-translator";
import { Icon, type IconName } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { type Message, message } from "@/lib/core/i18n/translator";

type NavigationItem = { href: string; label: Message; icon: IconName };

const NAVIGATION_ITEMS: readonly NavigationItem[] = [
  { href: "/campaigns", label: message("Campaigns"), icon: "list" },
  { href: "/portfolio", label: message("Portfolio"), icon: "chart" },
  { href: "/create", label: message("Create"), icon: "plus" },
  { href: "/activity", label: message("Activity"), icon: "pulse" },
  // Visible without a wallet: an item that appears on connect would shift the other items on every page.
  { href: "/dashboard", label: message("Dashboard"), icon: "grid" },
];

/** The items of the navigation for pages whose paths do not begin with the item's path, by their first segment. */
const PARENTS: Readonly<Record<string, string>> = {
  claim: "/portfolio",
  mints: "/campaigns",
  labels: "/dashboard",
  confirmations: "/dashboard",
  reminders: "/dashboard",
  webhooks: "/dashboard",
};

const isAt = (path: string, href: string) =>
  path === href || path.startsWith(`${href}/`) || PARENTS[path.split("/")[1] ?? ""] === href;

/** The navigation in the header of wide screens. */
export function HeaderNavigation() {
  const t = useTranslator();
  const path = usePathname();
  return (
    <nav aria-label={t("Main")} className="hidden md:block">
      <ul className="flex gap-1">
        {NAVIGATION_ITEMS.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isAt(path, href) ? "page" : undefined}
              className={`flex min-h-11 items-center rounded-box px-3 text-sm font-medium transition-colors md:pointer-fine:min-h-9 ${
                isAt(path, href) ? "bg-raised text-ink" : "text-ink-soft hover:bg-raised hover:text-ink"
              }`}
            >
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same navigation at the bottom of phones, within reach of the thumb. */
export function BottomNavigation() {
  const t = useTranslator();
  const path = usePathname();
  return (
    <nav
      aria-label={t("Main, bottom")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {NAVIGATION_ITEMS.map(({ href, label, icon }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={isAt(path, href) ? "page" : undefined}
              className={`flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs max-[379px]:text-[0.6875rem] max-[379px]:tracking-tight ${
                isAt(path, href) ? "font-semibold text-accent" : "text-ink-soft"
              }`}
            >
              <Icon name={icon} />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
