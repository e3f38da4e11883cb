"use client";

import { useMemo, useState } from "react";
import { useDrafts } from "@/components/drafts/use-drafts";
import { useTranslator } from "@/components/i18n/use-translator";
import { rowCount } from "@/components/sheet/sheet";
import { fromStoredSheet } from "@/components/sheet/stored-sheet";
import { useCheckedSheet } from "@/components/sheet/use-checked-sheet";
import { useNow } from "@/components/shell/clock";
import { toToken } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { PLAIN_TEMPLATE, type ScheduleTemplate } from "@/lib/core/vesting/templates";
import { type CampaignDraft, checkDraft } from "./form/campaign-draft";
import { getNames, useMint } from "./form/details-form";
import { applyTemplate, nextHourText, scheduleCells } from "./form/schedule-draft";
import { FIRST_STEP, getStep, type StepId } from "./wizard/steps";

/**
 * Returns an empty draft. `now` is in unix seconds by the clock of the service: the clock of the local ledger
 * can be ahead of the device.
 */
function emptyDraft(now: bigint): CampaignDraft {
  const start = nextHourText(Number(now) * 1000);
  return {
    step: FIRST_STEP,
    name: "",
    description: "",
    logoUri: "",
    mint: NATIVE_MINT,
    mode: "one",
    beneficiary: "",
    amount: "",
    fileUnits: "tokens",
    sheet: null,
    isReadingFile: false,
    // At least one template has a single leaf.
    schedule: applyTemplate(PLAIN_TEMPLATE as ScheduleTemplate, start),
    cancellable: true,
    cancelBy: "creator",
    cancelAuthority: "",
    pausable: true,
    pauseBy: "creator",
    pauseAuthority: "",
  };
}

type CampaignDraftOptions = { programId: string; maxLeaves: number; goTo: (step: StepId) => void };

/** Stores the input of a creation as a draft in the browser, and checks it after each change. */
export function useCampaignDraft({ programId, maxLeaves, goTo }: CampaignDraftOptions) {
  const t = useTranslator();
  const now = useNow(60_000);
  const [initial] = useState(() => emptyDraft(now));
  const [draft, setDraft] = useState(initial);
  const drafts = useDrafts({
    scope: "create",
    basis: programId,
    initial,
    state: draft,
    title: draftTitle(t, draft),
    onContinue: (stored) => {
      // A draft does not include a file that was still being read, and that read does not resume.
      setDraft({ ...stored, sheet: stored.sheet && fromStoredSheet(stored.sheet), isReadingFile: false });
      goTo(getStep(stored.step));
    },
  });
  const mint = useMint(draft.mint);
  const decimals = mint.data?.decimals ?? null;
  const token = toToken(draft.mint, decimals, getNames(mint.data));
  const { fileUnits, schedule } = draft;
  // The schedule of the form supplies the columns that a file omits.
  const options = useMemo(
    () => ({
      t,
      decimals: fileUnits === "tokens" ? (decimals ?? undefined) : undefined,
      defaults: scheduleCells(schedule),
      mint: draft.mint,
    }),
    [t, fileUnits, schedule, decimals, draft.mint],
  );
  const sheet = useCheckedSheet(draft.mode === "many" ? draft.sheet : null, options);
  const checked = checkDraft(t, draft, { decimals, sheet, maxLeaves });
  const set = (change: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...change }));
  /** Stores the visible step. A form without input has no draft. */
  const saveStep = (step: StepId) =>
    setDraft((before) => (before === initial ? before : { ...before, step }));
  /** Stores further campaigns as drafts, in their order. Returns a function that deletes them. */
  const addDrafts = (campaigns: readonly CampaignDraft[]) =>
    drafts.add(campaigns.map((campaign) => ({ state: campaign, title: draftTitle(t, campaign) })));
  const hasDefaultSchedule = schedule === initial.schedule;
  return { draft, set, saveStep, drafts, addDrafts, mint, token, checked, hasDefaultSchedule };
}

function draftTitle(t: Translator, { name, mode, sheet }: CampaignDraft): string {
  const campaign = name.trim() || t("Unnamed campaign");
  if (mode !== "many" || !sheet) return campaign;
  const rows = rowCount(sheet);
  return t("{campaign}, {rows, plural, one {# row} other {# rows}}", { campaign, rows });
}
