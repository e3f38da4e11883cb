"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo, useState, useSyncExternalStore } from "react";
import { listPending, type PendingNote } from "@/components/drafts/pending-store";
import { useDrafts } from "@/components/drafts/use-drafts";
import { useTranslator } from "@/components/i18n/use-translator";
import { fromKept } from "@/components/sheet/kept-sheet";
import { rowCount } from "@/components/sheet/sheet";
import { useCheckedSheet } from "@/components/sheet/use-checked-sheet";
import { useNow } from "@/components/shell/clock";
import { Card } from "@/components/ui/card";
import { toToken } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { PLAIN_TEMPLATE, type ScheduleTemplate } from "@/lib/core/vesting/templates";
import { type CampaignDraft, checkDraft } from "./form/campaign-draft";
import { DetailsForm, namesOf, useMint } from "./form/details-form";
import { RecipientsForm } from "./form/recipients-form";
import { RulesForm } from "./form/rules-form";
import { applyTemplate, scheduleCells, toLocalText } from "./form/schedule-draft";
import { ScheduleForm } from "./form/schedule-form";
import { FinishCard } from "./sign/finish-card";

const MINUTE = 60;

/**
 * Returns an empty draft. `now` is in unix seconds by the clock of the service: the clock of the local ledger
 * can be ahead of the device.
 */
function emptyDraft(now: bigint): CampaignDraft {
  const start = toLocalText(Math.ceil(Number(now) / MINUTE) * MINUTE * 1000);
  return {
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

/**
 * Loaded on demand: only visitors with saved drafts and visitors who clone a campaign need these components.
 */
const DraftOffers = dynamic(() =>
  import("@/components/drafts/draft-offers").then(({ DraftOffers }) => DraftOffers),
);
const PendingList = dynamic(() => import("./sign/pending-list").then(({ PendingList }) => PendingList));
const CloneOffer = dynamic(() => import("./clone/clone-offer").then(({ CloneOffer }) => CloneOffer));

type CreateCampaignProps = {
  programId: string;
  isLocalLedger: boolean;
  maxLeaves: number;
  /** The tree address of the campaign to clone. */
  cloneOf: string | null;
};

/**
 * Shows the whole creation on one page: token, schedule, recipients, rules, then the Merkle tree and the
 * signatures.
 */
export function CreateCampaign({ programId, isLocalLedger, maxLeaves, cloneOf }: CreateCampaignProps) {
  const t = useTranslator();
  const isAlive = useIsAlive();
  const now = useNow(60_000);
  const [initial] = useState(() => emptyDraft(now));
  const [draft, setDraft] = useState(initial);
  const drafts = useDrafts({
    scope: "create",
    basis: programId,
    initial,
    state: draft,
    title: draftTitle(t, draft),
    // A draft does not include a file that was still being read, and that read does not resume.
    onContinue: (kept) =>
      setDraft({ ...kept, sheet: kept.sheet && fromKept(kept.sheet), isReadingFile: false }),
  });
  // Errors of empty fields appear only after the user tries to continue, not while the user types.
  const [tried, setTried] = useState(false);
  const [running, setRunning] = useState<string | null>(null);
  const pending = usePending();
  const unfinished = pending.filter(({ treeAddress }) => treeAddress !== running);
  const mint = useMint(draft.mint);
  const decimals = mint.data?.decimals ?? null;
  const token = toToken(draft.mint, decimals, namesOf(mint.data));
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
  const faults = tried ? checked.faults : {};
  const [hasOffers, setHasOffers] = useState(false);
  // The card stays once it is visible, because it contains the focus after its buttons are pressed.
  if (!hasOffers && (drafts.offers.length > 0 || drafts.problem !== null)) setHasOffers(true);
  return (
    // Input before hydration would be visible but missing from the state.
    <fieldset disabled={!isAlive} className="min-w-0 space-y-6">
      <legend className="sr-only">{t("New campaign")}</legend>
      {unfinished.length > 0 && <PendingList pending={unfinished} />}
      {hasOffers && <DraftOffers drafts={drafts} begun={pending.map(({ draftId }) => draftId)} />}
      {cloneOf && <CloneOffer key={cloneOf} treeAddress={cloneOf} maxLeaves={maxLeaves} onTake={set} />}
      <Card title={t("1. Campaign and token")}>
        <DetailsForm {...{ draft, set, faults, mint, isLocalLedger }} />
      </Card>
      <Card
        title={t("2. Schedule")}
        aside={draft.mode === "many" ? t("for rows without their own schedule") : undefined}
      >
        <ScheduleForm
          schedule={draft.schedule}
          onChange={(schedule) => set({ schedule })}
          fault={checked.faults.schedule}
          // Rows of a file can have their own schedules. The list preview draws these schedules together.
          amount={draft.mode === "one" ? checked.totalAmount : 0n}
          token={token}
        />
      </Card>
      <Card title={t("3. Recipients")}>
        <RecipientsForm {...{ draft, set, checked, faults, token, maxLeaves }} />
      </Card>
      <Card title={t("4. Rules")}>
        <RulesForm {...{ draft, set, faults }} />
      </Card>
      <FinishCard
        {...{ draft, checked, token, programId }}
        draftId={drafts.id}
        onTry={() => setTried(true)}
        onRunning={setRunning}
      />
    </fieldset>
  );
}

function draftTitle(t: Translator, { name, mode, sheet }: CampaignDraft): string {
  const campaign = name.trim() || t("Unnamed campaign");
  if (mode !== "many" || !sheet) return campaign;
  const rows = rowCount(sheet);
  return t("{campaign}, {rows, plural, one {# row} other {# rows}}", { campaign, rows });
}

/** Returns the campaigns that this browser started and that are not registered yet. */
const usePending = (): readonly PendingNote[] =>
  useQuery({ queryKey: ["pending"], queryFn: listPending, staleTime: 0 }).data ?? [];

const never = () => () => undefined;

/** Returns false on the server and until hydration is complete. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
