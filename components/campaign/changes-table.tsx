"use client";

import { formatAmountPadded, formatDifferences } from "@/components/format/amount";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount, BareAmount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";

/**
 * The allocation of a recipient in two versions; null or 0 without an allocation. `claimed` is optional: a
 * removed recipient keeps the claimed amount.
 */
type Change = {
  beneficiary: string;
  before: bigint | null;
  after: bigint | null;
  claimed?: bigint;
  kind?: string;
};

/** Returns the name of a change and its color. */
function changeBadge({ before, after, kind }: Change, t: Translator): { label: string; tone: BadgeTone } {
  if (!before) return { label: t("Added"), tone: "good" };
  if (!after) return { label: t("Removed"), tone: "danger" };
  if (kind === "removed") return { label: t("Removed, keeps claimed amount"), tone: "danger" };
  if (before === after) return { label: t("Schedule changed"), tone: "info" };
  return after > before ? { label: t("Increased"), tone: "good" } : { label: t("Decreased"), tone: "warn" };
}

const calculateDifference = ({ before, after }: Change): bigint => (after ?? 0n) - (before ?? 0n);

function KindBadge({ change }: { change: Change }) {
  const { label, tone } = changeBadge(change, useTranslator());
  return <Badge tone={tone}>{label}</Badge>;
}

type DifferenceProps = { change: Change; token: Token; text: string | undefined };

/** The difference of the amounts of an allocation, if any. */
const Difference = ({ change, token, text }: DifferenceProps) =>
  calculateDifference(change) !== 0n && (
    <span className="wrap-anywhere @2xl:whitespace-nowrap">
      {text} <span className="text-ink-soft @max-4xl:hidden">{token.unit}</span>
    </span>
  );

/** Lists the changed allocations of an update of the recipients. Its exact amounts add up to the totals. */
export function ChangesTable({ changes, token }: { changes: readonly Change[]; token: Token }) {
  const t = useTranslator();
  const texts = formatDifferences(changes.map(calculateDifference), token.decimals, t);
  const differences = new Map(changes.map((change, at) => [change, texts[at]]));
  const columns: DataColumn<Change>[] = [
    {
      id: "recipient",
      phone: "line",
      title: t("Recipient"),
      // The rotation review shows this table before signing, so an address is never shortened here.
      cell: ({ beneficiary }) => (
        <span className="block @2xl:min-w-44">
          <WholeAddress address={beneficiary} name="recipient" />
        </span>
      ),
    },
    { id: "kind", title: t("Change"), cell: (change) => <KindBadge change={change} /> },
    ...(changes.some((change) => (change.claimed ?? 0n) > 0n) ? [claimedColumn(t, token)] : []),
    {
      id: "before",
      title: t("Before"),
      align: "right",
      wide: true,
      cell: ({ before }) => <AmountOrNone value={before} token={token} />,
    },
    {
      id: "after",
      phone: "note",
      title: t("After"),
      align: "right",
      cell: ({ before, after, claimed }) => (
        <>
          <span className="hidden @max-4xl:inline">
            <BothAmounts {...{ before, after, token }} />
          </span>
          <span className="@max-4xl:hidden">
            <AmountOrNone value={after} token={token} />
          </span>
          {(claimed ?? 0n) > 0n && (
            <span className="hidden text-ink-soft @max-4xl:block">
              <Trans
                id="claimed {amount}"
                values={{ amount: <AmountOrNone value={claimed} token={token} /> }}
              />
            </span>
          )}
        </>
      ),
    },
    {
      id: "difference",
      phone: "state",
      title: t("Difference"),
      align: "right",
      cell: (change) => (
        // On a narrow phone, a long amount and a long badge take two lines each.
        <span className="inline-flex max-w-full flex-col items-end gap-y-0.5 @max-2xl:[&_span]:whitespace-normal">
          <Difference {...{ change, token }} text={differences.get(change)} />
          <OnPhone>
            <KindBadge change={change} />
          </OnPhone>
        </span>
      ),
    },
  ];
  return (
    // On a phone, the amounts and their difference begin on the same line.
    <div className="[&_td]:self-start!">
      <DataTable
        name="changes"
        caption={t("Changes per recipient")}
        columns={columns}
        rows={changes}
        rowKey={({ beneficiary }) => beneficiary}
        hasView={false}
      />
    </div>
  );
}

const claimedColumn = (t: Translator, token: Token): DataColumn<Change> => ({
  id: "claimed",
  title: t("Claimed so far"),
  align: "right",
  wide: true,
  cell: ({ claimed }) => <AmountOrNone value={claimed} token={token} />,
});

/** One amount of a recipient who was added or removed, and both amounts of others. */
function BothAmounts({ before, after, token }: Pick<Change, "before" | "after"> & { token: Token }) {
  if (!before) return <AmountOrNone value={after} token={token} />;
  if (!after)
    return <Trans id="Was {amount}" values={{ amount: <AmountOrNone value={before} token={token} /> }} />;
  return (
    <>
      <BareAmount value={`${before}`} token={token} /> → <AmountOrNone value={after} token={token} />
    </>
  );
}

function AmountOrNone({ value, token }: { value: bigint | null | undefined; token: Token }) {
  const t = useTranslator();
  return value ? (
    <Amount value={value} token={token} text={formatAmountPadded(value, token.decimals, t)} />
  ) : (
    "–"
  );
}
