"use client";

import { type QueryKey, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useRef } from "react";

/** The polling interval of visible pages and open dialogs. */
export const POLL_MS = 3_000;
/** The longest interval while requests fail. */
const MAX_POLL_MS = 60_000;

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
};

/**
 * Fetches data every few seconds. Polling pauses while the tab is hidden, resumes with a request when the tab
 * is visible, and backs off while requests fail. Equal data causes no re-render.
 */
export function usePoll<Data>({ queryFn, ...query }: Poll<Data>): UseQueryResult<Data> {
  const failures = useRef(0);
  return useQuery<Data>({
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
    refetchInterval: () => pollDelay(failures.current),
    refetchOnWindowFocus: true,
    staleTime: POLL_MS,
    retry: false,
  });
}
