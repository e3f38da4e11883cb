"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { isMissingPart, MISSING_PART } from "@/components/shell/part-boundary";
import { useServiceState } from "@/components/shell/service-notice";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** The error page. The layout of the dashboard stays usable. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslator();
  const router = useRouter();
  const tryAgain = () =>
    startTransition(() => {
      // The server rendered the failed page, so a retry needs a new response.
      router.refresh();
      reset();
    });
  const isHealthy = useServiceState() === "well";
  const wasAway = useRef(false);
  useEffect(() => {
    if (isHealthy && wasAway.current) tryAgain();
    wasAway.current = !isHealthy;
  });
  if (isMissingPart(error)) {
    return (
      <Notice
        tone="danger"
        title={t("This page is incomplete")}
        live
        action={<Button onClick={() => window.location.reload()}>{t("Reload page")}</Button>}
      >
        {MISSING_PART}
      </Notice>
    );
  }
  return (
    <Notice
      tone="danger"
      title={t("This page could not be loaded")}
      live
      action={<Button onClick={tryAgain}>{t("Try again")}</Button>}
    >
      <p>
        {t(
          "The service did not respond correctly. If a dependency is unavailable, this page reloads when the dependency is back. Otherwise, try again in a moment.",
        )}
      </p>
      {error.digest && (
        <p>
          {t("If the problem persists, contact the operator and quote this number: {number}", {
            number: error.digest,
          })}
        </p>
      )}
    </Notice>
  );
}
