"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { withQuery } from "@/components/ui/page/page-query";
import type { ApiClient } from "@/lib/client/api-client";
import type { CampaignsPage } from "@/lib/contract/campaign";
import { campaignState, listStates, progressState } from "@/lib/contract/live-state";
import { usePoll } from "./use-poll";

/** The API response from which a page is rendered. */
export type LiveSource =
  | { kind: "campaign"; treeAddress: string }
  | { kind: "progress"; address: string }
  | { kind: "campaigns"; query: CampaignsQuery }
  | { kind: "lists"; queries: readonly CampaignsQuery[] };

type CampaignsQuery = Omit<NonNullable<Parameters<ApiClient["campaigns"]>[0]>, "cursor">;

const TIMEOUT_MS = 20_000;

/**
 * Fetches a response and uses it as it is. The schemas of the API client would be most of the page's code, and
 * an unexpected response only causes another refresh.
 */
async function fetchResponse<Body>(path: string): Promise<Body> {
  // The API lets caches serve responses for a few seconds, which would delay changes.
  const response = await fetch(path, { cache: "no-cache", signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${path} responded with status ${response.status}.`);
  return response.json();
}

const fetchCampaigns = (query: CampaignsQuery) =>
  fetchResponse<CampaignsPage>(withQuery("/api/campaigns", query));

async function readState(source: LiveSource): Promise<string> {
  switch (source.kind) {
    case "campaign":
      return campaignState(await fetchResponse(`/api/campaigns/${source.treeAddress}`));
    case "progress":
      return progressState(await fetchResponse(`/api/beneficiary/${source.address}/vesting-progress`));
    case "campaigns":
      return listStates([await fetchCampaigns(source.query)]);
    case "lists":
      return listStates(await Promise.all(source.queries.map(fetchCampaigns)));
  }
}

/** Maximum number of refreshes for one state, in case the page comes from a read replica that lags behind. */
const MAX_REFRESHES = 5;

/** Time for which the announcement stays in the page, so that a later change is announced again. */
const ANNOUNCE_MS = 5_000;

/**
 * Refreshes the page when its state changes, by an event or by the end of a countdown. `shown` is the state
 * at the time of rendering. Renders only an announcement for screen readers, one for each new state.
 */
export function LivePage({ source, shown }: { source: LiveSource; shown: string }) {
  const t = useTranslator();
  const router = useRouter();
  const { data: current = shown, dataUpdatedAt } = usePoll({
    queryKey: ["live", source],
    queryFn: () => readState(source),
    initialData: shown,
    ...(source.kind === "campaign" && { treeAddress: source.treeAddress }),
  });
  const refreshed = useRef({ state: shown, times: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that still differs is a reason to try again.
  useEffect(() => {
    if (current === shown) return;
    const times = refreshed.current.state === current ? refreshed.current.times : 0;
    if (times >= MAX_REFRESHES) return;
    refreshed.current = { state: current, times: times + 1 };
    router.refresh();
  }, [current, shown, dataUpdatedAt, router]);
  const isAnnounced = useAnnounced(shown);
  return (
    <span aria-live="polite" className="sr-only">
      {isAnnounced && t("This page was updated.")}
    </span>
  );
}

/** Returns true for a few seconds after the displayed state changed. */
function useAnnounced(shown: string): boolean {
  const [silent, setSilent] = useState(shown);
  useEffect(() => {
    const timer = setTimeout(() => setSilent(shown), ANNOUNCE_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown !== silent;
}
