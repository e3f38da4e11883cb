"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Checkbox, Field, Input, Select } from "@/components/ui/field";
import { ErrorNotice } from "@/components/ui/notice";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { WebhookEndpointView } from "@/lib/contract/webhook";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { type Message, message } from "@/lib/core/i18n/translator";
import { EVENT_LABELS } from "./webhook-labels";

/** The campaign or address for which the page was opened. */
export type Subject = { campaign: string | null; address: string | null };

const SCOPES = [
  { value: "creator", label: message("All campaigns that an address created") },
  { value: "address", label: message("All events of an address (creator or recipient)") },
  { value: "campaigns", label: message("Selected campaigns") },
] as const;
type Scope = (typeof SCOPES)[number]["value"];

const HINTS: Record<Scope, Message> = {
  creator: message("Address of the creator. The default is your address."),
  address: message("Claims of the address, and other events of campaigns that it created or receives from."),
  campaigns: message("Up to 100 campaign addresses, separated by spaces or commas."),
};

type EndpointFormProps = {
  signer: RequestSigner;
  subject: Subject;
  onCreated: (created: { endpoint: WebhookEndpointView; secret: string }) => void;
};

function toggled(types: ReadonlySet<EventType>, type: EventType): Set<EventType> {
  const next = new Set(types);
  if (!next.delete(type)) next.add(type);
  return next;
}

/** Registers an endpoint with one signature. */
export function EndpointForm({ signer, subject, onCreated }: EndpointFormProps) {
  const t = useTranslator();
  const [url, setUrl] = useState("");
  const [scope, setScope] = useState<Scope>(
    subject.campaign ? "campaigns" : subject.address ? "address" : "creator",
  );
  const [subjectText, setSubjectText] = useState(subject.campaign ?? subject.address ?? signer.address);
  const [types, setTypes] = useState<ReadonlySet<EventType>>(new Set(EVENT_TYPES));
  const create = useMutation({
    mutationFn: () => {
      const chosen = EVENT_TYPES.filter((type) => types.has(type));
      const named = subjectText.split(/[\s,]+/).filter(Boolean);
      const of = scope === "campaigns" ? { campaigns: named } : { [scope]: named.join(" ") };
      const some = chosen.length < EVENT_TYPES.length && { types: chosen };
      return serviceApi().createWebhook({ url: url.trim(), ...of, ...some }, signer);
    },
    onSuccess: (created) => {
      setUrl("");
      onCreated(created);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <Field id="webhook-url" label={t("URL of your server")} hint={t("An HTTPS URL at a public address.")}>
        <Input
          id="webhook-url"
          type="url"
          required
          placeholder="https://example.com/webhooks"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="webhook-scope" label={t("Scope")}>
          <Select
            id="webhook-scope"
            options={SCOPES.map(({ value, label }) => ({ value, label: t(label) }))}
            value={scope}
            onChange={(event) => setScope(event.target.value as Scope)}
          />
        </Field>
        <Field
          id="webhook-subject"
          label={scope === "campaigns" ? t("Campaign addresses") : t("Address")}
          hint={t(HINTS[scope])}
        >
          <Input
            id="webhook-subject"
            required
            autoComplete="off"
            spellCheck={false}
            value={subjectText}
            onChange={(event) => setSubjectText(event.target.value)}
          />
        </Field>
      </div>
      <fieldset>
        <legend className="mb-2 text-sm font-medium">{t("Events")}</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              id={`webhook-type-${type}`}
              label={t(EVENT_LABELS[type])}
              checked={types.has(type)}
              onChange={() => setTypes(toggled(types, type))}
            />
          ))}
        </div>
      </fieldset>
      <ErrorNotice of={create.error} />
      <Button type="submit" tone="primary" busy={create.isPending} disabled={types.size === 0}>
        {t("Add webhook")}
      </Button>
      <p className="text-sm text-ink-soft">
        {t("Your wallet signs a message to prove your identity. No transaction is sent.")}
      </p>
    </form>
  );
}
