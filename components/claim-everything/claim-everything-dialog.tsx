"use client";

import { useState } from "react";
import { CampaignChangedError } from "@/components/actions/chain-state";
import { useTranslator } from "@/components/i18n/use-translator";
import { SEND_PHASES } from "@/components/network/send-phase";
import { isUnanswered } from "@/components/service/service-fetch";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Checkbox } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { ErrorNotice, Notice } from "@/components/ui/notice";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { ClaimPlanView } from "./claim-plan-view";
import type { ClaimEverythingRequest } from "./claim-request";
import { ClaimResultsView } from "./claim-results-view";
import { useClaimEverything } from "./use-claim-everything";

type DialogProps = { request: ClaimEverythingRequest; account: WalletAccount; onClose: () => void };

/**
 * Shows the payout and cost of every claimable campaign, then collects one signature and shows each result.
 */
export default function ClaimEverythingDialog({ request, account, onClose }: DialogProps) {
  const t = useTranslator();
  const { order, unsolicited } = request;
  const mayChoose = unsolicited.length > 0 && unsolicited.length < order.length;
  const [includesUnsolicited, setIncludesUnsolicited] = useState(!mayChoose);
  const claiming = useClaimEverything({ request, account, includesUnsolicited });
  const { planning, run } = claiming;
  const isBusy = run.isPending || planning.isFetching;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={run.isPending}
      title={t("Claim everything")}
      description={
        run.data
          ? t("The transactions were signed and sent. The results are below.")
          : t("Nothing is sent before you sign in your wallet.")
      }
      footer={<Buttons {...{ claiming, onClose }} />}
    >
      {mayChoose && !run.data && (
        <Checkbox
          id="claim-strangers"
          label={t("Include tokens from unknown creators ({count})", { count: unsolicited.length })}
          hint={t(
            "Each claim pays a deposit for its claim record. An unknown token may be worth less than this deposit.",
          )}
          checked={includesUnsolicited}
          disabled={isBusy}
          onChange={({ target }) => setIncludesUnsolicited(target.checked)}
        />
      )}
      {run.data && planning.data ? (
        <ClaimResultsView results={run.data} />
      ) : (
        <Proposal {...{ request, account, claiming }} />
      )}
    </Dialog>
  );
}

type Claiming = ReturnType<typeof useClaimEverything>;

function Buttons({ claiming, onClose }: { claiming: Claiming; onClose: () => void }) {
  const t = useTranslator();
  const { planning, run, isStale, planAgain } = claiming;
  const plan = planning.data;
  // After a change the dialog creates a new plan automatically.
  const isStopped = planning.isError || (run.isError && !(run.error instanceof CampaignChangedError));
  const isLeft = run.data?.results.some(({ end }) => end !== "landed") || (plan?.later ?? 0) > 0;
  return (
    <>
      <Button onClick={onClose} disabled={run.isPending}>
        {run.data ? t("Close") : t("Cancel")}
      </Button>
      {isStopped ? (
        <Button tone="primary" busy={planning.isFetching} onClick={planAgain}>
          {t("Check again")}
        </Button>
      ) : run.data ? (
        isLeft && (
          <Button tone="primary" onClick={planAgain}>
            {t("Claim the remaining amounts")}
          </Button>
        )
      ) : (
        <Button
          tone="primary"
          busy={run.isPending}
          disabled={!plan || planning.isFetching || isStale || plan.transactions.length === 0}
          onClick={() => plan && run.mutate(plan)}
        >
          {t("Sign and send")}
        </Button>
      )}
    </>
  );
}

type ProposalProps = Omit<DialogProps, "onClose"> & { claiming: Claiming };

function Proposal({ request, account, claiming: { planning, run, phase } }: ProposalProps) {
  const t = useTranslator();
  const stopped = isUnanswered(planning.error)
    ? t("Simulation unavailable")
    : t("This transaction would fail");
  return (
    <div data-document className="space-y-4">
      {planning.data && (
        <ClaimPlanView {...{ request, account }} plan={planning.data} isSending={run.isPending} />
      )}
      {planning.isFetching && (
        <p role="status" className="flex items-center gap-2 text-sm text-ink-soft">
          <Icon name="clock" className="size-4" /> {t("Simulating every claim. Nothing is sent…")}
        </p>
      )}
      <ErrorNotice
        error={planning.isFetching ? null : (run.error ?? planning.error)}
        title={run.isError ? t("This action did not complete") : stopped}
      />
      {phase && (
        <Notice tone="info" live>
          {t(SEND_PHASES[phase])}
        </Notice>
      )}
    </div>
  );
}
