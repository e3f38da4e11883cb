"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { DownloadRecipients } from "@/components/campaign/download-recipients";
import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount } from "@/components/review/costs";
import { exportLabel } from "@/components/squads/export-label";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { chooseWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import { RotationDifferenceView } from "./rotation-difference";
import type { PlannedRotation } from "./use-rotation-plan";

const RotationFacts = dynamic(() => import("./rotation-facts"), { ssr: false });

type RotationReviewProps = {
  planned: PlannedRotation;
  token: Token;
  campaign: ActionCampaign;
  /** Null if the connected wallet cannot sign. */
  signer: WalletAccount | null;
  isSending: boolean;
  /** Another way to sign. */
  children: ReactNode;
};

/** Shows the difference, the list as a file, the consequences of the rotation, and its costs for the signer. */
export function RotationReview(props: RotationReviewProps) {
  const { planned, token, campaign, signer, isSending, children } = props;
  const t = useTranslator();
  return (
    <>
      <Card title={t("Review")}>
        <RotationDifferenceView difference={planned.difference} token={token} />
        <DownloadRecipients
          campaign={campaign}
          leaves={planned.plan.leaves}
          label={t("Download new list as CSV")}
        />
        <Consequences {...{ planned, token }} />
      </Card>
      <Card title={t("Sign")}>
        {signer ? (
          <>
            <RotationFacts {...{ campaign, token, isSending }} account={signer} />
            {!signer.signPlan && <div className="mt-4">{children}</div>}
          </>
        ) : (
          <p className="text-sm text-ink-soft">{t("Connect the wallet of the cancel authority to sign.")}</p>
        )}
      </Card>
    </>
  );
}

function Consequences({ planned: { plan }, token }: Pick<RotationReviewProps, "planned" | "token">) {
  const t = useTranslator();
  return (
    <ul className="my-3 list-disc space-y-1 pl-5 text-sm">
      <li>
        {t("The Merkle root of the campaign is replaced. All earlier proofs become invalid immediately.")}
      </li>
      <li>
        {t(
          "Recipients keep their claim history. Each amount includes the tokens already claimed, which are not paid again.",
        )}
      </li>
      <li>
        {t(
          plan.paidToGone > 0n
            ? "Removed recipients keep the tokens that they claimed, but receive nothing more. They have claimed {gone} of the supply."
            : "Removed recipients keep the tokens that they claimed, but receive nothing more.",
          { gone: formatExactAmount(plan.paidToGone, token, t) },
        )}
      </li>
      <li>
        {t(
          "Claims are checked again before you sign. If someone claims before your signature lands, that claim stays paid and the last claimants may not be paid in full. To rule this out, pause the campaign first.",
        )}
      </li>
    </ul>
  );
}

/** Opens the review. Lists without changes have no such button. */
export function ReviewButton({ count, onReview }: { count: number; onReview: () => void }) {
  const t = useTranslator();
  if (count === 0) return null;
  return (
    <Button tone="primary" className="w-full sm:w-auto" onClick={onReview}>
      {t("{count, plural, one {Review # change} other {Review # changes}}", { count })}
    </Button>
  );
}

type ReviewActionsProps = {
  account: WalletAccount | null;
  isReady: boolean;
  isSending: boolean;
  onBack: () => void;
  /** Null if the connected wallet cannot sign. */
  onSign: (() => void) | null;
};

/** The buttons of the review: back to the list, and the signature. */
export function ReviewActions({ account, isReady, isSending, onBack, onSign }: ReviewActionsProps) {
  const t = useTranslator();
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={isSending} onClick={onBack}>
        <Icon name="back" className="size-4" /> {t("Back to list")}
      </Button>
      {account ? (
        <Button tone="primary" busy={isSending} disabled={!isReady || !onSign} onClick={() => onSign?.()}>
          {account.vault ? exportLabel(t, account) : t("Sign and update recipients")}
        </Button>
      ) : (
        <Button tone="primary" onClick={chooseWallet}>
          {t("Connect a wallet")}
        </Button>
      )}
    </div>
  );
}
