"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button, ButtonLink } from "@/components/ui/button";
import { AddressInput, Field } from "@/components/ui/field";
import { EmptyState } from "@/components/ui/notice";
import { QueryForm } from "@/components/ui/query-form";
import { chooseWallet, useWallet } from "@/components/wallet/wallet-store";
import type { Message } from "@/lib/core/i18n/translator";

type AddressFormProps = { action: string; address: string | undefined; problem: Message | null };

/** A form for the address of a page: typed, or the connected wallet. */
export function AddressForm({ action, address, problem }: AddressFormProps) {
  const t = useTranslator();
  const { account } = useWallet();
  return (
    <QueryForm action={action} className="mb-6 flex flex-col gap-2 sm:flex-row sm:items-start">
      <div className="min-w-0 flex-1">
        <Field id="address" label={t("Address")} error={problem && t(problem)}>
          <AddressInput
            id="address"
            name="address"
            key={address}
            defaultValue={address}
            invalid={problem !== null}
            placeholder={t("Wallet address")}
          />
        </Field>
      </div>
      <div className="flex flex-wrap gap-2 sm:pt-6.5">
        <Button type="submit">{t("Show")}</Button>
        {account && account.address !== address && (
          <ButtonLink tone="primary" href={`${action}?address=${account.address}`}>
            {t("Use my wallet")}
          </ButtonLink>
        )}
      </div>
    </QueryForm>
  );
}

/** Folds the form on a page that shows an address already. */
export function AddressLookupSection({ children }: { children: ReactNode }) {
  const t = useTranslator();
  return (
    <details className="print:hidden">
      <summary className="flex min-h-11 items-center font-medium">{t("Look up another address")}</summary>
      {children}
    </details>
  );
}

type AddressPromptProps = {
  path: "/portfolio" | "/activity" | "/dashboard";
  title: string;
  /** Whether the URL contains an invalid address. */
  isGiven: boolean;
  /** Whether the wallets are the demo accounts of a local ledger. */
  isLocalLedger?: boolean;
  /** The content of the page once an address is selected. */
  children?: ReactNode;
};

/**
 * Shown without an address. Redirects a connected wallet to its own page, and shows other viewers how to
 * proceed.
 */
export function AddressPrompt({ path, title, isGiven, isLocalLedger = false, children }: AddressPromptProps) {
  const t = useTranslator();
  const router = useRouter();
  const { account, connecting } = useWallet();
  const mine = isGiven ? undefined : account?.address;
  useEffect(() => {
    if (mine) router.replace(`${path}?address=${mine}`);
  }, [mine, path, router]);
  return (
    <EmptyState
      title={title}
      action={
        !account && (
          <Button tone="primary" onClick={chooseWallet}>
            {isLocalLedger ? t("Try a demo account") : t("Connect a wallet")}
          </Button>
        )
      }
    >
      {mine || connecting ? t("Opening your page…") : t("Connect a wallet or enter an address.")}
      {children}
    </EmptyState>
  );
}
