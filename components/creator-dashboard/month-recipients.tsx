"use client";

import { formatShare } from "@/components/format/amount";
import { formatMonth } from "@/components/format/time";
import { useTranslator } from "@/components/i18n/use-translator";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Address } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
import type { TokenSumsView } from "@/lib/contract/creator-dashboard/view";
import type { Token } from "@/lib/contract/names";
import { apportionShares } from "@/lib/core/vesting/apportion";

/** A recipient and the amount that unlocks for them in a month, in base units. */
export type MonthRecipient = { beneficiary: string; amount: bigint };

/** A recipient, or all others together. */
type Listed = { beneficiary: string | null; amount: bigint };

type MonthRecipientsProps = {
  /** The month, such as "2026-12". */
  month: string;
  recipients: readonly MonthRecipient[];
  sums: TokenSumsView;
  token: Token;
};

/** Lists the recipients who unlock most in a month, with their share of the month. */
export function MonthRecipients({ month, recipients, sums, token }: MonthRecipientsProps) {
  const t = useTranslator();
  const name = formatMonth(month, t);
  if (recipients.length === 0) {
    return (
      <p role="status" className="text-sm text-ink-soft">
        {t("No unlocks by time in {month}.", { month: name })}
      </p>
    );
  }
  const total = BigInt(sums.months.find((item) => item.month === month)?.amount ?? "0");
  const others = recipients.reduce((rest, { amount }) => rest - amount, total);
  const listed = recipients.map(({ beneficiary, amount }): Listed => ({ beneficiary, amount }));
  if (others > 0n) listed.push({ beneficiary: null, amount: others });
  const shares = apportionShares(listed.map(({ amount }) => amount));
  const columns: DataColumn<Listed>[] = [
    {
      id: "recipient",
      phone: "title",
      title: t("Recipient"),
      cell: ({ beneficiary }) =>
        beneficiary === null ? t("Other recipients") : <Address address={beneficiary} name="recipient" />,
    },
    {
      id: "amount",
      phone: "value",
      title: t("Unlocks in {month}", { month: name }),
      align: "right",
      cell: ({ amount }) => <Amount value={amount} token={token} />,
    },
    {
      id: "share",
      phone: "state",
      title: t("Share of the month"),
      align: "right",
      cell: (item) => formatShare(shares[listed.indexOf(item)] ?? 0n, t),
    },
  ];
  return (
    <section aria-label={t("Largest unlocks in {month}", { month: name })}>
      <DataTable
        name="month"
        caption={t("Largest unlocks in {month}", { month: name })}
        columns={columns}
        rows={listed}
        rowKey={({ beneficiary }) => beneficiary ?? "others"}
        hasView={false}
      />
    </section>
  );
}
