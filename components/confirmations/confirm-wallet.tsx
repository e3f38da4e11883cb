"use client";

import { useMutation } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { LARGE_BUTTON } from "@/components/claim/large-button";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import { chooseWallet, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { ApiClientError } from "@/lib/client/api-error";

/** Invite links have their token in the fragment, which browsers do not send and servers do not log. */
const readInvite = (hash: string): string | undefined => /^#invite=([\w.-]+)$/.exec(hash)?.[1];

const subscribe = (onChange: () => void) => {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
};

/** Confirms the connected wallet for a list, with the invite of the link if it has one. */
export function ConfirmWallet({ listId }: { listId: string }) {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => "",
  );
  const { account } = useWallet();
  const invite = readInvite(hash);
  if (!account) return <NotConnected isInvited={invite !== undefined} />;
  // The key resets the state for another wallet or another invite.
  return <Confirm key={`${account.address} ${invite}`} {...{ listId, account, invite }} />;
}

function NotConnected({ isInvited }: { isInvited: boolean }) {
  const t = useTranslator();
  return (
    <Card title={t("Connect your wallet")}>
      <p className="text-sm text-ink-soft">
        {isInvited
          ? t("You are invited by a link. Connect the wallet in which you want to receive the tokens.")
          : t("Connect the wallet that you gave to the creator.")}
      </p>
      <Button tone="primary" className={LARGE_BUTTON} onClick={chooseWallet}>
        {t("Connect a wallet")}
      </Button>
    </Card>
  );
}

type ConfirmProps = { listId: string; account: WalletAccount; invite: string | undefined };

function Confirm({ listId, account, invite }: ConfirmProps) {
  const t = useTranslator();
  const confirm = useMutation({
    mutationFn: () => serviceApi().confirmWallet(listId, invite === undefined ? {} : { invite }, account),
  });
  if (confirm.data) {
    return (
      <Notice tone="good" live title={t("Your wallet is confirmed")}>
        <WholeAddress address={confirm.data.wallet} name="recipient" />
        <p>
          <Trans
            id="Confirmed {time}. The creator of the list sees your confirmation. You can close this page."
            values={{ time: <Time at={String(confirm.data.confirmedAt)} /> }}
          />
        </p>
      </Notice>
    );
  }
  return (
    <Card title={t("Is this your wallet?")}>
      <div className="text-sm">
        <WholeAddress address={account.address} name="recipient" />
      </div>
      <p className="mt-3 text-sm">
        {invite === undefined
          ? t(
              "With your signature you confirm to the creator that this wallet is yours and that you can use it.",
            )
          : t(
              "With your signature you tell the creator that this wallet is yours and that you want to receive your tokens in it.",
            )}
      </p>
      <Button
        tone="primary"
        className={LARGE_BUTTON}
        busy={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {t("This wallet is mine")}
      </Button>
      <p className="mt-3 text-sm text-ink-soft">
        {t(
          "Your wallet signs a message that names this list. The signature moves no tokens, costs nothing and gives no permission to use your wallet.",
        )}
      </p>
      {confirm.error && (
        <div className="mt-4">
          <Refusal error={confirm.error} />
        </div>
      )}
    </Card>
  );
}

/** Explains why the confirmation failed, with the next step. */
function Refusal({ error }: { error: unknown }) {
  const t = useTranslator();
  const change = <Button onClick={chooseWallet}>{t("Connect a different wallet")}</Button>;
  const { status = 0, details } = error instanceof ApiClientError ? error : {};
  if (status === 403) {
    return (
      <Notice tone="warn" live title={t("This wallet is not on the list")} action={change}>
        {t("Connect the wallet that you gave to the creator, or open your invite link.")}
      </Notice>
    );
  }
  if (status === 409 && details?.[0]?.path === "invite") {
    return (
      <Notice tone="warn" live title={t("This invite was used or replaced")}>
        {t("Request a new invite link from the creator. If you did not use it yourself, tell the creator.")}
      </Notice>
    );
  }
  if (status === 409) {
    return (
      <Notice tone="warn" live title={t("This wallet has another row of the list")} action={change}>
        {t("Each wallet can be confirmed once. Connect a different wallet for this invite.")}
      </Notice>
    );
  }
  return <ErrorNotice error={error} />;
}
