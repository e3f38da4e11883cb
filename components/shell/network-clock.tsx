"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Time, useViewerZone } from "@/components/ui/values/time";
import { useNow } from "./clock";
import { PartBoundary } from "./part-boundary";

const NetworkClockDialog = dynamic(() => import("./network-clock-dialog"), { ssr: false });

/**
 * Shows the time of the local ledger, which can be moved ahead to simulate years of vesting. Rendered only in
 * the browser, where the clock runs.
 */
export function NetworkClock() {
  const t = useTranslator();
  const now = useNow(5_000);
  const isInViewerZone = useViewerZone();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <aside aria-label={t("Local ledger")} className="border-b border-line bg-raised text-sm">
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-x-2 px-4">
        <p className="flex min-w-0 items-center gap-x-2 text-ink-soft">
          <Icon name="clock" className="size-4 shrink-0" />
          <Trans
            id="<name>Local ledger time:</name> {time}"
            values={{ time: isInViewerZone ? <Time at={now} /> : "…" }}
            components={{ name: (text) => <span className="max-sm:sr-only">{text}</span> }}
          />
        </p>
        <Button
          tone="quiet"
          className="-mx-3 px-3 underline underline-offset-4"
          onClick={() => setIsOpen(true)}
        >
          {t("Advance time")}
        </Button>
      </div>
      <PartBoundary>{isOpen && <NetworkClockDialog onClose={() => setIsOpen(false)} />}</PartBoundary>
    </aside>
  );
}
