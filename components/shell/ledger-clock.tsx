"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Time } from "@/components/ui/time";
import { useNow } from "./clock";

const LedgerClockDialog = dynamic(() => import("./ledger-clock-dialog"), { ssr: false });

/** The local ledger's time, which can be moved ahead so that years of vesting pass in a moment. */
export function LedgerClock() {
  const now = useNow(5_000);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <aside aria-label="Local ledger" className="border-b border-line bg-raised text-sm">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-4">
        <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
          <Icon name="clock" className="size-4" />
          Local ledger, where it is <Time at={now} />
        </p>
        <Button tone="quiet" className="-mx-4" onClick={() => setIsOpen(true)}>
          Move time ahead
        </Button>
      </div>
      {isOpen && <LedgerClockDialog onClose={() => setIsOpen(false)} />}
    </aside>
  );
}
