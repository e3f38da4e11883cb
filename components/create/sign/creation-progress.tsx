"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  findPending,
  type PendingCampaign,
  readPending,
  savePending,
} from "@/components/drafts/pending-store";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { SEND_PHASES } from "@/components/network/send-phase";
import { SignedOfflineLaterError } from "@/components/offline-signing/offline-signing-store";
import { Signatures } from "@/components/review/parties";
import { ButtonLink, Spinner } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { type PartsSent, ProgressBar, UploadProgress } from "@/components/ui/progress-bar";
import { CopyButton } from "@/components/ui/values/copy-button";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { useLoadedAhead } from "@/components/wallet/wallet-store";
import { type Message, message, type Translator } from "@/lib/core/i18n/translator";
import type { CreationNote, CreationStep } from "./run-creation";

const loadCreation = () => import("./run-creation");

/** The latest state of each step. Future steps are missing. */
type Steps = Partial<Record<CreationStep, CreationNote>>;

const NOTES: Record<CreationNote, Message> = {
  ...SEND_PHASES,
  asking: message("Sign in your wallet to prove your identity. No transaction is sent yet…"),
  checking: message("Simulating the transaction…"),
  done: message("Done"),
};

/** A campaign that was just built, or the tree address of a stored campaign. */
type StartedCreation = PendingCampaign | string;

/**
 * Runs a pending campaign to completion. The campaign is stored before the first signature, so the user can
 * resume at any step.
 */
export function useCreation() {
  const t = useTranslator();
  const queries = useQueryClient();
  const [steps, setSteps] = useState<Steps>({});
  const [parts, setParts] = useState<PartsSent | null>(null);
  useLoadedAhead(loadCreation);
  const run = useMutation({
    mutationFn: async ({ pending: begun, account }: { pending: StartedCreation; account: WalletAccount }) => {
      setSteps({});
      const pending = typeof begun === "string" ? await readPending(t, begun) : await saveBegun(begun);
      const { runCreation } = await loadCreation();
      const signatures = await runCreation(pending, {
        t,
        account,
        onProgress: (step, note) => setSteps((before) => ({ ...before, [step]: note })),
        onUpload: (done, total) => setParts({ done, total }),
      });
      return { treeAddress: pending.treeAddress, signatures };
    },
    // After a success the list of unfinished campaigns is not refetched, so that the completed campaign stays
    // visible.
    onError: () => queries.invalidateQueries({ queryKey: ["pending"] }),
    onSettled: () => setParts(null),
  });
  return { run, steps, parts };
}

/** Stores a campaign that was just built, with the signatures and the lookup table of its earlier attempts. */
async function saveBegun(begun: PendingCampaign): Promise<PendingCampaign> {
  const pending = { ...(await findPending(begun.treeAddress)), ...begun };
  await savePending(pending);
  return pending;
}

const STEPS = [
  { step: "service", title: message("Check the registration with the service"), share: 20 },
  { step: "ledger", title: message("Create and fund the campaign"), share: 50 },
  { step: "register", title: message("Register recipients and proofs"), share: 30 },
] as const;

const isRunning = (note: CreationNote | undefined) => note !== undefined && note !== "done";

/** Returns the completed fraction of a step, from 0 to 1. */
const getCompletedFraction = (note: CreationNote | undefined) =>
  isRunning(note) ? 0.4 : Number(note === "done");

type CreationProgressProps = { creation: ReturnType<typeof useCreation> };

/** Shows the state of each step of the creation, and the next action after completion or failure. */
export function CreationProgress({ creation: { run, steps, parts } }: CreationProgressProps) {
  const t = useTranslator();
  if (run.isIdle) return null;
  const isWaiting = run.error instanceof SignedOfflineLaterError;
  return (
    <div className="mt-4 space-y-3">
      <ProgressBar
        label={t("Campaign creation")}
        percent={STEPS.reduce((sum, { step, share }) => sum + share * getCompletedFraction(steps[step]), 0)}
      />
      <ol className="space-y-2 text-sm">
        {STEPS.map(({ step, title }) => (
          <li key={step} className="flex flex-wrap items-center gap-2">
            {isRunning(steps[step]) && run.isPending ? (
              <Spinner />
            ) : (
              <Icon name={steps[step] === "done" ? "check" : "clock"} className="size-4" />
            )}
            <span className="font-medium">{t(title)}</span>
            <span role="status" className="text-ink-soft">
              {getNote(t, steps[step], run.isError)}
            </span>
          </li>
        ))}
      </ol>
      <UploadProgress parts={parts} />
      {run.isError && (
        <Notice
          tone={isWaiting ? "info" : "danger"}
          title={isWaiting ? t("Waiting for signatures") : t("This action did not complete")}
          live
        >
          <p>{errorText(t, run.error)}</p>
          <p>{fundsStatus(t, steps)}</p>
          <p>{t("Your recipients are saved in this browser. Try again now or later.")}</p>
        </Notice>
      )}
      {run.isSuccess && (
        <Notice
          tone="good"
          title={t("Your campaign is live")}
          live
          action={
            <ButtonLink tone="primary" href={`/campaigns/${run.data.treeAddress}`}>
              {t("View campaign")}
            </ButtonLink>
          }
        >
          <p>{t("Recipients can see their allocations now.")}</p>
          <ClaimLink treeAddress={run.data.treeAddress} />
          <Signatures {...run.data} />
        </Notice>
      )}
    </div>
  );
}

/** The page on which recipients claim, to send to them. */
function ClaimLink({ treeAddress }: { treeAddress: string }) {
  const t = useTranslator();
  const page = `${window.location.origin}/claim/${treeAddress}`;
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span>{t("Share the claim link:")}</span>
      <a href={page} className="min-w-0 underline underline-offset-4">
        {page.replace(/^https?:\/\//, "")}
      </a>
      <CopyButton text={page} label={t("Copy claim link")} />
    </p>
  );
}

function getNote(t: Translator, note: CreationNote | undefined, hasFailed: boolean): string | undefined {
  if (hasFailed && isRunning(note)) return t("Stopped");
  return note && t(NOTES[note]);
}

/** Returns a message about the state of the funds. */
function fundsStatus(t: Translator, { service, ledger }: Steps): string {
  if (ledger === "done") {
    return t(
      "The campaign is funded on the network but not registered yet. Recipients cannot claim until you register it.",
    );
  }
  if (service === "done") {
    return t(
      "The next attempt first checks which transactions are already on the network. Nothing is locked twice.",
    );
  }
  return t("No new transaction was sent.");
}
