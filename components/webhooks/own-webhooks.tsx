"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/notice";
import { SignToShow } from "@/components/wallet/sign-to-show";
import type { RequestSigner } from "@/lib/client/wallet-session";
import type { ReceiverRules } from "@/lib/contract/requests/receiver-url";
import type { WebhookEndpointView } from "@/lib/contract/webhook";
import { EndpointCard } from "./endpoint-card";
import { EndpointForm, type Subject } from "./endpoint-form";
import { SecretNotice } from "./secret-notice";

type OwnWebhooksProps = { signer: RequestSigner; subject: Subject; rules: ReceiverRules };

/** The webhooks of a wallet, and the form for a new one. */
export default function OwnWebhooks({ signer, ...form }: OwnWebhooksProps) {
  const t = useTranslator();
  /** Null until the list is loaded. */
  const [endpoints, setEndpoints] = useState<readonly WebhookEndpointView[] | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const load = useMutation({
    mutationFn: () => serviceApi().webhooks(signer),
    onSuccess: (loaded) => setEndpoints(loaded.endpoints),
  });
  const replaced = (changed: WebhookEndpointView) =>
    setEndpoints((known) => (known ?? []).map((item) => (item.id === changed.id ? changed : item)));
  return (
    <>
      {secret !== null && <SecretNotice secret={secret} />}
      {endpoints === null ? (
        <SignToShow
          title={t("Your webhooks")}
          button={t("Show my webhooks")}
          load={load}
          onLoad={() => load.mutate()}
        >
          {t("Sign a message with your wallet to show your webhooks.")}
        </SignToShow>
      ) : (
        <section aria-label={t("Your webhooks")} className="space-y-4">
          {endpoints.length === 0 && (
            <EmptyState title={t("No webhooks yet")}>{t("Add your first webhook below.")}</EmptyState>
          )}
          {endpoints.map((endpoint) => (
            <EndpointCard
              key={endpoint.id}
              {...{ endpoint, signer }}
              onChanged={replaced}
              onDeleted={() => setEndpoints(endpoints.filter(({ id }) => id !== endpoint.id))}
            />
          ))}
        </section>
      )}
      <Card title={t("Add a webhook")}>
        <EndpointForm
          {...{ signer, ...form }}
          onCreated={(created) => {
            setSecret(created.secret);
            // The list of existing endpoints loads with this request if it is not loaded yet.
            setEndpoints((known) => known && [...known, created.endpoint]);
            if (endpoints === null) load.mutate();
          }}
        />
      </Card>
    </>
  );
}
