"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { exactly } from "@/components/review/costs";
import { Button } from "@/components/ui/button";
import { Notice, Skeleton } from "@/components/ui/notice";
import { WholeAddress } from "@/components/ui/values/address";
import { useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { closeNonce, makeNonce, type OwnNonce, readOwnNonces } from "./nonce-accounts";

type PanelProps = {
  /** Who is to use a nonce account that is made. */
  authority: string;
  /** Without it there is nothing to use one for at the moment. */
  onUse?: (address: string) => void;
};

/** The nonce accounts that the connected wallet made: to use one, make one, and close one for its rent. */
export function NoncePanel({ authority, onUse }: PanelProps) {
  const { account } = useWallet();
  if (!account || account.signPlan) {
    return (
      <p className="text-sm text-ink-soft">
        To make one here, connect a wallet that pays its rent and name this key as its authority; then come
        back.
      </p>
    );
  }
  return <OwnAccounts {...{ account, authority, onUse }} />;
}

function OwnAccounts({ account, authority, onUse }: PanelProps & { account: WalletAccount }) {
  const queries = useQueryClient();
  const own = useQuery({
    queryKey: ["own-nonces", account.address],
    queryFn: () => readOwnNonces(account.address),
    staleTime: 0,
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["own-nonces", account.address] });
  const make = useMutation({
    networkMode: "always",
    mutationFn: () => makeNonce(account, authority),
    onSuccess: onUse,
    onSettled: refresh,
  });
  const close = useMutation({
    networkMode: "always",
    mutationFn: (nonce: OwnNonce) => closeNonce(account, nonce),
    onSettled: refresh,
  });
  if (own.isPending) return <Skeleton lines={2} label="Looking for nonce accounts" />;
  const failure = make.error ?? close.error ?? own.error;
  return (
    <div className="space-y-3 rounded-box border border-line p-3 text-sm">
      <p className="font-medium">Nonce accounts of {account.walletName}</p>
      {own.data?.nonces.length === 0 && <p className="text-ink-soft">There is none yet.</p>}
      <ul className="space-y-3">
        {own.data?.nonces.map((nonce) => (
          <li key={nonce.address} className="space-y-1">
            <p>
              <WholeAddress address={nonce.address} name="nonce account" />
            </p>
            <p className="text-ink-soft">
              Authority <WholeAddress address={nonce.authority} name="authority" />. It holds{" "}
              {exactly(nonce.lamports)} of rent.
            </p>
            <div className="flex flex-wrap gap-2">
              {onUse && <Button onClick={() => onUse(nonce.address)}>Use it</Button>}
              <Button
                tone="danger"
                busy={close.isPending}
                disabled={nonce.authority !== account.address}
                onClick={() => window.confirm(CLOSE) && close.mutate(nonce)}
              >
                Close it, rent back
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {failure && (
        <Notice tone="danger" live>
          {failure.message}
        </Notice>
      )}
      {own.data && (
        <Button busy={make.isPending} disabled={own.data.free === null} onClick={() => make.mutate()}>
          Make a nonce account for {exactly(own.data.rent)}
        </Button>
      )}
      <p className="text-ink-soft">
        The rent comes back when it is closed. Its authority will be{" "}
        <WholeAddress address={authority} name="authority" />, who signs with it and can close it.
      </p>
    </div>
  );
}

const CLOSE =
  "Close this nonce account? What was exported with it and not sent yet can never be sent afterwards.";
