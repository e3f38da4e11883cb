"use client";

import { useMemo, useState } from "react";
import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { rowCount } from "@/components/sheet/sheet";
import { Badge } from "@/components/ui/badge";
import { Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { useViewerZone } from "@/components/ui/values/time";
import { tokenTitle } from "@/components/ui/values/token";
import { useZoneName } from "@/components/ui/values/zone-note";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { type CampaignDraft, type CheckedDraft, toAllocation } from "../form/campaign-draft";
import { scheduleSentence } from "../form/schedule-sentence";
import { MiniCurve } from "./mini-curve";

type SummaryProps = {
  draft: CampaignDraft;
  checked: CheckedDraft;
  token: Token;
  /** Whether the user has not changed the schedule. */
  hasDefaultSchedule: boolean;
};

/** Shows the input of all steps: a side column, or a bar at the lower edge of a phone that opens. */
export function Summary({ draft, checked, token, hasDefaultSchedule }: SummaryProps) {
  const t = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  // The default schedule has the time of day of the viewer, which the server does not know.
  const isInZone = useViewerZone();
  const viewerZone = useZoneName();
  const zone = draft.schedule.months ? "UTC" : viewerZone;
  const total = checked.totalAmount > 0n ? amountText(t, checked.totalAmount, token) : null;
  return (
    <aside
      aria-label={t("Summary")}
      className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 md:bottom-0 border-t border-line bg-surface px-4 sm:mx-0 sm:rounded-box sm:border lg:top-20 lg:bottom-auto lg:self-start lg:rounded-card lg:p-5 lg:shadow-box print:hidden"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="summary-facts"
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-3 text-sm font-medium lg:hidden"
      >
        <span>{t("Summary")}</span>
        <span className="flex min-w-0 items-center gap-2 text-ink-soft">
          <span className="truncate">
            {total ?? `${token.unit} · ${recipientsText(t, draft, checked) ?? t("no recipients")}`}
          </span>
          <Icon name="chevron" className={`size-4 shrink-0 ${isOpen ? "rotate-180" : ""}`} />
        </span>
      </button>
      <h2 className="mb-1 hidden text-base font-semibold lg:block">{t("Summary")}</h2>
      <div id="summary-facts" className={isOpen ? "max-h-[60vh] overflow-y-auto pb-2" : "hidden lg:block"}>
        <Facts>
          <SetFact label={t("Token")} value={token.isKnown ? tokenText(token) : null} />
          <SetFact label={t("Name")} value={draft.name.trim() || null} />
          <Fact label={t("Recipients")}>
            {recipientsText(t, draft, checked) ?? <span className="text-ink-soft">{t("none yet")}</span>}
          </Fact>
          <SetFact label={t("Allocated")} value={total} />
        </Facts>
        <div className="divide-y divide-line border-t border-line text-sm *:py-2">
          <div className="space-y-3">
            <SummaryText
              label={t("Schedule")}
              isDefault={hasDefaultSchedule}
              note={t("Times in {zone}.", { zone })}
            >
              {isInZone ? scheduleText(t, draft) : "…"}
            </SummaryText>
            {isInZone && <ScheduleCurve {...{ draft, checked }} />}
          </div>
          <SummaryText label={t("Permissions")} isDefault={hasDefaultPermissions(draft)}>
            {permissionsText(t, draft)}
          </SummaryText>
        </div>
      </div>
    </aside>
  );
}

/** A fact that the user has set. */
const SetFact = ({ label, value }: { label: string; value: string | null }) =>
  value === null ? null : (
    <Fact label={label}>
      <span className="font-medium">{value}</span>
    </Fact>
  );

type SummaryTextProps = { label: string; isDefault: boolean; note?: string; children: string };

function SummaryText({ label, isDefault, note, children }: SummaryTextProps) {
  const t = useTranslator();
  return (
    <div>
      <p className="flex items-center justify-between gap-2 text-ink-soft">
        {label}
        {isDefault && <Badge>{t("Default")}</Badge>}
      </p>
      <p className="wrap-anywhere">{children}</p>
      {note && <p className="text-xs text-ink-soft">{note}</p>}
    </div>
  );
}

/** The amount that gives the curve its shape until the rows of a file are known. */
const SHAPE_AMOUNT = 1_000_000n;

/** Draws the schedules of the file or, without a file, the schedule of the form. Hidden while it is not valid. */
function ScheduleCurve({ draft, checked }: Pick<SummaryProps, "draft" | "checked">) {
  const t = useTranslator();
  const { mode, schedule } = draft;
  const ofFile = mode === "many" ? checked.sheet?.schedules : undefined;
  const leaves = useMemo(() => {
    // Without sums, the file has too many schedules for one curve.
    if (ofFile !== undefined) return ofFile ?? [];
    const allocation = toAllocation(t, { beneficiary: "", amount: SHAPE_AMOUNT }, schedule);
    return Array.isArray(allocation) ? allocation : [];
  }, [t, ofFile, schedule]);
  if (leaves.some(({ startTime, cliffTime, endTime }) => startTime > cliffTime || cliffTime > endTime))
    return null;
  return <MiniCurve leaves={leaves} inUtc={Boolean(schedule.months)} />;
}

const amountText = (t: Translator, amount: bigint, { decimals, unit }: Token) =>
  `${formatAmount(amount, decimals, t)} ${unit}`;

const tokenText = ({ unit, names }: Token) => (names && tokenTitle(names)) || unit;

function recipientsText(
  t: Translator,
  { mode, sheet }: CampaignDraft,
  { recipients }: CheckedDraft,
): string | null {
  const count = mode === "one" ? Math.min(1, recipients.length) : sheet ? rowCount(sheet) : 0;
  if (count === 0) return null;
  return t("{count, plural, one {# allocation} other {# allocations}}", { count });
}

function scheduleText(t: Translator, draft: CampaignDraft): string {
  // The other values of the summary are not sentences either.
  const sentence = scheduleSentence(t, draft.schedule)?.replace(/\.$/, "") ?? t("Not set");
  const columns = draft.mode === "many" ? (draft.sheet?.columns ?? []) : [];
  const isInFile = columns.some((column) => column === "cliffTime" || column === "durationMonths");
  return isInFile ? t("As in the file. Rows without a schedule: {sentence}", { sentence }) : sentence;
}

const hasDefaultPermissions = ({ cancellable, cancelBy, pausable, pauseBy }: CampaignDraft): boolean =>
  cancellable && pausable && cancelBy === "creator" && pauseBy === "creator";

function permissionsText(t: Translator, { cancellable, pausable }: CampaignDraft): string {
  if (cancellable && pausable) return t("Can be cancelled, changed and paused");
  if (cancellable) return t("Can be cancelled and changed, but not paused");
  if (pausable) return t("Can be paused, but not cancelled or changed");
  return t("Cannot be cancelled, changed or paused");
}
