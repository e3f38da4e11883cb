"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Field, Input } from "@/components/ui/field";
import { EmptyState, ErrorNotice, Notice } from "@/components/ui/notice";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { WebhookDeliveriesPage, WebhookDeliveryView } from "@/lib/contract/webhook";
import type { Translator } from "@/lib/core/i18n/translator";
import { EVENT_LABELS } from "./webhook-labels";

const PAGE = 20;

type DeliveriesProps = { endpointId: string; signer: RequestSigner; first: WebhookDeliveriesPage };

/**
 * Lists the deliveries of an endpoint, sent and pending. Each further page and each replay requires a
 * signature.
 */
export function Deliveries({ endpointId, signer, first }: DeliveriesProps) {
  const t = useTranslator();
  const [{ deliveries, nextCursor }, setPage] = useState(first);
  const [result, setResult] = useState<string | null>(null);
  const more = useMutation({
    mutationFn: (cursor: string | null) =>
      serviceApi().webhookDeliveries(endpointId, { limit: PAGE, cursor }, signer),
    onSuccess: (page, cursor) =>
      setPage({ ...page, deliveries: [...(cursor === null ? [] : deliveries), ...page.deliveries] }),
  });
  const replay = useMutation({
    mutationFn: (json: object) => serviceApi().replayWebhook(endpointId, json, signer),
    onSuccess: ({ queued, nextCursor: rest }) =>
      setResult(
        rest
          ? t(
              "{count, plural, one {# event is queued for delivery. There are more events: resend them from a later time.} other {# events are queued for delivery. There are more events: resend them from a later time.}}",
              { count: queued },
            )
          : t(
              "{count, plural, one {# event is queued for delivery.} other {# events are queued for delivery.}}",
              {
                count: queued,
              },
            ),
      ),
  });
  const columns = createColumns(t, (id) => replay.mutate({ deliveryId: id }), replay.isPending);
  return (
    <section aria-label={t("Deliveries")} className="space-y-4 border-t border-line pt-4">
      <ErrorNotice error={more.error ?? replay.error} />
      {result && (
        <Notice tone="good" live>
          {result}
        </Notice>
      )}
      {deliveries.length === 0 ? (
        <EmptyState title={t("No deliveries yet")}>
          {t("New events appear here. To send earlier events, select a start time below.")}
        </EmptyState>
      ) : (
        <DataTable
          name="deliveries"
          caption={t("Deliveries, newest first")}
          columns={columns}
          rows={deliveries}
          rowKey={({ id }) => String(id)}
          hasView={false}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={more.isPending} onClick={() => more.mutate(null)}>
          {t("Refresh deliveries")}
        </Button>
        {nextCursor !== null && (
          <Button busy={more.isPending} onClick={() => more.mutate(nextCursor)}>
            {t("Show older deliveries")}
          </Button>
        )}
      </div>
      <ReplaySince endpointId={endpointId} busy={replay.isPending} onReplay={replay.mutate} />
    </section>
  );
}

type ReplaySinceProps = { endpointId: string; busy: boolean; onReplay: (json: object) => void };

function ReplaySince({ endpointId, busy, onReplay }: ReplaySinceProps) {
  const t = useTranslator();
  const [since, setSince] = useState("");
  const id = `since-${endpointId}`;
  const fromBlockTime = Math.floor(new Date(since).getTime() / 1000);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onReplay({ fromBlockTime });
      }}
    >
      <Field id={id} label={t("Resend events since")} hint={t("By block time, up to 500 events.")}>
        <Input
          id={id}
          type="datetime-local"
          required
          value={since}
          onChange={(event) => setSince(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={busy} disabled={Number.isNaN(fromBlockTime)} className="mb-6">
        {t("Resend events")}
      </Button>
    </form>
  );
}

const createColumns = (
  t: Translator,
  onReplay: (id: number) => void,
  busy: boolean,
): DataColumn<WebhookDeliveryView>[] => [
  { id: "event", phone: "title", title: t("Event"), cell: ({ type }) => t(EVENT_LABELS[type]) },
  {
    id: "campaign",
    phone: "value",
    title: t("Campaign"),
    cell: ({ treeAddress }) => (
      <Address address={treeAddress} name="tree" href={`/campaigns/${treeAddress}`} />
    ),
  },
  {
    id: "transaction",
    title: t("Transaction"),
    wide: true,
    cell: ({ signature }) => <Address address={signature} name="signature" />,
  },
  {
    id: "status",
    phone: "note",
    title: t("Status"),
    cell: (delivery) => <State delivery={delivery} />,
  },
  {
    id: "action",
    phone: "state",
    title: t("Action"),
    align: "right",
    cell: ({ id, state, type }) => {
      const values = { event: t(EVENT_LABELS[type]), number: `${id}` };
      const isDelivered = state === "delivered";
      return (
        <Button
          tone="quiet"
          disabled={busy}
          onClick={() => onReplay(id)}
          aria-label={
            isDelivered
              ? t("Resend: {event}, delivery {number}", values)
              : t("Send now: {event}, delivery {number}", values)
          }
        >
          {isDelivered ? t("Resend") : t("Send now")}
        </Button>
      );
    },
  },
];

function State({ delivery }: { delivery: WebhookDeliveryView }) {
  const t = useTranslator();
  const { state, attempts, deliveredAt, nextAttemptAt, lastError } = delivery;
  if (state === "delivered" && deliveredAt !== null) {
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge tone="good">{t("Delivered")}</Badge>
        <Time at={String(deliveredAt)} />
      </span>
    );
  }
  if (attempts === 0) return <Badge>{t("Pending")}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="warn">
        {t("{count, plural, one {Not accepted, # attempt} other {Not accepted, # attempts}}", {
          count: attempts,
        })}
      </Badge>
      <span>
        {lastError}{" "}
        {nextAttemptAt !== null && (
          <Trans id="Next attempt: {time}." values={{ time: <Time at={String(nextAttemptAt)} /> }} />
        )}
      </span>
    </span>
  );
}
