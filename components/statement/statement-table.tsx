"use client";

import { useTranslator } from "@/components/i18n/use-translator";
import type { CategoryTotal } from "@/components/labels/label-store";
import { RecipientLabel } from "@/components/labels/recipient-label";
import { Badge } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { Address, WholeAddress } from "@/components/ui/values/address";
import { BareAmount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { StatementRecipientView } from "@/lib/contract/statement/view";
import type { Translator } from "@/lib/core/i18n/translator";
import { getPayableAmount } from "./payable-of";

type Recipient = StatementRecipientView;
type AmountName = Exclude<keyof Recipient, "beneficiary" | "category" | "note" | "readable">;
type Amounts = Pick<Recipient, AmountName>;
/** The last row has the totals of all recipients. */
type Row = Amounts & { beneficiary: string | null };

type Shown = { token: Token; hasWithheld: boolean; hasForfeited: boolean };
type TableProps = Shown & {
  recipients: readonly Recipient[];
  /** The amounts of all recipients, also of other pages. */
  totals: Amounts;
  creator: string;
};

/** Narrow columns. The fifth, the difference of two others, is left out where the window is too narrow for all. */
const COLUMNS =
  "[&_:is(th,td):not(:first-child,:last-child)]:@2xl:px-1.5! [&_:is(th,td):nth-child(5)]:@max-5xl:hidden";

/** A page of the recipients of a statement. A print has whole addresses, because it has no copy buttons. */
export function StatementTable({ recipients, totals, creator, ...shown }: TableProps) {
  const t = useTranslator();
  const recipient: DataColumn<Row> = {
    id: "recipient",
    title: t("Recipient"),
    phone: "line",
    cell: ({ beneficiary }) =>
      beneficiary === null ? (
        t("Total of all recipients")
      ) : (
        <span className="block print:min-w-40">
          <span className="print:hidden">
            <Address address={beneficiary} name="recipient" />
          </span>
          <span className="hidden print:inline">
            <WholeAddress address={beneficiary} name="recipient" />
          </span>
          <RecipientLabel recipient={beneficiary} creator={creator} />
        </span>
      ),
  };
  return (
    <div
      className={`${COLUMNS} [&_tbody>tr:last-child]:font-semibold print:[&_table]:text-[0.6rem] print:[&_td]:px-1.5`}
    >
      <DataTable
        name="statement"
        caption={t("Recipients")}
        columns={[recipient, ...amountColumns<Row>(t, shown)]}
        rows={[...recipients, { ...totals, beneficiary: null }]}
        rowKey={({ beneficiary }) => beneficiary ?? "total"}
        hasView={false}
      />
      <UnvestedNote />
    </div>
  );
}

/** The totals of the categories of the creator's labels. */
export function CategoryTable({ categories, ...shown }: Shown & { categories: readonly CategoryTotal[] }) {
  const t = useTranslator();
  const category: DataColumn<CategoryTotal> = {
    id: "category",
    title: t("Category"),
    phone: "line",
    cell: ({ category, readable, recipients }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        {category !== null && <Badge tone="info">{category}</Badge>}
        {category === null && (readable ? t("Without category") : t("Cannot be decrypted"))}
        <span className="text-xs text-ink-soft">
          {t("{count, plural, one {# recipient} other {# recipients}}", { count: recipients })}
        </span>
      </span>
    ),
  };
  return (
    <div className={COLUMNS}>
      <DataTable
        name="statement-categories"
        caption={t("Totals per category")}
        columns={[category, ...amountColumns<CategoryTotal>(t, shown)]}
        rows={categories}
        rowKey={({ category, readable }) => `${readable} ${category}`}
        hasView={false}
      />
      <UnvestedNote />
    </div>
  );
}

/** The footnote of the unvested amounts, where the table shows them. */
function UnvestedNote() {
  const t = useTranslator();
  return (
    <p className="mt-2 text-xs text-ink-soft md:max-lg:hidden print:block">
      {t("* With amounts of milestones that are not released.")}
    </p>
  );
}

/** The title of the card has the unit. A phone shows the headers beside the amounts. */
function amountColumns<Row extends Amounts>(
  t: Translator,
  { token, hasWithheld, hasForfeited }: Shown,
): DataColumn<Row>[] {
  const column = (id: string, title: string, getAmount: (row: Row) => string | null): DataColumn<Row> => ({
    ...{ id, title },
    align: "right",
    cell: (row) => <BareAmount value={getAmount(row)} token={token} />,
  });
  const amount = (name: AmountName, title: string) => column(name, title, (row) => row[name]);
  const allocated = amount("granted", t("Allocated"));
  const vested = amount("vested", t("Vested"));
  const claimed = amount("claimed", t("Claimed"));
  const payable = column("payable", t("Vested, not claimed"), getPayableAmount);
  const outstanding = amount("outstanding", t("Still to pay"));
  const unvested = amount("unvested", t("Unvested*"));
  const forfeited = hasForfeited ? [{ ...amount("forfeited", t("Forfeited")), wide: hasWithheld }] : [];
  const withheld = hasWithheld ? [amount("withheld", t("Withheld"))] : [];
  const onPhone = [allocated, vested, claimed, payable, unvested, ...forfeited, outstanding, ...withheld];
  return [
    allocated,
    vested,
    {
      ...claimed,
      phone: "note",
      cell: (row) => (
        <>
          <OnPhone>
            {onPhone.map(({ id, title, cell }) => (
              <span key={id} className="flex justify-between gap-x-4">
                <span className="font-normal">{title}</span>
                <span className="text-ink">{cell(row)}</span>
              </span>
            ))}
          </OnPhone>
          <span className="@max-2xl:hidden">{claimed.cell(row)}</span>
        </>
      ),
    },
    payable,
    { ...unvested, wide: true },
    ...forfeited,
    outstanding,
    ...withheld,
  ];
}
