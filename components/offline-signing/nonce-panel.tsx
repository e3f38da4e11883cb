"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount, SOL } from "@/components/review/costs";
import { Button } from "@/components/ui/button";
import { ErrorNotice, Skeleton } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { closeNonce, createNonce, type OwnNonce, readOwnNonces } from "./nonce-accounts";

type PanelProps = {
  /** The authority of a new nonce account. */
  authority: string;
  /** Called to select a nonce account. Without it, the panel offers no selection. */
  onUse?: (address: string) => void;
};

/** Lists the nonce accounts of the connected wallet, to select, create or close one. */
export function NoncePanel({ authority, onUse }: PanelProps) {
  const t = useTranslator();
  const { account } = useWallet();
  if (!account || account.signPlan) {
    return (
      <p className="text-sm text-ink-soft">
        {t(
          "To create a nonce account here, connect a wallet that pays the deposit and set this key as authority. Then return to this page.",
        )}
      </p>
    );
  }
  return <OwnAccounts {...{ account, authority, onUse }} />;
}

function OwnAccounts({ account, authority, onUse }: PanelProps & { account: WalletAccount }) {
  const t = useTranslator();
  const queries = useQueryClient();
  const own = useQuery({
    queryKey: ["own-nonces", account.address],
    queryFn: () => readOwnNonces(account.address),
    staleTime: 0,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["own-nonces", account.address] });
  const create = useMutation({
    mutationFn: () => createNonce(t, account, authority),
    onSuccess: onUse,
    onSettled: refresh,
  });
  const close = useMutation({
    mutationFn: (nonce: OwnNonce) => closeNonce(t, account, nonce),
    onSettled: refresh,
  });
  if (own.isPending) return <Skeleton lines={2} label={t("Loading nonce accounts")} />;
  const confirmation = t(
    "Close this nonce account? Transactions that were exported with it and not sent yet can never be sent afterwards.",
  );
  return (
    <div className="space-y-3 rounded-box border border-line p-3 text-sm">
      <p className="font-medium">{t("Nonce accounts of {wallet}", { wallet: account.walletName })}</p>
      {own.data?.nonces.length === 0 && <p className="text-ink-soft">{t("No nonce accounts yet.")}</p>}
      <ul className="space-y-3">
        {own.data?.nonces.map((nonce) => (
          <li key={nonce.address} className="space-y-1">
            <p>
              <WholeAddress address={nonce.address} name="nonce account" />
            </p>
            <p className="text-ink-soft">
              <Trans
                id="Authority: {address}. Deposit: {amount}."
                values={{
                  address: <WholeAddress address={nonce.authority} name="authority" />,
                  amount: formatExactAmount(nonce.lamports, SOL, t),
                }}
              />
            </p>
            <div className="flex flex-wrap gap-2">
              {onUse && <Button onClick={() => onUse(nonce.address)}>{t("Use this account")}</Button>}
              <Button
                tone="danger"
                busy={close.isPending}
                disabled={nonce.authority !== account.address}
                onClick={() => window.confirm(confirmation) && close.mutate(nonce)}
              >
                {t("Close and recover deposit")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <ErrorNotice error={create.error ?? close.error ?? own.error} />
      {own.data && (
        <Button busy={create.isPending} disabled={own.data.free === null} onClick={() => create.mutate()}>
          {t("Create nonce account (deposit: {amount})", {
            amount: formatExactAmount(own.data.rent, SOL, t),
          })}
        </Button>
      )}
      <p className="text-ink-soft">
        <Trans
          id="The deposit is returned when the account is closed. The authority will be {address}. It signs with the account and can close it."
          values={{ address: <WholeAddress address={authority} name="authority" /> }}
        />
      </p>
    </div>
  );
}
