"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { type Message, message } from "@/lib/core/i18n/translator";
import { MISSING_PART, noteMissingPart, useMissingPart } from "./part-boundary";

/** The availability of the service and its dependencies. */
type ServiceState = "well" | "no-ledger" | "no-index" | "no-answer";

const HEALTHY_POLL_MS = 30_000;
const UNHEALTHY_POLL_MS = 4_000;
/** Longer than the timeouts of the service for its own dependencies. */
const TIMEOUT_MS = 15_000;

async function fetchHealth(): Promise<ServiceState> {
  try {
    const response = await fetch("/api/health", {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await response.json();
    const { db, rpc } = Object(body);
    // Any other response, such as the error page of a gateway, means that the service is unavailable.
    if (typeof db !== "boolean" || typeof rpc !== "boolean") return "no-answer";
    if (!db) return "no-index";
    return rpc ? "well" : "no-ledger";
  } catch {
    return "no-answer";
  }
}

const HEALTH_KEY = ["health"] as const;

const MESSAGES: Record<Exclude<ServiceState, "well">, { title: Message; text: Message }> = {
  "no-ledger": {
    title: message("Solana is unreachable"),
    text: message(
      "This page shows the last indexed data. You cannot sign or send transactions until the connection to Solana is restored.",
    ),
  },
  "no-index": {
    title: message("The index is unavailable"),
    text: message(
      "The data on this page may be out of date. Other pages are unavailable until the index is back.",
    ),
  },
  "no-answer": {
    title: message("The service is unreachable"),
    text: message(
      "The data on this page may be out of date. Keep the page open: it updates when the service is back.",
    ),
  },
};

const OFFLINE = {
  title: message("You are offline"),
  text: message("This page may be out of date. You cannot send transactions until you are online again."),
};

/**
 * Shows above every page what is unavailable: the connection, the service, the RPC node, or a script of the
 * page.
 */
export function ServiceNotice() {
  const t = useTranslator();
  const state = useServiceState();
  const isOnline = useOnline();
  const isPartMissing = useMissingPart();
  useEffect(listenForMissingParts, []);
  // A service on the same device responds without a network connection.
  const notice = state === "no-answer" && !isOnline ? OFFLINE : state !== "well" && MESSAGES[state];
  return (
    <>
      {notice && <PageNotice title={t(notice.title)}>{t(notice.text)}</PageNotice>}
      {isPartMissing && (
        <PageNotice
          title={t("This page is incomplete")}
          action={<Button onClick={() => window.location.reload()}>{t("Reload page")}</Button>}
        >
          {t(MISSING_PART)}
        </PageNotice>
      )}
    </>
  );
}

type PageNoticeProps = { title: string; children: ReactNode; action?: ReactNode };

/** A warning above the content of the page. */
export function PageNotice({ title, children, action }: PageNoticeProps) {
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4">
      <Notice tone="warn" title={title} live action={action}>
        {children}
      </Notice>
    </div>
  );
}

function listenForMissingParts() {
  const onError = ({ error }: ErrorEvent) => void noteMissingPart(error);
  const onRejection = ({ reason }: PromiseRejectionEvent) => void noteMissingPart(reason);
  window.addEventListener("error", onError);
  window.addEventListener("unhandledrejection", onRejection);
  return () => {
    window.removeEventListener("error", onError);
    window.removeEventListener("unhandledrejection", onRejection);
  };
}

/** Polls the health endpoint, more often while the service is degraded. Refetches the page after recovery. */
export function useServiceState(): ServiceState {
  const router = useRouter();
  const queries = useQueryClient();
  const { data: state = "well", refetch } = useQuery({
    queryKey: HEALTH_KEY,
    queryFn: fetchHealth,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data === "well" ? HEALTHY_POLL_MS : UNHEALTHY_POLL_MS,
  });
  useEffect(() => subscribe(() => void refetch()), [refetch]);
  const isHealthy = state === "well";
  const wasHealthy = useRef(true);
  useEffect(() => {
    if (isHealthy && !wasHealthy.current) {
      router.refresh();
      // Data that never becomes stale stays. This includes the wallets, which would disconnect while the user
      // signs.
      void queries.invalidateQueries({
        predicate: (query) =>
          query.queryKey[0] !== HEALTH_KEY[0] && (query.state.status === "error" || query.isStale()),
      });
    }
    wasHealthy.current = isHealthy;
  }, [isHealthy, router, queries]);
  return state;
}

function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}
