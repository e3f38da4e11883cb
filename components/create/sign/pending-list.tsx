"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deletePending, type PendingNote, readPending } from "@/components/drafts/pending-store";
import { useTranslator } from "@/components/i18n/use-translator";
import { readNetwork } from "@/components/network/read-network";
import { exporting } from "@/components/offline-signing/offline-account";
import { WalletProofNote } from "@/components/review/parties";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ErrorNotice } from "@/components/ui/notice";
import { useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import { shortAddress, toToken } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { readMint } from "../preflight/mint";
import { CreationProgress, useCreation } from "./creation-progress";
import { CreationReview } from "./creation-review";

/**
 * Lists campaigns that this browser started and that are not registered yet. The user can resume or delete
 * each campaign.
 */
export function PendingList({ pending }: { pending: readonly PendingNote[] }) {
  return pending.map((campaign) => <Unfinished key={campaign.treeAddress} campaign={campaign} />);
}

/** Reads the content of the review of a stored campaign. */
async function readReview(t: Translator, { treeAddress, mint }: PendingNote) {
  const [pending, network, facts] = await Promise.all([
    readPending(t, treeAddress),
    readNetwork(t),
    mint === NATIVE_MINT ? null : readMint(mint),
  ]);
  const names = facts?.problem === null ? facts.names : undefined;
  return { pending, token: toToken(mint, facts?.decimals ?? null, names), preflight: { network } };
}

function Unfinished({ campaign }: { campaign: PendingNote }) {
  const t = useTranslator();
  const { account } = useWallet();
  const queries = useQueryClient();
  const creation = useCreation();
  const review = useMutation({ mutationFn: () => readReview(t, campaign) });
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
      {creator && review.data && (
        <CreationReview {...review.data} account={creator} isSending={creation.run.isPending} />
      )}
      <ErrorNotice error={review.error} />
      {!creation.run.isSuccess && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            tone="primary"
            disabled={!creator}
            busy={review.isPending || creation.run.isPending}
            onClick={() => creator && (review.data ? resume(creator) : review.mutate())}
          >
            {review.data ? t("Resume creation") : t("Review campaign")}
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
