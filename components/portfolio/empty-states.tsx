"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon, type IconName } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/notice";
import { type Message, message } from "@/lib/core/i18n/translator";

const CONTENTS: readonly { icon: IconName; title: Message; text: Message }[] = [
  {
    icon: "wallet",
    title: message("Claimable amounts"),
    text: message("The sum of each token over all campaigns, and one button that claims everything."),
  },
  {
    icon: "clock",
    title: message("Upcoming unlocks"),
    text: message("The next unlock of each campaign, a calendar by month, and a feed for your calendar app."),
  },
  {
    icon: "chart",
    title: message("Progress"),
    text: message("Vested, claimed and remaining amounts over time, with an export for accounting."),
  },
];

/** Explains the portfolio to a viewer without an address. */
export function PortfolioIntroduction() {
  const t = useTranslator();
  return (
    <Card title={t("A portfolio shows")}>
      <ul className="grid gap-4 sm:grid-cols-3">
        {CONTENTS.map(({ icon, title, text }) => (
          <li key={title} className="flex gap-3">
            <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-accent" />
            <div className="min-w-0 text-sm">
              <p className="font-medium">{t(title)}</p>
              <p className="text-ink-soft">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-5">
        <ButtonLink href="/campaigns">{t("Browse campaigns")}</ButtonLink>
      </div>
    </Card>
  );
}

/** Shown for an address without an allocation. */
export function NoAllocations() {
  const t = useTranslator();
  return (
    <EmptyState
      title={t("No allocations")}
      action={<ButtonLink href="/campaigns">{t("Browse campaigns")}</ButtonLink>}
    >
      <p>{t("This address is not a recipient of any campaign here.")}</p>
      <p>
        {t("An allocation belongs to one wallet address. Check the address that you gave to the creator.")}
      </p>
    </EmptyState>
  );
}
