"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { Checkbox, Field, Input, Select } from "@/components/ui/field";
import { ErrorNotice } from "@/components/ui/notice";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ReminderSubscriptionView } from "@/lib/contract/reminder";
import { REMINDER_KINDS, type ReminderChannel, type ReminderKind } from "@/lib/core/events/reminder-kinds";
import { isLanguage, LANGUAGES, type Language } from "@/lib/core/i18n/languages";
import { type Message, message } from "@/lib/core/i18n/translator";
import { CHANNEL_LABELS, KIND_GROUPS, KIND_LABELS, LEADS, leadText } from "./reminder-labels";

type Target = { type: "email" | "url"; label: Message; hint: Message; placeholder: string };

const TARGETS: Record<ReminderChannel, Target> = {
  email: {
    type: "email",
    label: message("Email address"),
    hint: message("You receive a message with a link that confirms this address."),
    placeholder: "name@example.com",
  },
  webhook: {
    type: "url",
    label: message("URL of your server"),
    hint: message("An HTTPS URL at a public address."),
    placeholder: "https://example.com/reminders",
  },
  slack: {
    type: "url",
    label: message("URL of the Slack incoming webhook"),
    hint: message("Slack shows this URL when you add an incoming webhook to a channel."),
    placeholder: "https://hooks.slack.com/services/…",
  },
};

type SubscriptionFormProps = {
  signer: RequestSigner;
  /** The channels that the service offers. */
  channels: readonly ReminderChannel[];
  onCreated: (created: { subscription: ReminderSubscriptionView; secret: string | null }) => void;
};

function toggled<T>(values: ReadonlySet<T>, value: T): Set<T> {
  const next = new Set(values);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** Adds a subscription with one signature. */
export function SubscriptionForm({ signer, channels, onCreated }: SubscriptionFormProps) {
  const t = useTranslator();
  const [channel, setChannel] = useState<ReminderChannel>(channels.includes("email") ? "email" : "webhook");
  const [target, setTarget] = useState("");
  const [kinds, setKinds] = useState<ReadonlySet<ReminderKind>>(new Set(REMINDER_KINDS));
  const [leads, setLeads] = useState<ReadonlySet<number>>(new Set([86_400]));
  const [language, setLanguage] = useState<Language>(t.language);
  const create = useMutation({
    mutationFn: () =>
      serviceApi().createReminder(
        { channel, target: target.trim(), kinds: [...kinds], leads: [...leads], language },
        signer,
      ),
    onSuccess: (created) => {
      setTarget("");
      onCreated(created);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const { type, label, hint, placeholder } = TARGETS[channel];
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="reminder-channel" label={t("Channel")}>
          <Select
            id="reminder-channel"
            options={channels.map((value) => ({ value, label: t(CHANNEL_LABELS[value]) }))}
            value={channel}
            onChange={(event) => setChannel(event.target.value as ReminderChannel)}
          />
        </Field>
        {channel !== "webhook" && (
          <Field id="reminder-language" label={t("Language")}>
            <Select
              id="reminder-language"
              options={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
              value={language}
              onChange={({ target: { value } }) => isLanguage(value) && setLanguage(value)}
            />
          </Field>
        )}
      </div>
      <Field id="reminder-target" label={t(label)} hint={t(hint)}>
        <Input
          id="reminder-target"
          {...{ type, placeholder }}
          required
          value={target}
          onChange={(event) => setTarget(event.target.value)}
        />
      </Field>
      <KindChoices kinds={kinds} onChange={setKinds} />
      <LeadChoices leads={leads} onChange={setLeads} />
      <ErrorNotice of={create.error} />
      <Button
        type="submit"
        tone="primary"
        busy={create.isPending}
        disabled={kinds.size === 0 || leads.size === 0}
      >
        {t("Add reminders")}
      </Button>
      <p className="text-sm text-ink-soft">
        {t("Your wallet signs a message to prove your identity. No transaction is sent.")}
      </p>
    </form>
  );
}

type Choices<T> = { onChange: (chosen: ReadonlySet<T>) => void };

function KindChoices({ kinds, onChange }: Choices<ReminderKind> & { kinds: ReadonlySet<ReminderKind> }) {
  const t = useTranslator();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {KIND_GROUPS.map((group) => (
        <fieldset key={group.title} className="space-y-3">
          <legend className="mb-2 text-sm font-medium">{t(group.title)}</legend>
          {group.kinds.map((kind) => (
            <Checkbox
              key={kind}
              id={`reminder-kind-${kind}`}
              label={t(KIND_LABELS[kind])}
              checked={kinds.has(kind)}
              onChange={() => onChange(toggled(kinds, kind))}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function LeadChoices({ leads, onChange }: Choices<number> & { leads: ReadonlySet<number> }) {
  const t = useTranslator();
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{t("Time of the reminder")}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {LEADS.map((seconds) => (
          <Checkbox
            key={seconds}
            id={`reminder-lead-${seconds}`}
            label={leadText(seconds, t)}
            checked={leads.has(seconds)}
            onChange={() => onChange(toggled(leads, seconds))}
          />
        ))}
      </div>
    </fieldset>
  );
}
