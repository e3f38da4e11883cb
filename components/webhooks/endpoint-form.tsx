"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Button } from "@/components/ui/button";
import { CheckboxGroup, Field, Input, Select } from "@/components/ui/field";
import { useContractForm } from "@/components/ui/form/use-contract-form";
import { ErrorNotice } from "@/components/ui/notice";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ReceiverRules } from "@/lib/contract/requests/receiver-url";
import type { WebhookEndpointView } from "@/lib/contract/webhook";
import { EVENT_TYPES } from "@/lib/core/events/event-types";
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
  rules: ReceiverRules;
  onCreated: (created: { endpoint: WebhookEndpointView; secret: string }) => void;
};

/** Registers an endpoint with one signature. */
export function EndpointForm({ signer, subject, rules, onCreated }: EndpointFormProps) {
  const t = useTranslator();
  const isFor = subject.campaign ? "campaigns" : subject.address ? "address" : "creator";
  const address = subject.address ?? signer.address;
  const { form, formProps, field, control, error, isPending } = useContractForm({
    id: "webhook",
    defaultValues: {
      ...{ url: "", scope: isFor as Scope, types: [...EVENT_TYPES] },
      ...{ campaigns: subject.campaign ?? "", address, creator: address },
    },
    schema: async () => (await import("@/lib/contract/requests/webhooks")).endpointRequest(rules),
    toRequest: ({ url, scope, types, ...texts }) => {
      const named = texts[scope].split(/[\s,]+/).filter(Boolean);
      const subjectFields = scope === "campaigns" ? { campaigns: named } : { [scope]: named.join(" ") };
      return { url: url.trim(), ...subjectFields, ...(types.length < EVENT_TYPES.length && { types }) };
    },
    errors: () => ({
      url: t("Enter an HTTPS URL without a user name, password or # fragment."),
      campaigns: t("Enter up to 100 valid campaign addresses."),
      address: t("Enter a valid Solana address."),
      creator: t("Enter a valid Solana address."),
      types: t("Select at least one option."),
    }),
    send: (request) => serviceApi().createWebhook(request, signer),
    onSuccess: (created) => {
      form.reset({ ...form.getValues(), url: "" });
      onCreated(created);
    },
  });
  const scope = form.watch("scope");
  return (
    <form {...formProps} className="space-y-4">
      <Field {...field("url")} label={t("URL of your server")} hint={t("An HTTPS URL at a public address.")}>
        <Input {...control("url")} type="url" required placeholder="https://example.com/webhooks" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field("scope")} label={t("Scope")}>
          <Select
            {...control("scope")}
            options={SCOPES.map(({ value, label }) => ({ value, label: t(label) }))}
          />
        </Field>
        <Field
          key={scope}
          {...field(scope)}
          label={scope === "campaigns" ? t("Campaign addresses") : t("Address")}
          hint={t(HINTS[scope])}
        >
          <Input {...control(scope)} required autoComplete="off" spellCheck={false} />
        </Field>
      </div>
      <CheckboxGroup
        {...{ ...field("types"), ...control("types") }}
        label={t("Events")}
        options={EVENT_TYPES.map((value) => ({ value, label: t(EVENT_LABELS[value]) }))}
      />
      <ErrorNotice error={error} />
      <Button type="submit" tone="primary" busy={isPending}>
        {t("Add webhook")}
      </Button>
      <p className="text-sm text-ink-soft">
        {t("Your wallet signs a message to prove your identity. No transaction is sent.")}
      </p>
    </form>
  );
}
