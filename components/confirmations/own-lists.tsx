"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/notice";
import { SignToShow } from "@/components/wallet/sign-to-show";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ConfirmationInviteView, ConfirmationListView } from "@/lib/contract/confirmation";
import { ListCard } from "./list-card";
import { ListForm } from "./list-form";

/** The confirmation lists of a wallet, and the form for a new one. */
export default function OwnLists({ signer }: { signer: RequestSigner }) {
  const t = useTranslator();
  /** Before the first load only the lists that were created on this page. */
  const [lists, setLists] = useState<readonly ConfirmationListView[]>([]);
  const [invites, setInvites] = useState<Readonly<Record<string, readonly ConfirmationInviteView[]>>>({});
  const load = useMutation({
    mutationFn: () => serviceApi().confirmationLists(signer),
    onSuccess: (loaded) => setLists(loaded.lists),
  });
  return (
    <>
      {!load.isSuccess && (
        <SignToShow
          title={t("Your confirmation lists")}
          button={t("Show my confirmation lists")}
          load={load}
          onLoad={() => load.mutate()}
        >
          {t("Sign a message with your wallet to show your confirmation lists.")}
        </SignToShow>
      )}
      {(load.isSuccess || lists.length > 0) && (
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
                setLists((known) => known.map((each) => (each.id === changed.id ? changed : each)))
              }
              onDeleted={() => setLists((known) => known.filter(({ id }) => id !== list.id))}
            />
          ))}
        </section>
      )}
      <Card title={t("Create a confirmation list")}>
        <ListForm
          signer={signer}
          onCreated={({ list, invites: created }) => {
            setInvites((known) => ({ ...known, [list.id]: created }));
            setLists((known) => [list, ...known]);
            // The earlier lists load with the next signature if they are not loaded yet.
            if (!load.isSuccess) load.mutate();
          }}
        />
      </Card>
    </>
  );
}
