"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo, useState, useSyncExternalStore } from "react";
import { listPending, type PendingNote } from "@/components/drafts/pending-store";
import { useDrafts } from "@/components/drafts/use-drafts";
import { fromKept } from "@/components/sheet/kept-sheet";
import { rowCount } from "@/components/sheet/sheet";
import { useCheckedSheet } from "@/components/sheet/use-checked-sheet";
import { useNow } from "@/components/shell/clock";
import { Card } from "@/components/ui/card";
import { useWords } from "@/components/words/use-words";
import { toToken } from "@/lib/contract/names";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { PLAIN_TEMPLATE, type ScheduleTemplate } from "@/lib/core/vesting/templates";
import type { Words } from "@/lib/core/words/words";
import { type CampaignDraft, checkDraft } from "./form/campaign-draft";
import { DetailsForm, namesOf, useMint } from "./form/details-form";
import { RecipientsForm } from "./form/recipients-form";
import { RulesForm } from "./form/rules-form";
import { applyTemplate, scheduleCells, toLocalText } from "./form/schedule-draft";
import { ScheduleForm } from "./form/schedule-form";
import { FinishCard } from "./sign/finish-card";

const MINUTE = 60;

/** `now` in unix seconds by the service's clock: the local ledger's may run ahead of the device's. */
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
    // One of the templates is of a single leaf.
    schedule: applyTemplate(PLAIN_TEMPLATE as ScheduleTemplate, start),
    cancellable: true,
    cancelBy: "creator",
    cancelAuthority: "",
    pausable: true,
    pauseBy: "creator",
    pauseAuthority: "",
  };
}

/** Loaded for who was here before and left something, and for who comes to make a campaign once more. */
const DraftOffers = dynamic(() =>
  import("@/components/drafts/draft-offers").then(({ DraftOffers }) => DraftOffers),
);
const PendingList = dynamic(() => import("./sign/pending-list").then(({ PendingList }) => PendingList));
const CloneOffer = dynamic(() => import("./clone/clone-offer").then(({ CloneOffer }) => CloneOffer));

type CreateCampaignProps = {
  programId: string;
  isLocalLedger: boolean;
  maxLeaves: number;
  /** The tree of a campaign that is to be made once more. */
  cloneOf: string | null;
};

/** The whole creation on one page: what, when, for whom, under which rules; then the tree and the signatures. */
export function CreateCampaign({ programId, isLocalLedger, maxLeaves, cloneOf }: CreateCampaignProps) {
  const t = useWords();
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
    // A file that was still being read is not in the draft, and nobody reads it on.
    onContinue: (kept) =>
      setDraft({ ...kept, sheet: kept.sheet && fromKept(kept.sheet), isReadingFile: false }),
  });
  // Faults of empty fields are shown once somebody has tried to go on, not while they are still typing.
  const [tried, setTried] = useState(false);
  const [running, setRunning] = useState<string | null>(null);
  const pending = usePending();
  const unfinished = pending.filter(({ treeAddress }) => treeAddress !== running);
  const mint = useMint(draft.mint);
  const decimals = mint.data?.decimals ?? null;
  const token = toToken(draft.mint, decimals, namesOf(mint.data));
  const { fileUnits, schedule } = draft;
  // The schedule of the form stands in for columns that a file does not have.
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
  // Once there it stays, since it takes the focus of what was pressed in it.
  if (!hasOffers && (drafts.offers.length > 0 || drafts.problem !== null)) setHasOffers(true);
  return (
    // Input from before the page is alive would be shown and not known.
    <fieldset disabled={!isAlive} className="min-w-0 space-y-6">
      <legend className="sr-only">{t("The new campaign")}</legend>
      {unfinished.length > 0 && <PendingList pending={unfinished} />}
      {hasOffers && <DraftOffers drafts={drafts} begun={pending.map(({ draftId }) => draftId)} />}
      {cloneOf && <CloneOffer key={cloneOf} treeAddress={cloneOf} maxLeaves={maxLeaves} onTake={set} />}
      <Card title={t("1. Campaign and token")}>
        <DetailsForm {...{ draft, set, faults, mint, isLocalLedger }} />
      </Card>
      <Card
        title={t("2. Schedule")}
        aside={draft.mode === "many" ? t("for rows that say nothing else") : undefined}
      >
        <ScheduleForm
          schedule={draft.schedule}
          onChange={(schedule) => set({ schedule })}
          fault={checked.faults.schedule}
          // Rows of a file may follow schedules of their own, and are drawn together beside them.
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

function draftTitle(t: Words, { name, mode, sheet }: CampaignDraft): string {
  const campaign = name.trim() || t("a campaign without a name");
  if (mode !== "many" || !sheet) return campaign;
  const rows = rowCount(sheet);
  return t("{campaign}, {rows, plural, one {# row} other {# rows}}", { campaign, rows });
}

/** Campaigns that were begun in this browser and are not registered yet. */
const usePending = (): readonly PendingNote[] =>
  useQuery({ queryKey: ["pending"], queryFn: listPending, staleTime: 0 }).data ?? [];

const never = () => () => undefined;

/** False on the server and until the page has taken over what the server sent. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
