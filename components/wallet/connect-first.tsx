"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { chooseWallet } from "./wallet-store";

/** The texts of a page that needs a wallet, rendered by the server. */
export type Introduction = {
  title: string;
  /** The steps of the visitor, of which the first is to connect a wallet. */
  steps: readonly string[];
  /** A static example of the page with a wallet. */
  example: ReactNode;
};

/** The content of a page that needs a wallet, while none is connected: the steps beside an example. */
export function ConnectFirst({ title, steps, example }: Introduction) {
  const t = useTranslator();
  return (
    <div className="grid gap-4 sm:gap-6 lg:grid-cols-2">
      <Card title={title}>
        <ol className="list-decimal space-y-1.5 pl-5 marker:text-ink-soft">
          {steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <Button tone="primary" className="mt-5" onClick={chooseWallet}>
          {t("Connect a wallet")}
        </Button>
      </Card>
      {example}
    </div>
  );
}
