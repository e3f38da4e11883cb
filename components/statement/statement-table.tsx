"use client";

import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { Token } from "@/lib/contract/names";
import type { StatementRecipientView } from "@/lib/contract/statement/view";
import type { Translator } from "@/lib/core/i18n/translator";

type Recipient = StatementRecipientView;
type AmountName = Exclude<keyof Recipient, "beneficiary">;

type TableProps = { recipients: readonly Recipient[]; token: Token; hasWithheld: boolean };

/** A page of the recipients of a statement. Addresses are whole, because a print has no copy buttons. */
export function StatementTable({ recipients, token, hasWithheld }: TableProps) {
  const t = useTranslator();
  return (
    <div className="print:[&_table]:text-[0.6rem] print:[&_td]:px-1.5">
      <DataTable
        name="statement"
        caption={t("Recipients")}
        columns={columnsOf(t, token, hasWithheld)}
        rows={recipients}
        rowKey={({ beneficiary }) => beneficiary}
        hasView={false}
      />
    </div>
  );
}

/** An amount with four decimals, and with all digits on paper. */
const Exact = (amount: { of: string; token: Token }) => (
  <>
    <span className="print:hidden">
      <Amount {...amount} />
    </span>
    <span className="hidden print:inline">
      <Amount {...amount} exact />
    </span>
  </>
);

function columnsOf(t: Translator, token: Token, hasWithheld: boolean): DataColumn<Recipient>[] {
  const amount = (name: AmountName, title: string): DataColumn<Recipient> => ({
    id: name,
    title,
    align: "right",
    cell: (row) => <Exact of={row[name] ?? "0"} token={token} />,
  });
  return [
    {
      id: "recipient",
      title: t("Recipient"),
      phone: "line",
      cell: ({ beneficiary }) => (
        <span className="block @2xl:min-w-40">
          <WholeAddress address={beneficiary} name="recipient" />
        </span>
      ),
    },
    amount("granted", t("Granted")),
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
            <Exact of={row.claimed} token={token} />
          </span>
        </>
      ),
    },
    { ...amount("unvested", t("Unvested")), wide: true },
    amount("forfeited", t("Forfeited")),
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
            <Exact of={row.outstanding} token={token} />
          </span>
        </>
      ),
    },
    ...(hasWithheld ? [amount("withheld", t("Withheld"))] : []),
  ];
}
