"use client";

import { useQuery } from "@tanstack/react-query";
import { useNow } from "@/components/shell/clock";
import { useWallet } from "@/components/wallet/wallet-store";
import { useWords } from "@/components/words/use-words";
import type { ActionCampaign } from "@/lib/core/views/operations";
import { ActionButton } from "./action-button";

type RentBackProps = {
  campaign: ActionCampaign;
  beneficiary: string;
  /** What the beneficiary can or may yet claim, in base units. */
  open: string;
  /** Every tree of the page that may hold a record of theirs, so that the page asks the ledger once for all of them. */
  trees: readonly string[];
};

/** Gives a beneficiary back the rent of a claim record that the program would close; nothing where it would not. */
export function RentBack({ campaign, beneficiary, open, trees }: RentBackProps) {
  const t = useWords();
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
  // A record that is closed while more is to come forgets what it paid, and the program would pay that again.
  const isOver = campaign.graceEnd !== null && now >= BigInt(campaign.graceEnd);
  if (BigInt(open) > 0n && !isOver) return null;
  return (
    <div className="mt-4 border-t border-line pt-3">
      <ActionButton request={{ kind: "close-claim-record", campaign, beneficiary, rent, open }} />
      <p className="mt-1 text-sm text-ink-soft">
        {BigInt(open) > 0n
          ? t("Claims ended with the grace period; what the program would still pay needs a new record.")
          : t("Nothing more can be claimed here, so the record of your claims has no more use.")}
      </p>
    </div>
  );
}
