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
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { WebhookDeliveriesPage, WebhookEndpointView, WebhookTestView } from "@/lib/contract/webhook";
import { Deliveries } from "./deliveries";
import { SecretNotice } from "./secret-notice";
import { DISABLED_LABELS, getEvents } from "./webhook-labels";

type EndpointCardProps = {
  endpoint: WebhookEndpointView;
  signer: RequestSigner;
  onChanged: (endpoint: WebhookEndpointView) => void;
  onDeleted: () => void;
};

/** Shows an endpoint, its state and its actions. Each action requires a signature of the owner. */
export function EndpointCard({ endpoint, signer, onChanged, onDeleted }: EndpointCardProps) {
  const t = useTranslator();
  const { id, enabled, url } = endpoint;
  const api = serviceApi();
  const [shown, setShown] = useState<Shown>(null);
  const act = useMutation({
    mutationFn: (work: () => Promise<Shown>) => work(),
    onSuccess: setShown,
  });
  const run = (work: () => Promise<Shown>) => () => {
    setShown(null);
    act.mutate(work);
  };
  const change = async (json: object): Promise<Shown> => {
    onChanged((await api.changeWebhook(id, json, signer)).endpoint);
    return null;
  };
  const rotate = async (): Promise<Shown> => {
    const rotated = await api.rotateWebhookSecret(id, signer);
    onChanged(rotated.endpoint);
    return { secret: rotated.secret };
  };
  const remove = async (): Promise<Shown> => {
    await api.deleteWebhook(id, signer);
    onDeleted();
    return null;
  };
  return (
    <Card
      title={<span className="font-mono text-sm break-all">{url}</span>}
      aside={<EndpointStatus endpoint={endpoint} />}
      className="space-y-4"
    >
      <Facts endpoint={endpoint} />
      <div className="flex flex-wrap gap-2">
        <Button busy={act.isPending} onClick={run(async () => ({ test: await api.testWebhook(id, signer) }))}>
          {t("Send test message")}
        </Button>
        <Button
          disabled={act.isPending}
          onClick={run(async () => ({ page: await api.webhookDeliveries(id, { limit: 20 }, signer) }))}
        >
          {t("View deliveries")}
        </Button>
        <Button disabled={act.isPending} onClick={run(() => change({ enabled: !enabled }))}>
          {enabled ? t("Turn off webhook") : t("Turn on webhook")}
        </Button>
        <Button disabled={act.isPending} onClick={run(rotate)}>
          {t("Rotate secret")}
        </Button>
        <Button tone="danger-quiet" disabled={act.isPending} onClick={() => setShown("deleting")}>
          {t("Delete")}
        </Button>
      </div>
      <ErrorNotice error={act.error} />
      {shown === "deleting" && (
        <Notice
          tone="warn"
          live
          title={t("Delete this webhook?")}
          action={
            <div className="flex flex-wrap gap-2">
              <Button tone="danger" onClick={run(remove)}>
                {t("Delete webhook")}
              </Button>
              <Button onClick={() => setShown(null)}>{t("Cancel")}</Button>
            </div>
          }
        >
          {t("Pending events and the delivery history are deleted permanently.")}
        </Notice>
      )}
      {shown !== null && shown !== "deleting" && <Outcome shown={shown} endpointId={id} signer={signer} />}
    </Card>
  );
}

type Outcomes = { test: WebhookTestView } | { page: WebhookDeliveriesPage } | { secret: string };
type Shown = Outcomes | "deleting" | null;

function Outcome({
  shown,
  endpointId,
  signer,
}: {
  shown: Outcomes;
  endpointId: string;
  signer: RequestSigner;
}) {
  const t = useTranslator();
  if ("secret" in shown) return <SecretNotice secret={shown.secret} isAnother />;
  if ("page" in shown) return <Deliveries {...{ endpointId, signer }} first={shown.page} />;
  const { delivered, status, error } = shown.test;
  return (
    <Notice tone={delivered ? "good" : "danger"} live>
      {delivered
        ? t("The test message was accepted. Your server responded with {status}.", { status: `${status}` })
        : t("The test message was not accepted. {error}", { error: `${error}` })}
    </Notice>
  );
}

function EndpointStatus({ endpoint: { enabled, failingSince } }: { endpoint: WebhookEndpointView }) {
  const t = useTranslator();
  if (!enabled) return <Badge tone="danger">{t("Off")}</Badge>;
  return failingSince === null ? (
    <Badge tone="good">{t("On")}</Badge>
  ) : (
    <Badge tone="warn">{t("Failing")}</Badge>
  );
}

function Facts({ endpoint }: { endpoint: WebhookEndpointView }) {
  const t = useTranslator();
  const { pending, failingSince, disabledReason, previousSecretUntil } = endpoint;
  return (
    <div className="space-y-1 text-sm text-ink-soft">
      <p>
        <SubscribedEvents endpoint={endpoint} />
      </p>
      {pending > 0 && (
        <p>
          {pending >= 1_000
            ? t("{count} or more events are pending.", { count: 1_000 })
            : t("{count, plural, one {# event is pending.} other {# events are pending.}}", {
                count: pending,
              })}
        </p>
      )}
      {disabledReason !== null && <p className="text-ink">{t(DISABLED_LABELS[disabledReason])}</p>}
      {disabledReason === null && failingSince !== null && (
        <p className="text-ink">
          <Trans
            id="No delivery has succeeded since {time}. Retries continue at increasing intervals."
            values={{ time: <Time at={String(failingSince)} /> }}
          />
        </p>
      )}
      {previousSecretUntil !== null && (
        <p>
          <Trans
            id="Messages are also signed with the previous secret until {time}."
            values={{ time: <Time at={String(previousSecretUntil)} /> }}
          />
        </p>
      )}
    </div>
  );
}

/** Shows the events that an endpoint receives. */
function SubscribedEvents({ endpoint }: { endpoint: WebhookEndpointView }) {
  const t = useTranslator();
  const { address, creator, campaigns } = endpoint;
  const events = getEvents(t, endpoint);
  if (address) {
    const link = <Address address={address} name="address" href={`/portfolio?address=${address}`} />;
    return (
      <Trans
        id="{events} of campaigns that {address} created or receives from"
        values={{ events, address: link }}
      />
    );
  }
  if (creator) {
    const link = <Address address={creator} name="creator" href={`/campaigns?creator=${creator}`} />;
    return <Trans id="{events} of campaigns of {creator}" values={{ events, creator: link }} />;
  }
  return t("{count, plural, one {{events} of one campaign} other {{events} of # campaigns}}", {
    ...{ count: campaigns?.length ?? 0, events },
  });
}
