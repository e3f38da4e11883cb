"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { DownloadRecipients } from "@/components/campaign/download-recipients";
import {
  findReplaced,
  findRotation,
  type PendingRotation,
  type RotationBasis,
} from "@/components/drafts/pending-store";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { SEND_PHASES, type SendPhase } from "@/components/ledger/send-phase";
import { exporting } from "@/components/offline-signing/offline-account";
import { formatExactAmount } from "@/components/review/costs";
import { exportLabel } from "@/components/squads/export-label";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { type PartsSent, UploadProgress, WorkProgress } from "@/components/ui/progress-bar";
import { useLoadedAhead, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { Translator } from "@/lib/core/i18n/translator";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { ChangeBar } from "./change-bar";
import { RotationDifferenceView } from "./rotation-difference";
import { RotationSteps } from "./rotation-steps";
import type { PlannedRotation } from "./use-rotation-plan";

const loadRotation = () => import("./run-rotation");
const RotationFacts = dynamic(() => import("./rotation-facts"), { ssr: false });

type FinishRotationProps = {
  campaign: ActionCampaign;
  token: Token;
  /** The id of the saved draft in this browser. The draft is kept until the rotation is registered. */
  draftId: string;
  planned: PlannedRotation;
  /** The state that the plan of the new list depends on. */
  basis: RotationBasis;
  /** The root on the Solana network, which can belong to an earlier change of this browser. */
  currentRoot: string;
  /** Fetches the current allocations and claims again. */
  onReread: () => void;
  /** Whether the list has no errors and the plan belongs to the current version of the list. */
  isReady: boolean;
  isValid: boolean;
  /** The editor of the list. */
  children: ReactNode;
};

/** Guides through a change: the list, the review of its changes, and the signature. */
export function FinishRotation(props: FinishRotationProps) {
  const { campaign, token, draftId, planned, basis, currentRoot, onReread, isReady, isValid, children } =
    props;
  const t = useTranslator();
  const { plan, difference } = planned;
  const { account } = useWallet();
  const { run, phase, percent, parts, unfinished } = useRotation(campaign, currentRoot);
  const signer = account?.address === campaign.cancelAuthority ? account : null;
  const hasChanges = isValid && difference.changes.length > 0;
  const canReplace = signer !== null && isReady && hasChanges;
  const replace = (by: WalletAccount) =>
    run.mutate({ account: by, leaves: plan.leaves, changes: difference.changes, basis, draftId });
  if (run.isSuccess) {
    return (
      <Notice
        tone="good"
        title={t("Allocations changed")}
        live
        action={
          <ButtonLink href={`/campaigns/${campaign.treeAddress}?view=roots`}>{t("View versions")}</ButtonLink>
        }
      >
        {t("Earlier proofs are no longer valid. Recipients get their new proofs here.")}
      </Notice>
    );
  }
  return (
    <>
      <RotationSteps current={run.isPending ? "sign" : hasChanges ? "review" : "recipients"} />
      {unfinished && account && (
        <Unfinished onResume={signer && (() => run.mutate({ account: signer, rotation: unfinished }))} />
      )}
      {children}
      {hasChanges && <Review {...{ planned, token }} treeAddress={campaign.treeAddress} />}
      {signer && (
        <Card title={t("Sign")}>
          <RotationFacts {...{ campaign, token }} account={signer} isSending={run.isPending} />
          {!account?.signPlan && (
            <div className="mt-4">
              <Button disabled={!canReplace || run.isPending} onClick={() => replace(exporting(signer))}>
                {t("Export for offline signing")}
              </Button>
            </div>
          )}
        </Card>
      )}
      <ChangeBar
        {...{ planned, token, isValid }}
        action={
          <Button
            tone="primary"
            className="w-full sm:w-auto"
            busy={run.isPending}
            disabled={!canReplace}
            onClick={() => signer && replace(signer)}
          >
            {actionLabel(t, { account, hasChanges })}
          </Button>
        }
      >
        <RunState {...{ run, phase, percent, parts, onReread }} />
        {!signer && hasChanges && (
          <p className="text-sm text-ink-soft">{t("Connect the wallet of the cancel authority to sign.")}</p>
        )}
      </ChangeBar>
    </>
  );
}

/** Returns the label of the button of the current step. The button signs once the list has changes. */
function actionLabel(t: Translator, of: { account: WalletAccount | null; hasChanges: boolean }): string {
  if (!of.hasChanges) return t("Review changes");
  return of.account?.vault ? exportLabel(t, of.account) : t("Update recipients");
}

/** Offers to complete a change that was sent but not registered. */
function Unfinished({ onResume }: { onResume: (() => void) | null }) {
  const t = useTranslator();
  return (
    <Notice
      tone="warn"
      title={t("An earlier change is not finished")}
      action={
        <Button disabled={!onResume} onClick={() => onResume?.()}>
          {t("Resume change")}
        </Button>
      }
    >
      {t(
        "You started this change in this browser, but it is not registered. Resume it before you make more changes.",
      )}
    </Notice>
  );
}

type RunStateProps = Pick<FinishRotationProps, "onReread"> &
  Pick<ReturnType<typeof useRotation>, "run" | "phase" | "percent" | "parts">;

function RunState({ run, phase, percent, parts, onReread }: RunStateProps) {
  const t = useTranslator();
  return (
    <>
      {run.isError && (
        <Notice
          tone="danger"
          title={t("This action did not complete")}
          live
          action={<Button onClick={onReread}>{t("Reload allocations")}</Button>}
        >
          <p>{errorText(t, run.error)}</p>
          <p>{t("The new allocations are saved in this browser. Try again now or later.")}</p>
        </Notice>
      )}
      {percent !== undefined && <WorkProgress label={t("Preparing the allocations")} percent={percent} />}
      <UploadProgress parts={parts ?? null} />
      {phase && (
        <p role="status" className="text-sm text-ink-soft">
          {t(SEND_PHASES[phase])}
        </p>
      )}
    </>
  );
}

type ReviewProps = Pick<FinishRotationProps, "planned" | "token"> & { treeAddress: string };

/** Shows the difference, the list as a file, and the consequences of the rotation. */
function Review({ planned, token, treeAddress }: ReviewProps) {
  const t = useTranslator();
  const { plan, difference } = planned;
  return (
    <Card title={t("Review")}>
      <RotationDifferenceView difference={difference} token={token} />
      <DownloadRecipients
        campaign={{ treeAddress }}
        leaves={plan.leaves}
        label={t("Download new list as CSV")}
      />
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
    </Card>
  );
}

type RotationInput = { account: WalletAccount } & (
  | {
      leaves: readonly Leaf[];
      changes: PlannedRotation["difference"]["changes"];
      basis: RotationBasis;
      draftId: string;
    }
  | { rotation: PendingRotation }
);

type RotationProgress = { phase?: SendPhase; percent?: number | undefined; parts?: PartsSent };

function useRotation(campaign: ActionCampaign, currentRoot: string) {
  const t = useTranslator();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<RotationProgress>({});
  const noteProgress = (change: RotationProgress) => setProgress((before) => ({ ...before, ...change }));
  const { treeAddress } = campaign;
  const key = ["pending-rotation", treeAddress, currentRoot];
  const pending = useQuery({
    queryKey: key,
    queryFn: async () =>
      (await findReplaced({ treeAddress, merkleRoot: currentRoot })) ??
      (await findRotation(treeAddress)) ??
      null,
    staleTime: 0,
  });
  useLoadedAhead(loadRotation);
  const run = useMutation({
    mutationFn: async ({ account, ...input }: RotationInput) => {
      const { prepareRotation, runRotation } = await loadRotation();
      const onProgress = (done: number, total: number) => noteProgress({ percent: (100 * done) / total });
      const rotation =
        "rotation" in input
          ? input.rotation
          : {
              ...(await prepareRotation(treeAddress, input, { t, onProgress })),
              basis: input.basis,
              draftId: input.draftId,
            };
      noteProgress({ percent: undefined });
      return runRotation(rotation, {
        ...{ campaign, account, t },
        onPhase: (phase) => noteProgress({ phase }),
        onUpload: (done, total) => noteProgress({ parts: { done, total } }),
      });
    },
    onError: () => queries.invalidateQueries({ queryKey: key }),
    onSettled: () => setProgress({}),
  });
  return { run, ...progress, unfinished: pending.data ?? null };
}
