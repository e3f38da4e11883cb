"use client";

import { useQueryClient } from "@tanstack/react-query";
import { deletePending, type PendingNote } from "@/components/drafts/pending-store";
import { useTranslator } from "@/components/i18n/use-translator";
import { exporting } from "@/components/offline-signing/offline-account";
import { WalletProofNote } from "@/components/review/parties";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { shortAddress } from "@/lib/contract/names";
import { CreationProgress, useCreation } from "./creation-progress";

/**
 * Lists campaigns that this browser started and that are not registered yet. The user can resume or delete
 * each campaign.
 */
export function PendingList({ pending }: { pending: readonly PendingNote[] }) {
  return pending.map((campaign) => <Unfinished key={campaign.treeAddress} campaign={campaign} />);
}

function Unfinished({ campaign }: { campaign: PendingNote }) {
  const t = useTranslator();
  const { account } = useWallet();
  const queries = useQueryClient();
  const creation = useCreation();
  const creator = account?.address === campaign.creator ? account : null;
  const resume = (by: WalletAccount) => creation.run.mutate({ pending: campaign.treeAddress, account: by });
  const discard = async () => {
    const question = t(
      "Discard this campaign? If it is already on the network, its recipients can never claim without this list.",
    );
    if (!window.confirm(question)) return;
    await deletePending(campaign.treeAddress);
    await queries.invalidateQueries({ queryKey: ["pending"] });
  };
  return (
    <Card
      title={t("Unfinished: {campaign}", {
        campaign: campaign.metadata?.name ?? shortAddress(campaign.treeAddress),
      })}
    >
      <p className="text-sm">
        {t(
          "You started this campaign with {count, plural, one {# allocation} other {# allocations}} but did not finish it. Resuming completes only the missing steps.",
          { count: campaign.leafCount },
        )}
      </p>
      {!creator && (
        <p className="mt-1 text-sm text-ink-soft">
          {t("Connect the creator’s wallet, {address}, to resume.", {
            address: shortAddress(campaign.creator),
          })}
        </p>
      )}
      {creator && <WalletProofNote account={creator} />}
      {!creation.run.isSuccess && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            tone="primary"
            disabled={!creator}
            busy={creation.run.isPending}
            onClick={() => creator && resume(creator)}
          >
            {t("Resume creation")}
          </Button>
          <Button
            disabled={!creator || creation.run.isPending}
            onClick={() => creator && resume(exporting(creator))}
          >
            {t("Export for offline signing")}
          </Button>
          <Button tone="danger-quiet" disabled={creation.run.isPending} onClick={discard}>
            {t("Discard campaign")}
          </Button>
        </div>
      )}
      <CreationProgress creation={creation} />
    </Card>
  );
}
