"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { useWallet } from "@/components/wallet/wallet-store";
import type { ActionCampaign } from "@/lib/contract/operations";
import { ActionButton } from "./action-button";

type ReclaimRentProps = {
  campaign: ActionCampaign;
  beneficiary: string;
  /**
   * All trees of the page that are over and can have a claim record of the beneficiary. One RPC request
   * covers all of them.
   */
  trees: readonly string[];
};

/**
 * Offers a beneficiary the rent of a claim record, only after the campaign is over. The program would close a
 * record earlier, and then pay the same allocation again from the funds of others.
 */
export function ReclaimRent({ campaign, beneficiary, trees }: ReclaimRentProps) {
  const t = useTranslator();
  const { account } = useWallet();
  const now = useNow(30_000);
  const { programId, treeAddress } = campaign;
  const rents = useQuery({
    queryKey: ["claim-rents", beneficiary, trees],
    queryFn: async () => {
      const { fetchClaimRents } = await import("./claim-rents");
      return fetchClaimRents({ beneficiary, programId, trees, now });
    },
    enabled: account?.address === beneficiary && trees.includes(treeAddress),
    refetchInterval: 60_000,
  });
  const rent = rents.data?.[treeAddress];
  if (!rent || account?.address !== beneficiary) return null;
  return (
    <div className="mt-4 border-t border-line pt-3">
      <ActionButton request={{ kind: "close-claim-record", campaign, beneficiary, rent }} />
      <p className="mt-1 text-sm text-ink-soft">
        {t("The campaign has ended, so your claim record is no longer needed.")}
      </p>
    </div>
  );
}
