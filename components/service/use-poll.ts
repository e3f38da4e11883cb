"use client";

import { type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { liveStream } from "./live-stream";

/** The polling interval of visible pages and open dialogs without the event stream. */
export const POLL_MS = 3_000;
/** The interval with the event stream, which does not report changes that only time makes, such as unlocks. */
const LIVE_POLL_MS = 5_000;
/** The longest interval while requests fail. */
const MAX_POLL_MS = 60_000;
/** Changes that arrive together cause one request. */
const DEBOUNCE_MS = 200;

/** Returns the milliseconds until the next poll after a number of failures in a row. */
export const pollDelay = (failures: number): number => Math.min(MAX_POLL_MS, POLL_MS * 2 ** failures);

type Poll<Data> = {
  queryKey: QueryKey;
  queryFn: () => Promise<Data>;
  enabled?: boolean;
  /** Existing data of the page, so that the first request waits one interval. */
  initialData?: Data;
  /** Zero for data that is useless after its component unmounts. */
  gcTime?: number;
  /** The campaign that the data depends on; by default, a change of any campaign causes a request. */
  treeAddress?: string;
};

/**
 * Fetches data when the event stream reports a change, and every few seconds. Polling pauses while the tab is
 * hidden, resumes with a request when the tab is visible, and backs off while requests fail. Equal data
 * causes no re-render.
 */
export function usePoll<Data>({ queryFn, treeAddress, ...query }: Poll<Data>): UseQueryResult<Data> {
  const failures = useRef(0);
  const result = useQuery<Data>({
    ...query,
    queryFn: async () => {
      try {
        const data = await queryFn();
        failures.current = 0;
        return data;
      } catch (error) {
        failures.current += 1;
        throw error;
      }
    },
    refetchInterval: () =>
      liveStream.isLive && failures.current === 0 ? LIVE_POLL_MS : pollDelay(failures.current),
    refetchOnWindowFocus: true,
    staleTime: POLL_MS,
    retry: false,
  });
  useStreamed(result.refetch, { isEnabled: query.enabled !== false, treeAddress });
  return result;
}

/** Calls `refetch` when the event stream reports a change. */
function useStreamed(
  refetch: () => unknown,
  { isEnabled, treeAddress = null }: { isEnabled: boolean; treeAddress: string | null | undefined },
): void {
  useEffect(() => {
    if (!isEnabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onChange = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, DEBOUNCE_MS);
    };
    const remove = liveStream.add({ treeAddress, onChange });
    return () => {
      clearTimeout(timer);
      remove();
    };
  }, [refetch, isEnabled, treeAddress]);
}
