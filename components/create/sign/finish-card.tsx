"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { useNow } from "@/components/shell/clock";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import { useLoadedAhead, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { CampaignDraft, CheckedDraft } from "../form/campaign-draft";
import { CheckList, type CheckStates } from "../preflight/check-list";

const loadSigning = () => import("./signing");
/** The review and the signatures, which load together with the checks. */
const Signing = dynamic(() => loadSigning().then(({ Signing }) => Signing));

type FinishCardProps = {
  draft: CampaignDraft;
  checked: CheckedDraft;
  token: Token;
  programId: string;
  /** The id of the saved draft in this browser. The draft is kept until the campaign is registered. */
  draftId: string;
  onTry: () => void;
  /**
   * Called with the address of the tree that is being created, so that the list of unfinished campaigns omits
   * it.
   */
  onRunning: (treeAddress: string) => void;
};

/** Builds the tree, runs the checks, shows the campaign to create, then signs and registers it. */
export function FinishCard({ onTry, onRunning, ...props }: FinishCardProps) {
  const t = useTranslator();
  const { draft, checked, token } = props;
  const { account } = useWallet();
  const { prepare, percent, checks } = usePreparation(props);
  const isCurrent = prepare.data?.draft === draft && prepare.data.pending.creator === account?.address;
  // A tree of earlier input or of another creator does not match the form.
  const prepared = prepare.data && isCurrent ? prepare.data : null;
  const begin = () => {
    onTry();
    if (checked.isReady && account) prepare.mutate(account);
  };
  return (
    <Card title={t("5. Review and create")}>
      {prepared?.preflight && account ? (
        <Signing
          {...{ token, account, onRunning }}
          pending={prepared.pending}
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
          <Button
            tone="primary"
            onClick={begin}
            busy={prepare.isPending}
            disabled={!account || checked.checking !== null}
          >
            {prepared ? t("Check again") : t("Review campaign")}
          </Button>
          {!prepare.isPending && !prepared && (
            <WhatIsMissing checked={checked} isConnected={account !== null} />
          )}
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
        </>
      )}
      {prepare.isError && (
        <Notice tone="danger" live>
          {errorText(t, prepare.error)}
        </Notice>
      )}
    </Card>
  );
}

function WhatIsMissing({ checked, isConnected }: { checked: CheckedDraft; isConnected: boolean }) {
  const t = useTranslator();
  const rows = checked.sheet?.faults.size ?? 0;
  const sentences = Object.values(checked.faults);
  if (rows > 0) {
    sentences.push(
      t("{count, plural, one {Correct the row marked above.} other {Correct the # rows marked above.}}", {
        count: rows,
      }),
    );
  }
  if (checked.checking !== null) sentences.push(t("The rows are still being checked."));
  if (!checked.isReady && sentences.length === 0) sentences.push(t("Select a recipients file."));
  if (!isConnected) sentences.push(t("Connect the wallet that creates the campaign."));
  return (
    <ul className="mt-2 list-disc pl-5 text-sm text-ink-soft">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const loadChecks = () =>
  Promise.all([import("./prepare-campaign"), import("../preflight/run-preflight"), loadSigning()]);

type Preparation = Omit<FinishCardProps, "onTry" | "onRunning">;

/** Builds the tree and runs every check that needs no signature. */
function usePreparation({ draft, checked, token, programId, draftId }: Preparation) {
  const t = useTranslator();
  const [percent, setPercent] = useState<number | null>(null);
  const [checks, setChecks] = useState<CheckStates>({});
  const now = useNow(1_000);
  useLoadedAhead(loadChecks);
  const prepare = useMutation({
    mutationFn: async (account: WalletAccount) => {
      setChecks({});
      const [{ prepareCampaign }, { runPreflight }] = await loadChecks();
      setPercent(0);
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      const to = { t, creator: account.address, programId, draftId, onProgress };
      const pending = await prepareCampaign(draft, checked, to);
      setPercent(null);
      const preflight = await runPreflight({ t, pending, token, account, now }, (id, state) =>
        setChecks((before) => ({ ...before, [id]: state })),
      );
      return { draft, pending, preflight };
    },
    onSettled: () => setPercent(null),
  });
  return { prepare, percent, checks };
}
