"use client";

import { ClaimReceipt } from "@/components/claim/claim-receipt";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { SEND_PHASES } from "@/components/network/send-phase";
import { exporting } from "@/components/offline-signing/offline-account";
import { SignedOfflineLaterError } from "@/components/offline-signing/offline-signing-store";
import { CostFacts } from "@/components/review/costs";
import { PartyFacts, Signatures } from "@/components/review/parties";
import { PriorityFeeChoice } from "@/components/review/priority-fee-choice";
import { isUnanswered } from "@/components/service/service-fetch";
import { exportLabel } from "@/components/squads/export-label";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { PrintButton } from "@/components/ui/print-button";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import type { ActionRequest } from "./action-request";
import { type ActionDescription, describeAction } from "./describe-action";
import { useAction } from "./use-action";

type ActionDialogProps = { request: ActionRequest; account: WalletAccount; onClose: () => void };

/** Shows the effects of an action and its simulation, then signing, confirmation and the indexed result. */
export default function ActionDialog({ request, account, onClose }: ActionDialogProps) {
  const t = useTranslator();
  const acting = useAction(request, account);
  const { check, done, run } = acting;
  const ready = check.data && !check.data.earlier && !check.isError ? check.data : null;
  const action = describeAction(t, ready?.request ?? request);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={run.isPending}
      title={done && request.kind === "claim" ? t("Claimed") : (action.title ?? action.label)}
      description={done ? t("Sent and confirmed.") : t("Nothing is sent before you sign in your wallet.")}
      footer={
        <Buttons
          {...{ acting, account, ready, onClose }}
          tone={action.tone === "danger" ? "danger" : "primary"}
        />
      }
    >
      {done ? (
        <Outcome sentence={action.done} done={done} request={request} />
      ) : (
        <>
          <Proposal {...{ request, account, acting, ready }} />
          <OtherButtons {...{ acting, account, ready }} />
        </>
      )}
    </Dialog>
  );
}

type ButtonsProps = {
  acting: ActionState;
  account: WalletAccount;
  ready: Ready | null;
  tone: ActionDescription["tone"];
  onClose: () => void;
};

/** Returns whether the plan can be signed: it is neither stale nor being checked again. */
const isCurrent = ({ check, isStale }: ActionState, ready: Ready | null) =>
  ready !== null && !check.isFetching && !isStale;

/** The buttons that close the dialog and that sign. An account without a wallet in this browser exports. */
function Buttons({ acting, account, ready, tone, onClose }: ButtonsProps) {
  const t = useTranslator();
  const { check, run, done } = acting;
  return (
    <>
      <Button onClick={onClose} disabled={run.isPending}>
        {done ? t("Close") : t("Cancel")}
      </Button>
      {check.isError && !done && (
        <Button tone="primary" busy={check.isFetching} onClick={() => check.refetch()}>
          {t("Check again")}
        </Button>
      )}
      {!done && !check.isError && (
        <Button
          tone={tone}
          busy={run.isPending}
          disabled={!isCurrent(acting, ready)}
          onClick={() => ready && run.mutate({ checked: ready, account })}
        >
          {account.signPlan
            ? exportLabel(t, account)
            : run.isError && !isWaiting(run.error)
              ? t("Try again")
              : t("Sign and send")}
        </Button>
      )}
    </>
  );
}

/** Prints the proposal, or exports it for another signer. */
function OtherButtons({ acting, account, ready }: Omit<ButtonsProps, "tone" | "onClose">) {
  const t = useTranslator();
  const { check, run } = acting;
  return (
    <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
      {ready && <PrintButton />}
      {!check.isError && !account.signPlan && (
        <Button
          disabled={!isCurrent(acting, ready) || run.isPending}
          onClick={() => ready && run.mutate({ checked: ready, account: exporting(account) })}
        >
          {exportLabel(t, account)}
        </Button>
      )}
    </div>
  );
}

const isWaiting = (error: unknown) => error instanceof SignedOfflineLaterError;

type ActionState = ReturnType<typeof useAction>;
type OutcomeProps = { sentence: string; done: NonNullable<ActionState["done"]>; request: ActionRequest };

function Outcome({ sentence, done: transactions, request }: OutcomeProps) {
  const t = useTranslator();
  const signatures = transactions.map(({ signature }) => signature);
  return (
    <div data-document className="space-y-4">
      <Notice tone="good" live>
        <p>{sentence}</p>
        {transactions.some(({ isEarlier }) => isEarlier) && (
          <p>{t("You signed this transaction earlier.")}</p>
        )}
        {!transactions.every(({ isIndexed }) => isIndexed) && (
          <p>{t("Confirmed on Solana. This page shows the change once it is indexed.")}</p>
        )}
        <Signatures signatures={signatures} treeAddress={request.campaign.treeAddress} />
      </Notice>
      {request.kind === "claim" && <ClaimReceipt {...{ request, signatures }} />}
    </div>
  );
}

type ProposalProps = {
  request: ActionRequest;
  account: WalletAccount;
  acting: ActionState;
  ready: Ready | null;
};

function Proposal({ request, account, acting: { check, run, phase }, ready }: ProposalProps) {
  const t = useTranslator();
  const { effects, warning } = describeAction(t, ready?.request ?? request);
  const failure = run.error ?? check.error;
  const failureTitle = isUnanswered(check.error)
    ? t("Simulation unavailable")
    : t("This transaction would fail");
  return (
    <div data-document className="space-y-4">
      <ul className="list-disc space-y-1.5 pl-5 text-sm wrap-anywhere">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {warning && <Notice tone="warn">{warning}</Notice>}
      {ready?.request.kind === "claim" && ready.request.sponsor === "none" && (
        <Notice>{t("The team’s budget for fees is used up. You pay the fee.")}</Notice>
      )}
      {ready && <ActionFacts {...{ request, account, ready }} isSending={run.isPending} />}
      <SimulationStatus isPending={check.isFetching} isPassed={Boolean(ready?.simulation)} />
      {failure && !check.isFetching && (
        <Notice
          tone={isWaiting(failure) ? "info" : "danger"}
          title={
            isWaiting(failure)
              ? t("Waiting for signatures")
              : run.isError
                ? t("This action did not complete")
                : failureTitle
          }
          live
        >
          {errorText(t, failure)}
        </Notice>
      )}
      {ready?.problem && (
        <Notice tone="warn" title={t("This transaction would fail now")} live>
          {t("{problem} You can still export the transaction and send it after this has changed.", {
            problem: ready.problem,
          })}
        </Notice>
      )}
      {phase && (
        <Notice tone="info" live>
          {t(SEND_PHASES[phase])}
        </Notice>
      )}
    </div>
  );
}

type Ready = NonNullable<ActionState["check"]["data"]> & { earlier: null };
type ActionFactsProps = {
  request: ActionRequest;
  account: WalletAccount;
  ready: Ready;
  isSending: boolean;
};

function ActionFacts({ request: { campaign }, account, ready, isSending }: ActionFactsProps) {
  const t = useTranslator();
  const { mint, decimals, unit, names, treeAddress } = campaign;
  const token = { mint, decimals, unit, names, isKnown: true };
  return (
    <>
      <Facts>
        <PartyFacts network={ready.network} {...{ account, treeAddress, token }} />
      </Facts>
      {ready.simulation && (
        <CostFacts costs={{ ...ready.simulation, isSponsored: ready.isSponsored }} token={token} />
      )}
      {ready.plans[0] && !ready.isSponsored && (
        <PriorityFeeChoice
          transactions={[
            {
              plan: ready.plans[0],
              supported: ready.supported,
              recentPrices: ready.recentPrices,
              unitsConsumed: ready.simulation?.unitsConsumed ?? null,
            },
          ]}
          disabled={isSending}
        />
      )}
      {ready.plans.length > 1 && (
        <p className="text-sm text-ink-soft">
          {t(
            "This action requires {count} transactions, signed one after another. The figures are for the first one.",
            {
              count: ready.plans.length,
            },
          )}
        </p>
      )}
    </>
  );
}

function SimulationStatus({ isPending, isPassed }: { isPending: boolean; isPassed: boolean }) {
  const t = useTranslator();
  if (!isPending && !isPassed) return null;
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
      <Icon name={isPending ? "clock" : "check"} className="size-4" />
      {isPending ? t("Simulating the transaction…") : t("Simulation passed. Nothing was sent.")}
    </p>
  );
}
