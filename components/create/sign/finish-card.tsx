"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import { chooseWallet, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { KnownNames } from "@/lib/core/recipients/read-name-cell";
import type { CheckedDraft } from "../form/campaign-draft";
import { CheckList } from "../preflight/check-list";
import { BackButton } from "../wizard/step-panel";
import type { Preparation } from "./use-preparation";

/** The review and the signatures, which load together with the checks. */
const Signing = dynamic(() => import("./signing").then(({ Signing }) => Signing));

type FinishCardProps = {
  preparation: Preparation;
  checked: CheckedDraft;
  token: Token;
  /** The missing entries of the earlier steps. */
  problems: readonly string[];
  onReview: () => void;
  /** Opens the previous step, until the checks pass. */
  onBack: () => void;
  /**
   * Called with the address of the tree that is being created, so that the list of unfinished campaigns omits
   * it.
   */
  onRunning: (treeAddress: string) => void;
  /** Uses other addresses for names, which changes the list. */
  onNames: (names: KnownNames) => void;
};

/** Builds the tree, runs the checks, shows the campaign to create, then signs and registers it. */
export function FinishCard(props: FinishCardProps) {
  const { preparation, checked, token, problems, onReview, onBack, onRunning, onNames } = props;
  const t = useTranslator();
  const { account } = useWallet();
  const { prepare, prepared, percent, checks } = preparation;
  return (
    <>
      {prepared?.preflight && account ? (
        <Signing
          {...{ token, account, onRunning, onNames }}
          pending={prepared.pending}
          draft={prepared.draft}
          preflight={prepared.preflight}
          key={prepared.pending.treeAddress}
        >
          <CheckList states={checks} />
        </Signing>
      ) : (
        <>
          <p className="mb-3 text-sm text-ink-soft">
            {t(
              "Your browser prepares the recipient list and checks the campaign. You then review exactly what you sign. Nothing is sent before you sign.",
            )}
          </p>
          <ReviewButton
            {...{ account, onReview }}
            isPending={prepare.isPending}
            isChecking={checked.checking !== null}
            label={prepared ? t("Check again") : t("Check campaign")}
          />
          {!prepare.isPending && !prepared && <MissingInputs {...{ problems, checked }} />}
          {(prepare.isPending || prepared) && (
            <div className="mt-4 space-y-3">
              {percent !== null && <WorkProgress label={t("Preparing the campaign")} percent={percent} />}
              <CheckList states={checks} />
            </div>
          )}
          {prepared && (
            <div className="mt-3">
              <Notice tone="danger" title={t("Not ready to sign")} live>
                {t("Nothing was signed or sent. Fix the errors marked above, then check again.")}
              </Notice>
            </div>
          )}
          <div className="mt-6 border-t border-line pt-4">
            <BackButton onClick={onBack} />
          </div>
        </>
      )}
      {prepare.isError && (
        <Notice tone="danger" live>
          {errorText(t, prepare.error)}
        </Notice>
      )}
    </>
  );
}

type ReviewButtonProps = Pick<FinishCardProps, "onReview"> & {
  account: WalletAccount | null;
  isPending: boolean;
  /** Whether the rows of the file are still being checked. */
  isChecking: boolean;
  label: string;
};

/** Starts the checks. Without a wallet, it connects one first, and the checks then start. */
function ReviewButton({ account, onReview, isPending, isChecking, label }: ReviewButtonProps) {
  const t = useTranslator();
  const [isConnecting, setIsConnecting] = useState(false);
  useEffect(() => {
    if (!isConnecting || !account || isChecking) return;
    setIsConnecting(false);
    onReview();
  }, [isConnecting, account, isChecking, onReview]);
  if (!account) {
    const connect = () => {
      setIsConnecting(true);
      chooseWallet();
    };
    return (
      <Button tone="primary" onClick={connect}>
        {t("Connect a wallet")}
      </Button>
    );
  }
  return (
    <Button tone="primary" onClick={onReview} busy={isPending} disabled={isChecking}>
      {label}
    </Button>
  );
}

type MissingInputsProps = Pick<FinishCardProps, "problems" | "checked">;

function MissingInputs({ problems, checked }: MissingInputsProps) {
  const t = useTranslator();
  const sentences = [...problems];
  if (checked.checking !== null) sentences.push(t("The rows are still being checked."));
  if (sentences.length === 0) return null;
  return (
    <ul className="mt-2 list-disc pl-5 text-sm text-ink-soft">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
