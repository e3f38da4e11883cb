"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState, ErrorNotice } from "@/components/ui/notice";
import { chooseWallet, useWallet } from "@/components/wallet/wallet-store";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ConfirmationInviteView, ConfirmationListView } from "@/lib/contract/confirmation";
import { ListCard } from "./list-card";
import { ListForm } from "./list-form";

/** Manages the confirmation lists of the connected wallet. */
export function ConfirmationManager() {
  const { account } = useWallet();
  // The key resets the state, so that another wallet never sees the data of the previous one.
  return account ? <OwnLists key={account.address} signer={account} /> : <NoWallet />;
}

function NoWallet() {
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
      {t(
        "Connect the wallet that creates the campaign. The wallet signs a message to prove your identity. No transaction is sent.",
      )}
    </EmptyState>
  );
}

function OwnLists({ signer }: { signer: RequestSigner }) {
  const t = useTranslator();
  /** Null until the lists are loaded. */
  const [lists, setLists] = useState<readonly ConfirmationListView[] | null>(null);
  const [invites, setInvites] = useState<Readonly<Record<string, readonly ConfirmationInviteView[]>>>({});
  const load = useMutation({
    mutationFn: () => serviceApi().confirmationLists(signer),
    onSuccess: (loaded) => setLists(loaded.lists),
  });
  return (
    <>
      {lists === null ? (
        <Card title={t("Your confirmation lists")}>
          <p className="mb-3 text-sm text-ink-soft">
            {t("Sign a message with your wallet to show your confirmation lists.")}
          </p>
          <ErrorNotice of={load.error} />
          <Button busy={load.isPending} onClick={() => load.mutate()}>
            {t("Show my confirmation lists")}
          </Button>
        </Card>
      ) : (
        <section aria-label={t("Your confirmation lists")} className="space-y-4">
          {lists.length === 0 && (
            <EmptyState title={t("No confirmation lists yet")}>
              {t("Create your first list below.")}
            </EmptyState>
          )}
          {lists.map((list) => (
            <ListCard
              key={list.id}
              {...{ list, signer }}
              invites={invites[list.id] ?? []}
              onChange={(changed) =>
                setLists((known) => known?.map((each) => (each.id === changed.id ? changed : each)) ?? null)
              }
              onDeleted={() => setLists((known) => known?.filter(({ id }) => id !== list.id) ?? null)}
            />
          ))}
        </section>
      )}
      <Card title={t("Create a confirmation list")}>
        <ListForm
          signer={signer}
          onCreated={({ list, invites: created }) => {
            setInvites((known) => ({ ...known, [list.id]: created }));
            // The earlier lists load with the next signature if they are not loaded yet.
            setLists((known) => [list, ...(known ?? [])]);
            if (lists === null) load.mutate();
          }}
        />
      </Card>
    </>
  );
}
