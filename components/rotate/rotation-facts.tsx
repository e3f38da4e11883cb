"use client";

import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { CostFacts } from "@/components/review/costs";
import { ReviewSection } from "@/components/review/document";
import { PartyFacts, WalletProofNote } from "@/components/review/parties";
import { PriorityFeeChoice } from "@/components/review/priority-fee-choice";
import { isUnanswered } from "@/components/service/service-fetch";
import { Facts } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";

type RotationFactsProps = {
  campaign: ActionCampaign;
  token: Token;
  account: WalletAccount;
  isSending: boolean;
};

/** Shows network, signer and costs of a rotation, from a simulation that needs no new root. */
export default function RotationFacts({ campaign, token, account, isSending }: RotationFactsProps) {
  const t = useTranslator();
  const facts = useQuery({
    queryKey: ["rotation-facts", campaign.treeAddress, account.address, t.language],
    queryFn: async () => {
      const { tryRotation } = await import("./run-rotation");
      return tryRotation(campaign, account.address, t);
    },
    retry: false,
  });
  if (facts.isError) {
    return (
      <Notice
        tone="danger"
        title={isUnanswered(facts.error) ? t("Simulation unavailable") : t("This transaction would fail")}
        live
      >
        {errorText(t, facts.error)}
      </Notice>
    );
  }
  if (!facts.data) {
    return <p className="text-sm text-ink-soft">{t("Simulating the transaction…")}</p>;
  }
  return (
    <ReviewSection title={t("Transaction details")}>
      <Facts>
        <PartyFacts
          network={facts.data.network}
          account={account}
          treeAddress={campaign.treeAddress}
          token={token}
        />
      </Facts>
      <CostFacts costs={facts.data.simulation} token={token} />
      <PriorityFeeChoice transactions={[facts.data.payable]} disabled={isSending} />
      <p className="mt-1 text-sm text-ink-soft">
        {t(
          "Your wallet requests three signatures: one to prove your identity for the registration check, one for the transaction, and one to register the change.",
        )}
      </p>
      <WalletProofNote account={account} />
    </ReviewSection>
  );
}
