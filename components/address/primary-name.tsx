"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";

const STALE_MS = 60_000;

/** Requests a name without the API client, which is a large part of the scripts of a page. */
async function fetchPrimaryName(address: string): Promise<string | null> {
  const response = await fetch(`/api/names?addresses=${encodeURIComponent(address)}`);
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const { names } = Object(await response.json());
  const name: unknown = Object(names)[address];
  return typeof name === "string" ? name : null;
}

/**
 * Shows the primary name of an address, beside the address and never instead of it. The service returns a name
 * only while it stands for the address. Shows nothing without a name or without a response.
 */
export function PrimaryName({ address }: { address: string }) {
  const t = useTranslator();
  const { data } = useQuery({
    queryKey: ["primary-name", address],
    queryFn: () => fetchPrimaryName(address),
    staleTime: STALE_MS,
    retry: false,
  });
  if (!data) return null;
  return (
    <span className="font-medium wrap-anywhere" title={t("Primary name on the Solana Name Service")}>
      {data}
    </span>
  );
}
