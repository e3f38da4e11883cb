"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Activity, type ReactNode, useState } from "react";
import {
  findReplaced,
  findRotation,
  type PendingRotation,
  type RotationBasis,
} from "@/components/drafts/pending-store";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { SEND_PHASES, type SendPhase } from "@/components/network/send-phase";
import { exporting } from "@/components/offline-signing/offline-account";
import { Button, ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { type PartsSent, UploadProgress, WorkProgress } from "@/components/ui/progress-bar";
import { useStepFocus } from "@/components/ui/use-step-focus";
import { useLoadedAhead, useWallet, type WalletAccount } from "@/components/wallet/wallet-store";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { ChangeBar } from "./change-bar";
import { ReviewActions, ReviewButton, RotationReview } from "./rotation-review";
import { RotationSteps } from "./rotation-steps";
import type { PlannedRotation } from "./use-rotation-plan";

const loadRotation = () => import("./run-rotation");

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
  /** A fact about the list, beside the steps. */
  aside: ReactNode;
  /** The editor of the list. */
  children: ReactNode;
};

/** Guides through a change: the list, the review of its changes, and the signature. */
export function FinishRotation(props: FinishRotationProps) {
  const { campaign, planned, token, isReady, isValid, children } = props;
  const t = useTranslator();
  const { account } = useWallet();
  const rotation = useRotation(campaign, props.currentRoot);
  const { run, unfinished } = rotation;
  const signer = useSigner(campaign);
  const changes = isValid ? planned.difference.changes : [];
  const [isReview, setIsReview] = useState(false);
  // A list without changes has no review. Its next change must not open the review by itself.
  if (isReview && changes.length === 0) setIsReview(false);
  const container = useStepFocus(isReview ? "review" : "recipients");
  if (run.isSuccess) return <Done {...campaign} />;
  const replace = (by: WalletAccount) => {
    const { basis, draftId } = props;
    run.mutate({ account: by, leaves: planned.plan.leaves, changes, basis, draftId });
  };
  return (
    <>
      <RotationSteps
        current={run.isPending ? "sign" : isReview ? "review" : "recipients"}
        aside={props.aside}
      />
      {unfinished && account && (
        <Unfinished onResume={signer && (() => run.mutate({ account: signer, rotation: unfinished }))} />
      )}
      <div ref={container} tabIndex={-1} className="scroll-mt-20 space-y-4 outline-none">
        {/* A hidden list keeps its history and its filters. */}
        <Activity mode={isReview ? "hidden" : "visible"}>{children}</Activity>
        {isReview && (
          <RotationReview {...{ planned, token, campaign, signer }} isSending={run.isPending}>
            <Button disabled={!isReady || run.isPending} onClick={() => signer && replace(exporting(signer))}>
              {t("Export for offline signing")}
            </Button>
          </RotationReview>
        )}
      </div>
      <ChangeBar
        {...{ planned, token, isValid }}
        action={
          isReview ? (
            <ReviewActions
              {...{ account, isReady }}
              isSending={run.isPending}
              onBack={() => setIsReview(false)}
              onSign={signer && (() => replace(signer))}
            />
          ) : (
            <ReviewButton count={changes.length} onReview={() => setIsReview(true)} />
          )
        }
      >
        <RunState {...rotation} onReread={props.onReread} />
      </ChangeBar>
    </>
  );
}

/** Returns the connected wallet if it can change the recipients. */
function useSigner({ cancelAuthority }: ActionCampaign): WalletAccount | null {
  const { account } = useWallet();
  return account?.address === cancelAuthority ? account : null;
}

function Done({ treeAddress }: Pick<ActionCampaign, "treeAddress">) {
  const t = useTranslator();
  return (
    <Notice
      tone="good"
      title={t("Allocations changed")}
      live
      action={<ButtonLink href={`/campaigns/${treeAddress}?view=roots`}>{t("View versions")}</ButtonLink>}
    >
      {t("Earlier proofs are no longer valid. Recipients get their new proofs here.")}
    </Notice>
  );
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
