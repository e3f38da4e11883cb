"use client";

import { releaseName } from "@/components/campaign/schedule-text";
import { formatAmount } from "@/components/format/amount";
import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount } from "@/components/review/costs";
import { COLUMN_LOOKS } from "@/components/sheet/grid/columns";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import { timeCell } from "@/lib/core/recipients/parse-time";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { type RowChange, TERMS } from "./row-changes";

type RowChangeViewProps = {
  change: RowChange | undefined;
  isRemoved: boolean;
  claimed: bigint | undefined;
  token: Token;
};

/** Shows the difference of a row to the current allocation: before and after, added, or removed. */
export function RowChangeView({ change, isRemoved, claimed, token }: RowChangeViewProps) {
  const t = useTranslator();
  return (
    <>
      <RowVerdict {...{ change, isRemoved, token }} />
      {claimed !== undefined && (
        // The table of a wide screen has this amount below the amount of the row.
        <span className="block text-ink-soft sm:hidden">
          {t("Already claimed: {amount}", { amount: formatExactAmount(claimed, token, t) })}
        </span>
      )}
    </>
  );
}

function RowVerdict({ change, isRemoved, token }: Omit<RowChangeViewProps, "claimed">) {
  const t = useTranslator();
  if (isRemoved) return <Verdict mark="−" look="text-danger" text={t("Removed")} />;
  if (!change) {
    return (
      <>
        <span className="sr-only">{t("Unchanged")}</span>
        <span aria-hidden="true" className="hidden text-ink-soft sm:inline">
          –
        </span>
      </>
    );
  }
  if (change.kind === "added") return <Verdict mark="+" look="text-success" text={t("Added")} />;
  const { before, after } = change;
  return (
    <span className="block">
      {before.amount !== after.amount && <AmountChange {...{ before, after, token }} />}
      {TERMS.filter((term) => term !== "amount")
        .filter((term) => before[term] !== after[term])
        .map((term) => (
          <span key={term} className="block">
            {t(COLUMN_LOOKS[term].title)}:{" "}
            <Pair before={termText(t, before, term)} after={termText(t, after, term)} />
          </span>
        ))}
    </span>
  );
}

function Verdict({ mark, look, text }: { mark: string; look: string; text: string }) {
  return (
    <span className={`block font-medium ${look}`}>
      <span aria-hidden="true">{mark}</span> <span>{text}</span>
    </span>
  );
}

function AmountChange({ before, after, token }: { before: Leaf; after: Leaf; token: Token }) {
  const t = useTranslator();
  const text = (amount: bigint) => formatAmount(amount, token.decimals, t);
  const isMore = after.amount > before.amount;
  const by = isMore ? after.amount - before.amount : before.amount - after.amount;
  return (
    <span className="block tabular-nums">
      <Pair before={text(before.amount)} after={text(after.amount)} />{" "}
      <span className={isMore ? "text-success" : "text-danger"}>
        ({isMore ? "+" : "−"}
        {text(by)})
      </span>
    </span>
  );
}

function Pair({ before, after }: { before: string; after: string }) {
  const t = useTranslator();
  return (
    <>
      <del className="inline-block max-w-full wrap-anywhere text-ink-soft no-underline">{before}</del>{" "}
      <span className="inline-block max-w-full wrap-anywhere">
        <span aria-hidden="true">→ </span>
        <span className="sr-only">{t("changes to")} </span>
        <ins className="font-medium no-underline">{after}</ins>
      </span>
    </>
  );
}

function termText(t: Translator, leaf: Leaf, term: Exclude<(typeof TERMS)[number], "amount">): string {
  if (term === "releaseType") return releaseName(t, leaf.releaseType);
  if (term === "milestoneIdx") return String(leaf.milestoneIdx);
  // The space of RFC 3339 lets the text wrap between day and time, and most times have no seconds.
  return timeCell(leaf[term]).replace("T", " ").replace(":00Z", "Z");
}
