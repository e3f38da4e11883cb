"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState, useSyncExternalStore } from "react";
import { listPending, type PendingNote } from "@/components/drafts/pending-store";
import { useTranslator } from "@/components/i18n/use-translator";
import { withNames } from "@/components/sheet/names-of-sheet";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useSplit } from "./form/use-split";
import type { PrefillParameters } from "./prefill/read-prefill";
import { FinishCard } from "./sign/finish-card";
import { usePreparation } from "./sign/use-preparation";
import { useCampaignDraft } from "./use-campaign-draft";
import { StepContent } from "./wizard/step-content";
import { StepNavigation, type StepState } from "./wizard/step-navigation";
import { BackButton, MissingInputs, StepPanel } from "./wizard/step-panel";
import { type StepId, stepProblems, WIZARD_STEPS } from "./wizard/steps";
import { Summary } from "./wizard/summary";
import { useStep } from "./wizard/use-step";

/**
 * Loaded on demand: only visitors with saved drafts and visitors who clone a campaign need these components.
 */
const DraftOffers = dynamic(() =>
  import("@/components/drafts/draft-offers").then(({ DraftOffers }) => DraftOffers),
);
const PendingList = dynamic(() => import("./sign/pending-list").then(({ PendingList }) => PendingList));
const PrefillOffer = dynamic(() =>
  import("./prefill/prefill-offer").then(({ PrefillOffer }) => PrefillOffer),
);
const CloneOffer = dynamic(() => import("./clone/clone-offer").then(({ CloneOffer }) => CloneOffer));

type CreateCampaignProps = {
  programId: string;
  isLocalLedger: boolean;
  maxLeaves: number;
  /** The tree address of the campaign to clone. */
  cloneOf: string | null;
  /** The values of a link that fills the form; null without any. */
  prefill?: PrefillParameters | null;
  /** Origins whose recipients files such a link may name. */
  recipientFileOrigins?: readonly string[];
};

/** Guides a creator from the token to the signatures, one step at a time. */
export function CreateCampaign({
  programId,
  isLocalLedger,
  maxLeaves,
  cloneOf,
  prefill = null,
  recipientFileOrigins = [],
}: CreateCampaignProps) {
  const t = useTranslator();
  const isHydrated = useIsHydrated();
  const [step, setStep] = useStep();
  const form = useCampaignDraft({ programId, maxLeaves, goTo: setStep });
  const { draft, set, checked, token, drafts } = form;
  const preparation = usePreparation({ draft, checked, token, programId, draftId: drafts.id });
  const { tried, goTo, tryStep } = useProgress({ step, setStep, saveStep: form.saveStep });
  const split = useSplit({ form, maxLeaves, goTo });
  const [running, setRunning] = useState<string | null>(null);
  const pending = usePending();
  const unfinished = pending.filter(({ treeAddress }) => treeAddress !== running);
  const [hasOffers, setHasOffers] = useState(false);
  // The card stays once it is visible, because it contains the focus after its buttons are pressed.
  if (!hasOffers && (drafts.offers.length > 0 || drafts.problem !== null)) setHasOffers(true);
  const problems = stepProblems(t, draft, checked);
  const getState = (id: StepId): StepState => {
    if (id === "review") return "open";
    return !tried.has(id) ? "open" : problems[id].length > 0 ? "incorrect" : "complete";
  };
  const review = () => {
    goTo("review");
    tryStep(...WIZARD_STEPS.map(({ id }) => id));
    preparation.begin();
  };
  const isReview = step === "review";
  const isSigning = isReview && Boolean(preparation.prepared?.preflight);
  return (
    // Input before hydration would be visible but missing from the state.
    <fieldset disabled={!isHydrated} className="min-w-0 space-y-6">
      <legend className="sr-only">{t("New campaign")}</legend>
      {unfinished.length > 0 && <PendingList pending={unfinished} />}
      {hasOffers && <DraftOffers drafts={drafts} begun={pending.map(({ draftId }) => draftId)} />}
      {cloneOf && <CloneOffer key={cloneOf} treeAddress={cloneOf} maxLeaves={maxLeaves} onApply={set} />}
      {prefill && (
        <PrefillOffer
          {...{ parameters: prefill, origins: recipientFileOrigins, maxLeaves }}
          schedule={draft.schedule}
          onApply={set}
        />
      )}
      <StepNavigation current={step} getState={getState} onSelect={goTo} />
      <div className={isSigning ? "" : "grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]"}>
        <StepPanel step={step}>
          {!isReview && (
            <>
              <StepContent
                {...{ step, form, isLocalLedger, maxLeaves, split }}
                showsErrors={tried.has(step)}
              />
              <StepFooter
                step={step}
                missing={tried.has(step) ? problems[step] : []}
                {...{ goTo, tryStep }}
                isComplete={problems[step].length === 0}
                onReview={review}
              />
            </>
          )}
          {/* A creation that runs continues while another step is visible. */}
          <div hidden={!isReview}>
            {(isReview || preparation.isBegun) && (
              <FinishCard
                {...{ preparation, checked, token }}
                problems={problems.review}
                onReview={review}
                onBack={() => goTo("permissions")}
                onRunning={setRunning}
                onNames={(names) => draft.sheet && set({ sheet: withNames(draft.sheet, names) })}
              />
            )}
          </div>
        </StepPanel>
        {!isSigning && (
          <Summary {...{ draft, checked, token }} hasDefaultSchedule={form.hasDefaultSchedule} />
        )}
      </div>
    </fieldset>
  );
}

type Navigation = { goTo: (step: StepId) => void; tryStep: (...steps: StepId[]) => void };

/** Returns the steps that the user completed or left, and functions to change the step. */
function useProgress(input: {
  step: StepId;
  setStep: (step: StepId) => void;
  saveStep: (step: StepId) => void;
}) {
  const { step, setStep, saveStep } = input;
  const [tried, setTried] = useState<ReadonlySet<StepId>>(new Set());
  const tryStep = (...steps: StepId[]) => setTried((before) => new Set([...before, ...steps]));
  const goTo = (next: StepId) => {
    tryStep(step);
    saveStep(next);
    setStep(next);
  };
  return { tried, goTo, tryStep };
}

type StepFooterProps = Navigation & {
  step: StepId;
  missing: readonly string[];
  isComplete: boolean;
  onReview: () => void;
};

/** The buttons to the previous and the next step. Continue names what the step lacks. */
function StepFooter({ step, missing, isComplete, goTo, tryStep, onReview }: StepFooterProps) {
  const t = useTranslator();
  const position = WIZARD_STEPS.findIndex(({ id }) => id === step);
  const [before, after] = [WIZARD_STEPS[position - 1], WIZARD_STEPS[position + 1]];
  const next = WIZARD_STEPS[position]?.next;
  const isLast = after?.id === "review";
  const proceed = () => {
    if (!isComplete || !after) tryStep(step);
    else if (isLast) onReview();
    else goTo(after.id);
  };
  return (
    <div className="mt-6 space-y-4 border-t border-line pt-4">
      <MissingInputs sentences={missing} />
      <div className="flex flex-wrap justify-between gap-2">
        {before && <BackButton onClick={() => goTo(before.id)} />}
        <Button tone="primary" className="ml-auto max-sm:w-full" onClick={proceed}>
          {next && t(next)} <Icon name="next" className="size-4" />
        </Button>
      </div>
      {!before && (
        <p className="text-right text-sm text-ink-soft">
          {t("You connect a wallet in the last step. Nothing is sent before you sign.")}
        </p>
      )}
    </div>
  );
}

/** Returns the campaigns that this browser started and that are not registered yet. */
const usePending = (): readonly PendingNote[] =>
  useQuery({ queryKey: ["pending"], queryFn: listPending, staleTime: 0 }).data ?? [];

const never = () => () => undefined;

/** Returns false on the server and until hydration is complete. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
