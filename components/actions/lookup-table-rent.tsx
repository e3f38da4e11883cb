"use client";

import { useQuery } from "@tanstack/react-query";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount, SOL } from "@/components/review/costs";
import { useNow } from "@/components/shell/clock";
import { Countdown } from "@/components/ui/values/time";
import { useWallet } from "@/components/wallet/wallet-store";
import type { ActionCampaign } from "@/lib/contract/operations";
import { ActionButton } from "./action-button";

const SECONDS_PER_SLOT = 0.4;

type LookupTableRentProps = { campaign: ActionCampaign; lookupTable: string };

/** Offers the creator the rent of the campaign's lookup table, in the two steps that the network requires. */
export function LookupTableRent({ campaign, lookupTable }: LookupTableRentProps) {
  const t = useTranslator();
  const now = useNow();
  const { account } = useWallet();
  const isCreator = account?.address === campaign.creator;
  const { data: table } = useQuery({
    queryKey: ["lookup-table", lookupTable],
    queryFn: async () => {
      const { fetchTableState } = await import("./table-state");
      const state = await fetchTableState(lookupTable, campaign.creator);
      return state && { ...state, readyAt: now + BigInt(Math.ceil(state.waitSlots * SECONDS_PER_SLOT)) };
    },
    enabled: isCreator,
    refetchInterval: ({ state }) => (state.data?.waitSlots ? 5_000 : 15_000),
  });
  if (!table || !isCreator) return null;
  const { step, rent, waitSlots, readyAt } = table;
  const amount = formatExactAmount(BigInt(rent), SOL, t);
  return (
    <div className="border-t border-line pt-3">
      <ActionButton
        request={{ kind: "close-lookup-table", campaign, lookupTable, step, rent }}
        disabled={waitSlots > 0}
      />
      <p className="mt-1 text-sm text-ink-soft">
        {waitSlots > 0 ? (
          <Trans
            id="Pending transactions may still use the table. You can close it in {duration} or any time later."
            values={{ duration: <Countdown to={readyAt} done={t("moments")} /> }}
          />
        ) : step === "close" ? (
          t("The table is deactivated. Closing it returns {amount}.", { amount })
        ) : (
          t("The table helps claims of this campaign and holds a deposit of {amount}.", { amount })
        )}
      </p>
    </div>
  );
}
