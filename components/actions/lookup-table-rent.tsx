"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { useWallet } from "@/components/wallet/wallet-store";
import type { ActionCampaign } from "@/lib/contract/operations";
import { ActionButton } from "./action-button";

const SECONDS_PER_SLOT = 0.4;

type LookupTableRentProps = { campaign: ActionCampaign; lookupTable: string };

/** Offers the creator the rent of the campaign's lookup table, in the two steps that the network requires. */
export function LookupTableRent({ campaign, lookupTable }: LookupTableRentProps) {
  const t = useTranslator();
  const { account } = useWallet();
  const isCreator = account?.address === campaign.creator;
  const { data: table } = useQuery({
    queryKey: ["lookup-table", lookupTable],
    queryFn: async () => {
      const { fetchTableState } = await import("./table-state");
      return fetchTableState(lookupTable, campaign.creator);
    },
    enabled: isCreator,
    refetchInterval: 15_000,
  });
  if (!table || !isCreator) return null;
  const { step, rent, waitSlots } = table;
  return (
    <div className="border-t border-line pt-3">
      <ActionButton
        request={{ kind: "close-lookup-table", campaign, lookupTable, step, rent }}
        disabled={waitSlots > 0}
      />
      {waitSlots > 0 && (
        <p className="mt-1 text-sm text-ink-soft">
          {t("Can be closed in about {minutes} min.", {
            minutes: Math.ceil((waitSlots * SECONDS_PER_SLOT) / 60),
          })}
        </p>
      )}
    </div>
  );
}
