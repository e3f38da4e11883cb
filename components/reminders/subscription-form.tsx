"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { CheckboxGroup, Field, FieldNote, Input, Select } from "@/components/ui/field";
import { useContractForm } from "@/components/ui/form/use-contract-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ReminderSubscriptionView } from "@/lib/contract/reminder";
import type { ReceiverRules } from "@/lib/contract/requests/receiver-url";
import { REMINDER_KINDS, type ReminderChannel } from "@/lib/core/events/reminder-kinds";
import { LANGUAGES } from "@/lib/core/i18n/languages";
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
  rules: ReceiverRules;
  onCreated: (created: { subscription: ReminderSubscriptionView; secret: string | null }) => void;
};

/** Adds a subscription with one signature. */
export function SubscriptionForm({ signer, channels, rules, onCreated }: SubscriptionFormProps) {
  const t = useTranslator();
  const { form, formProps, field, control, error, isPending } = useContractForm({
    id: "reminder",
    defaultValues: {
      channel: channels.includes("email") ? ("email" as ReminderChannel) : "webhook",
      ...{ target: "", kinds: [...REMINDER_KINDS], leads: ["86400"], language: t.language },
    },
    schema: async () => (await import("@/lib/contract/requests/reminders")).reminderRequest(rules),
    toRequest: ({ target, leads, ...rest }) => ({
      ...rest,
      ...{ target: target.trim(), leads: leads.map(Number) },
    }),
    errors: ({ channel }) => ({
      target:
        channel === "email"
          ? t("Enter an email address.")
          : t("Enter an HTTPS URL without a user name, password or # fragment."),
      kinds: t("Select at least one option."),
      leads: t("Select at least one option."),
    }),
    send: (request) => serviceApi().createReminder(request, signer),
    onSuccess: (created) => {
      form.reset({ ...form.getValues(), target: "" });
      onCreated(created);
    },
  });
  const channel = form.watch("channel");
  const { type, label, hint, placeholder } = TARGETS[channel];
  return (
    <form {...formProps} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field("channel")} label={t("Channel")}>
          <Select
            {...control("channel", { onChange: () => form.clearErrors("target") })}
            options={channels.map((value) => ({ value, label: t(CHANNEL_LABELS[value]) }))}
          />
        </Field>
        {channel !== "webhook" && (
          <Field {...field("language")} label={t("Language")}>
            <Select
              {...control("language")}
              options={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
            />
          </Field>
        )}
      </div>
      <Field {...field("target")} label={t(label)} hint={t(hint)}>
        <Input {...control("target")} {...{ type, placeholder }} required />
      </Field>
      <div>
        <div className="grid gap-4 sm:grid-cols-2">
          {KIND_GROUPS.map(({ title, kinds }) => (
            <CheckboxGroup
              key={title}
              {...control("kinds")}
              label={t(title)}
              options={kinds.map((value) => ({ value, label: t(KIND_LABELS[value]) }))}
              className="space-y-3"
            />
          ))}
        </div>
        <FieldNote {...field("kinds")} />
      </div>
      <CheckboxGroup
        {...{ ...field("leads"), ...control("leads") }}
        label={t("Time of the reminder")}
        options={LEADS.map((seconds) => ({ value: String(seconds), label: leadText(seconds, t) }))}
      />
      <ErrorNotice error={error} />
      <Button type="submit" tone="primary" busy={isPending}>
        {t("Add reminders")}
      </Button>
      <p className="text-sm text-ink-soft">
        {t("Your wallet signs a message to prove your identity. No transaction is sent.")}
      </p>
    </form>
  );
}
