"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/notice";
import { chooseWallet } from "./wallet-store";

/** The texts of a page that needs a wallet, rendered by the server. */
export type Introduction = {
  title: string;
  /** The steps of the visitor, of which the first is to connect a wallet. */
  steps: readonly string[];
  /** A static example of the page with a wallet. */
  example: ReactNode;
  /** A note below the button. */
  note?: ReactNode;
};

/** The content of a page that needs a wallet, while none is connected: the steps beside an example. */
export function ConnectFirst({ title, steps, example, note }: Introduction) {
  const t = useTranslator();
  return (
    <div className="grid gap-4 sm:gap-6 lg:grid-cols-2">
      <Card title={title}>
        <div className="flex flex-col items-start">
          <ol className="list-decimal space-y-1.5 pl-5 marker:text-ink-soft">
            {steps.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
          {/* On a phone the button is visible without scrolling past the steps. */}
          <Button
            tone="primary"
            className="max-sm:-order-1 max-sm:mb-4 max-sm:w-full sm:mt-5"
            onClick={chooseWallet}
          >
            {t("Connect a wallet")}
          </Button>
        </div>
        {note && <p className="mt-4 text-sm text-ink-soft">{note}</p>}
      </Card>
      {example}
    </div>
  );
}

/** The space of a wallet's data while the code that shows it loads. */
export function OwnDataSkeleton() {
  const t = useTranslator();
  return (
    <Card>
      <Skeleton lines={4} label={t("Loading your data")} />
    </Card>
  );
}
