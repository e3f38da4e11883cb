"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { chooseWallet } from "./wallet-store";

/** The functions of a page that need a wallet, in the language of the viewer. */
export type Introduction = { title: string; points: readonly string[] };

/** The content of a page that needs a wallet, while none is connected. `children` says which wallet to connect. */
export function ConnectFirst({ title, points, children }: Introduction & { children: string }) {
  const t = useTranslator();
  return (
    <Card title={title}>
      <ul className="list-disc space-y-1 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="mt-3 max-w-prose text-sm text-ink-soft">{children}</p>
      <Button tone="primary" className="mt-4" onClick={chooseWallet}>
        {t("Connect a wallet")}
      </Button>
    </Card>
  );
}
