"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/notice";
import { SignToShow } from "@/components/wallet/sign-to-show";
import { SecretNotice } from "@/components/webhooks/secret-notice";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ReminderSubscriptionView } from "@/lib/contract/reminder";
import type { ReceiverRules } from "@/lib/contract/requests/receiver-url";
import type { ReminderChannel } from "@/lib/core/events/reminder-kinds";
import { SubscriptionCard } from "./subscription-card";
import { SubscriptionForm } from "./subscription-form";

type OwnRemindersProps = {
  signer: RequestSigner;
  channels: readonly ReminderChannel[];
  rules: ReceiverRules;
};

/** The reminders of a wallet, and the form for new ones. */
export default function OwnReminders({ signer, ...form }: OwnRemindersProps) {
  const t = useTranslator();
  /** Null until the list is loaded. */
  const [subscriptions, setSubscriptions] = useState<readonly ReminderSubscriptionView[] | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const load = useMutation({
    mutationFn: () => serviceApi().reminders(signer),
    onSuccess: (loaded) => setSubscriptions(loaded.subscriptions),
  });
  return (
    <>
      {secret !== null && <SecretNotice secret={secret} />}
      {subscriptions === null ? (
        <SignToShow
          title={t("Your reminders")}
          button={t("Show my reminders")}
          load={load}
          onLoad={() => load.mutate()}
        >
          {t("Sign a message with your wallet to show your reminders.")}
        </SignToShow>
      ) : (
        <section aria-label={t("Your reminders")} className="space-y-4">
          {subscriptions.length === 0 && (
            <EmptyState title={t("No reminders yet")}>{t("Add your first reminders below.")}</EmptyState>
          )}
          {subscriptions.map((subscription) => (
            <SubscriptionCard
              key={subscription.id}
              {...{ subscription, signer }}
              onDeleted={() => setSubscriptions(subscriptions.filter(({ id }) => id !== subscription.id))}
            />
          ))}
        </section>
      )}
      <Card title={t("Add reminders")}>
        <SubscriptionForm
          {...{ signer, ...form }}
          onCreated={(created) => {
            setSecret(created.secret);
            // The list loads with the next signature if it is not loaded yet.
            setSubscriptions((known) => known && [...known, created.subscription]);
            if (subscriptions === null) load.mutate();
          }}
        />
      </Card>
    </>
  );
}
