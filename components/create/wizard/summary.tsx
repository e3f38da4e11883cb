"use client";

import { useState } from "react";
import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { rowCount } from "@/components/sheet/sheet";
import { Fact, Facts } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import { tokenTitle } from "@/components/ui/values/token";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { CampaignDraft, CheckedDraft } from "../form/campaign-draft";
import { scheduleSentence } from "../form/schedule-sentence";

type SummaryProps = { draft: CampaignDraft; checked: CheckedDraft; token: Token };

/** Shows the input of all steps: a side column, or a bar at the lower edge of a phone that opens. */
export function Summary({ draft, checked, token }: SummaryProps) {
  const t = useTranslator();
  const [isOpen, setIsOpen] = useState(false);
  const total = checked.totalAmount > 0n ? amountText(t, checked.totalAmount, token) : t("No amount yet");
  return (
    <aside
      aria-label={t("Summary")}
      className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-surface px-4 sm:mx-0 sm:rounded-box sm:border lg:top-20 lg:bottom-auto lg:self-start lg:p-4 lg:shadow-box print:hidden"
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
          <span className="truncate">{total}</span>
          <Icon name="chevron" className={`size-4 shrink-0 ${isOpen ? "rotate-180" : ""}`} />
        </span>
      </button>
      <h2 className="mb-1 hidden text-base font-semibold lg:block">{t("Summary")}</h2>
      <div id="summary-facts" className={isOpen ? "max-h-[60vh] overflow-y-auto pb-2" : "hidden lg:block"}>
        <Facts>
          <Fact label={t("Token")}>{token.isKnown ? tokenText(token) : "–"}</Fact>
          <Fact label={t("Recipients")}>{recipientsText(t, draft, checked)}</Fact>
          <Fact label={t("Total")}>
            <span className="font-semibold">{total}</span>
          </Fact>
        </Facts>
        <div className="space-y-3 border-t border-line pt-2 text-sm">
          <SummaryText label={t("Schedule")}>{scheduleText(t, draft)}</SummaryText>
          <SummaryText label={t("Permissions")}>{permissionsText(t, draft)}</SummaryText>
        </div>
      </div>
    </aside>
  );
}

function SummaryText({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <p className="text-ink-soft">{label}</p>
      <p className="wrap-anywhere">{children}</p>
    </div>
  );
}

const amountText = (t: Translator, amount: bigint, { decimals, unit }: Token) =>
  `${formatAmount(amount, decimals, t)} ${unit}`;

const tokenText = ({ unit, names }: Token) => (names && tokenTitle(names)) || unit;

function recipientsText(t: Translator, { mode, sheet }: CampaignDraft, { recipients }: CheckedDraft): string {
  const count = mode === "one" ? Math.min(1, recipients.length) : sheet ? rowCount(sheet) : 0;
  if (count === 0) return t("None yet");
  return t("{count, plural, one {# allocation} other {# allocations}}", { count });
}

function scheduleText(t: Translator, draft: CampaignDraft): string {
  const sentence = scheduleSentence(t, draft.schedule) ?? t("Not complete yet");
  const columns = draft.mode === "many" ? (draft.sheet?.columns ?? []) : [];
  const isInFile = columns.some((column) => column === "cliffTime" || column === "durationMonths");
  return isInFile ? t("As in the file. Rows without a schedule: {sentence}", { sentence }) : sentence;
}

function permissionsText(t: Translator, { cancellable, pausable }: CampaignDraft): string {
  if (cancellable && pausable) return t("Can be cancelled and paused");
  if (cancellable) return t("Can be cancelled, cannot be paused");
  if (pausable) return t("Cannot be cancelled, can be paused");
  return t("Cannot be cancelled or paused");
}
