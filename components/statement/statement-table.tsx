"use client";

import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import type { CategoryTotal } from "@/components/labels/label-store";
import { RecipientLabel } from "@/components/labels/recipient-label";
import { Badge } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { Address, WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { StatementRecipientView } from "@/lib/contract/statement/view";
import type { Translator } from "@/lib/core/i18n/translator";

type Recipient = StatementRecipientView;
type AmountName = Exclude<keyof Recipient, "beneficiary" | "category" | "note" | "readable">;
type Amounts = Pick<Recipient, AmountName>;

type Shown = { token: Token; hasWithheld: boolean; hasForfeited: boolean };
type TableProps = Shown & { recipients: readonly Recipient[]; creator: string };

/** A page of the recipients of a statement. A print has whole addresses, because it has no copy buttons. */
export function StatementTable({ recipients, creator, ...shown }: TableProps) {
  const t = useTranslator();
  const recipient: DataColumn<Recipient> = {
    id: "recipient",
    title: t("Recipient"),
    phone: "line",
    cell: ({ beneficiary }) => (
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
    <div className="print:[&_table]:text-[0.6rem] print:[&_td]:px-1.5">
      <DataTable
        name="statement"
        caption={t("Recipients")}
        columns={[recipient, ...amountColumns<Recipient>(t, shown)]}
        rows={recipients}
        rowKey={({ beneficiary }) => beneficiary}
        hasView={false}
      />
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
    <DataTable
      name="statement-categories"
      caption={t("Totals per category")}
      columns={[category, ...amountColumns<CategoryTotal>(t, shown)]}
      rows={categories}
      rowKey={({ category, readable }) => `${readable} ${category}`}
      hasView={false}
    />
  );
}

function amountColumns<Row extends Amounts>(
  t: Translator,
  { token, hasWithheld, hasForfeited }: Shown,
): DataColumn<Row>[] {
  const amount = (name: AmountName, title: string): DataColumn<Row> => ({
    id: name,
    title,
    align: "right",
    cell: (row) => <Amount of={row[name] ?? "0"} token={token} exact="print" />,
  });
  return [
    amount("granted", t("Allocated")),
    amount("vested", t("Vested")),
    {
      ...amount("claimed", t("Claimed")),
      phone: "note",
      cell: (row) => (
        <>
          <OnPhone>
            <Trans
              id="{claimed} claimed of {granted}"
              values={{
                claimed: <Amount of={row.claimed} token={token} />,
                granted: <Amount of={row.granted} token={token} />,
              }}
            />
          </OnPhone>
          <span className="@max-2xl:hidden">
            <Amount of={row.claimed} token={token} exact="print" />
          </span>
        </>
      ),
    },
    { ...amount("unvested", t("Unvested")), wide: true },
    ...(hasForfeited ? [amount("forfeited", t("Forfeited"))] : []),
    {
      ...amount("outstanding", t("Outstanding")),
      phone: "state",
      cell: (row) => (
        <>
          <OnPhone>
            <Trans
              id="{amount} outstanding"
              values={{ amount: <Amount of={row.outstanding} token={token} /> }}
            />
          </OnPhone>
          <span className="@max-2xl:hidden">
            <Amount of={row.outstanding} token={token} exact="print" />
          </span>
        </>
      ),
    },
    ...(hasWithheld ? [amount("withheld", t("Withheld"))] : []),
  ];
}
