"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/components/shell/clock";
import { useWallet } from "@/components/wallet/wallet-store";
import { ActionButton } from "./action-button";
import type { ActionCampaign } from "./action-request";

type RentBackProps = {
  campaign: ActionCampaign;
  beneficiary: string;
  /** From when on the program lets the record be closed, in unix seconds; null while nothing has ended the campaign. */
  closableFrom: string | null;
  /** Every tree of the page whose record may be closed, so that the page asks the ledger once for all of them. */
  trees: readonly string[];
};

/** Gives a beneficiary back the rent of a claim record that has no more use; nothing where there is none. */
export function RentBack({ campaign, beneficiary, closableFrom, trees }: RentBackProps) {
  const { account } = useWallet();
  const now = useNow(30_000);
  const { programId, treeAddress } = campaign;
  const rents = useQuery({
    queryKey: ["claim-rents", beneficiary, trees],
    queryFn: async () => {
      const { fetchClaimRents } = await import("./claim-rents");
      return fetchClaimRents({ beneficiary, programId, trees });
    },
    enabled: account?.address === beneficiary && closableFrom !== null && BigInt(closableFrom) <= now,
  });
  const rent = rents.data?.[treeAddress];
  if (!rent || account?.address !== beneficiary) return null;
  return (
    <div className="mt-4 border-t border-line pt-3">
      <ActionButton request={{ kind: "close-claim-record", campaign, beneficiary, rent }} />
      <p className="mt-1 text-sm text-ink-soft">
        Nothing more can be claimed here, so the record of your claims has no more use.
      </p>
    </div>
  );
}
