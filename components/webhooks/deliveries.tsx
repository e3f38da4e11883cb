"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { serviceApi } from "@/components/service/service-api";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { EmptyState, Notice } from "@/components/ui/notice";
import { type Column, Table } from "@/components/ui/table";
import { Address } from "@/components/ui/values/address";
import { Time } from "@/components/ui/values/time";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { WebhookDeliveriesPage, WebhookDeliveryView } from "@/lib/core/views/webhook";
import { EVENT_WORDS, sentenceOf } from "./webhook-words";

const PAGE = 20;

type DeliveriesProps = { endpointId: string; signer: RequestSigner; first: WebhookDeliveriesPage };

/** What was and is to be sent to an endpoint; each further page and each replay is signed for. */
export function Deliveries({ endpointId, signer, first }: DeliveriesProps) {
  const [{ deliveries, nextCursor }, setPage] = useState(first);
  const [said, setSaid] = useState<string | null>(null);
  const more = useMutation({
    networkMode: "always",
    mutationFn: (cursor: string | null) =>
      serviceApi().webhookDeliveries(endpointId, { limit: PAGE, cursor }, signer),
    onSuccess: (page, cursor) =>
      setPage({ ...page, deliveries: [...(cursor === null ? [] : deliveries), ...page.deliveries] }),
  });
  const replay = useMutation({
    networkMode: "always",
    mutationFn: (json: object) => serviceApi().replayWebhook(endpointId, json, signer),
    onSuccess: ({ queued, nextCursor: rest }) =>
      setSaid(
        `${queued} ${queued === 1 ? "event is" : "events are"} sent again${rest ? "; there are more: send them again from a later time" : ""}.`,
      ),
  });
  const failed = more.error ?? replay.error;
  const columns = columnsOf((id) => replay.mutate({ deliveryId: id }), replay.isPending);
  return (
    <section aria-label="Deliveries" className="space-y-4 border-t border-line pt-4">
      {failed && (
        <Notice tone="danger" live>
          {sentenceOf(failed)}
        </Notice>
      )}
      {said && (
        <Notice tone="good" live>
          {said}
        </Notice>
      )}
      {deliveries.length === 0 ? (
        <EmptyState title="Nothing yet">
          Events from now on appear here; those from before are sent by their time, below.
        </EmptyState>
      ) : (
        <Table
          caption="Deliveries, newest first"
          columns={columns}
          rows={deliveries}
          rowKey={({ id }) => String(id)}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={more.isPending} onClick={() => more.mutate(null)}>
          Look again
        </Button>
        {nextCursor !== null && (
          <Button busy={more.isPending} onClick={() => more.mutate(nextCursor)}>
            Older deliveries
          </Button>
        )}
      </div>
      <ReplaySince endpointId={endpointId} busy={replay.isPending} onReplay={replay.mutate} />
    </section>
  );
}

type ReplaySinceProps = { endpointId: string; busy: boolean; onReplay: (json: object) => void };

function ReplaySince({ endpointId, busy, onReplay }: ReplaySinceProps) {
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
      <Field id={id} label="Send everything again since" hint="By the time on the ledger; up to 500 events.">
        <Input
          id={id}
          type="datetime-local"
          required
          value={since}
          onChange={(event) => setSince(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={busy} disabled={Number.isNaN(fromBlockTime)} className="mb-6">
        Send again
      </Button>
    </form>
  );
}

const columnsOf = (onReplay: (id: number) => void, busy: boolean): Column<WebhookDeliveryView>[] => [
  { title: "Event", cell: ({ type }) => EVENT_WORDS[type] },
  {
    title: "Campaign",
    cell: ({ treeAddress }) => (
      <Address address={treeAddress} name="tree" href={`/campaigns/${treeAddress}`} />
    ),
  },
  {
    title: "Transaction",
    wide: true,
    cell: ({ signature }) => <Address address={signature} name="signature" />,
  },
  { title: "State", cell: (delivery) => <State delivery={delivery} /> },
  {
    title: "Again",
    align: "right",
    cell: ({ id, state, type }) => {
      const does = state === "delivered" ? "Send again" : "Send now";
      return (
        <Button
          tone="quiet"
          disabled={busy}
          onClick={() => onReplay(id)}
          aria-label={`${does}: ${EVENT_WORDS[type]}, delivery ${id}`}
        >
          {does}
        </Button>
      );
    },
  },
];

function State({ delivery }: { delivery: WebhookDeliveryView }) {
  const { state, attempts, deliveredAt, nextAttemptAt, lastError } = delivery;
  if (state === "delivered" && deliveredAt !== null) {
    return (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge tone="good">Delivered</Badge>
        <Time at={String(deliveredAt)} />
      </span>
    );
  }
  if (attempts === 0) return <Badge>Waiting</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone="warn">{`Not taken, ${attempts} ${attempts === 1 ? "attempt" : "attempts"}`}</Badge>
      <span>
        {lastError}{" "}
        {nextAttemptAt !== null && (
          <>
            Again at <Time at={String(nextAttemptAt)} />.
          </>
        )}
      </span>
    </span>
  );
}
