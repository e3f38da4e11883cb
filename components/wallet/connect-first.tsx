"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/notice";
import { chooseWallet } from "./wallet-store";

/** The content of a page that needs a wallet, while none is connected. `children` says which wallet to connect. */
export function ConnectFirst({ children }: { children: string }) {
  const t = useTranslator();
  return (
    <EmptyState
      title={t("No wallet connected")}
      action={
        <Button tone="primary" onClick={chooseWallet}>
          {t("Connect a wallet")}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
