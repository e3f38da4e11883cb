"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { serviceApi } from "@/components/service/service-api";

const STALE_MS = 60_000;

/**
 * Shows the primary name of an address, beside the address and never instead of it. The service returns a name
 * only while it stands for the address. Shows nothing without a name or without a response.
 */
export function PrimaryName({ address }: { address: string }) {
  const t = useTranslator();
  const { data } = useQuery({
    queryKey: ["primary-name", address],
    queryFn: async () => (await serviceApi().primaryNames([address])).names[address] ?? null,
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
