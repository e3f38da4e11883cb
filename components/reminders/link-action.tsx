"use client";

import { useMutation } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { loadServiceApi } from "@/components/service/load-service-api";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice, Notice } from "@/components/ui/notice";

type Link = { purpose: "confirm" | "unsubscribe"; token: string };

/** Links have their token in the fragment, which browsers do not send and servers do not log. */
function readLink(hash: string): Link | null {
  const [, purpose, token] = /^#(confirm|unsubscribe)=(.+)$/.exec(hash) ?? [];
  return token === undefined ? null : { purpose: purpose as Link["purpose"], token };
}

const subscribe = (onChange: () => void) => {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
};

/**
 * Confirms or ends a subscription with the link of an email. The link acts only after a click on this page,
 * because mail programs open links on their own.
 */
export function LinkAction() {
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => "",
  );
  const link = readLink(hash);
  return link && <OneLink key={link.token} link={link} />;
}

function OneLink({ link: { purpose, token } }: { link: Link }) {
  const t = useTranslator();
  const isConfirmation = purpose === "confirm";
  const act = useMutation({
    mutationFn: async () => (await loadServiceApi()).followReminderLink(purpose, token),
  });
  if (act.isSuccess) {
    return (
      <Notice tone="good" live title={isConfirmation ? t("Reminders confirmed") : t("Unsubscribed")}>
        {isConfirmation
          ? t("Reminders are sent to your email address. Each message has a link that ends them.")
          : t("No more reminders are sent to your email address.")}
      </Notice>
    );
  }
  return (
    <Card title={isConfirmation ? t("Confirm your email address") : t("End these reminders")}>
      <p className="mb-3 text-sm text-ink-soft">
        {isConfirmation
          ? t("A wallet requested reminders for your email address. Confirm the request to receive them.")
          : t("Your email address receives no more reminders of this subscription.")}
      </p>
      <ErrorNotice error={act.error} />
      <Button tone="primary" busy={act.isPending} onClick={() => act.mutate()}>
        {isConfirmation ? t("Confirm reminders") : t("Unsubscribe")}
      </Button>
    </Card>
  );
}
