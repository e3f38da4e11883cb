"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/values/time";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ReminderSubscriptionView } from "@/lib/contract/reminder";
import { CHANNEL_LABELS, KIND_LABELS, leadText, STOPPED_LABELS } from "./reminder-labels";

type SubscriptionCardProps = {
  subscription: ReminderSubscriptionView;
  signer: RequestSigner;
  onDeleted: () => void;
};

/** Shows a subscription and its state. Deleting it requires a signature of its owner. */
export function SubscriptionCard({ subscription, signer, onDeleted }: SubscriptionCardProps) {
  const t = useTranslator();
  const [isDeleting, setDeleting] = useState(false);
  const remove = useMutation({
    mutationFn: () => serviceApi().deleteReminder(subscription.id, signer),
    onSuccess: onDeleted,
  });
  return (
    <Card
      title={<span className="text-sm break-all">{subscription.target}</span>}
      aside={<SubscriptionState subscription={subscription} />}
      className="space-y-4"
    >
      <Facts subscription={subscription} />
      <Button tone="danger-quiet" disabled={remove.isPending} onClick={() => setDeleting(true)}>
        {t("Delete")}
      </Button>
      <ErrorNotice error={remove.error} />
      {isDeleting && (
        <Notice
          tone="warn"
          live
          title={t("Delete this subscription?")}
          action={
            <div className="flex flex-wrap gap-2">
              <Button tone="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
                {t("Delete subscription")}
              </Button>
              <Button onClick={() => setDeleting(false)}>{t("Cancel")}</Button>
            </div>
          }
        >
          {t("No more reminders are sent to this destination.")}
        </Notice>
      )}
    </Card>
  );
}

type OfSubscription = { subscription: ReminderSubscriptionView };

function SubscriptionState({ subscription: { state } }: OfSubscription) {
  const t = useTranslator();
  if (state === "stopped") return <Badge tone="danger">{t("Stopped")}</Badge>;
  if (state === "unconfirmed") return <Badge tone="warn">{t("Not confirmed")}</Badge>;
  return <Badge tone="good">{t("On")}</Badge>;
}

function Facts({ subscription }: OfSubscription) {
  const t = useTranslator();
  const { channel, kinds, leads, state, stoppedReason, lastSentAt, error } = subscription;
  return (
    <div className="space-y-1 text-sm text-ink-soft">
      <p>
        {t(CHANNEL_LABELS[channel])}: {kinds.map((kind) => t(KIND_LABELS[kind])).join(", ")}
      </p>
      <p>{leads.map((seconds) => leadText(seconds, t)).join(", ")}</p>
      {state === "unconfirmed" && (
        <p className="text-ink">
          {t("A message with a link was sent to this address. Its owner confirms it within 24 hours.")}
        </p>
      )}
      {stoppedReason !== null && <p className="text-ink">{t(STOPPED_LABELS[stoppedReason])}</p>}
      {error !== null && (
        <p className="text-ink">{t("A reminder could not be delivered yet. It is sent again later.")}</p>
      )}
      {lastSentAt !== null && (
        <p>
          <Trans id="Last reminder: {time}" values={{ time: <Time at={String(lastSentAt)} /> }} />
        </p>
      )}
    </div>
  );
}
