"use client";

import { formatDifference } from "@/components/format/amount";
import { Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { Badge } from "@/components/ui/badge";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { OnPhone } from "@/components/ui/data-table/on-phone";
import { WholeAddress } from "@/components/ui/values/address";
import { Amount } from "@/components/ui/values/amount";
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

/** Names the change of an allocation, or states the difference of its amounts. */
function Verdict({ change: { before, after, kind }, token }: { change: Change; token: Token }) {
  const t = useTranslator();
  if (!before) return <Badge tone="good">{t("Added")}</Badge>;
  if (!after) return <Badge tone="danger">{t("Removed")}</Badge>;
  if (kind === "removed") return <Badge tone="danger">{t("Removed, keeps claimed amount")}</Badge>;
  if (before === after) return <Badge tone="info">{t("Schedule changed")}</Badge>;
  return (
    <Badge tone={after > before ? "good" : "warn"}>
      {formatDifference(after - before, token.decimals, t)} {token.unit}
    </Badge>
  );
}

/** Lists the changed allocations of an update of the recipients. */
export function ChangesTable({ changes, token }: { changes: readonly Change[]; token: Token }) {
  const t = useTranslator();
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
    ...(changes.some((change) => (change.claimed ?? 0n) > 0n) ? [claimedColumn(t, token)] : []),
    {
      id: "before",
      title: t("Before"),
      align: "right",
      cell: ({ before }) => <AmountOrNone of={before} token={token} />,
    },
    {
      id: "after",
      phone: "note",
      title: t("After"),
      align: "right",
      cell: ({ before, after, claimed }) => (
        <>
          <OnPhone>
            <AmountOrNone of={before} token={token} /> →
          </OnPhone>
          <AmountOrNone of={after} token={token} />
          {(claimed ?? 0n) > 0n && (
            <OnPhone>
              {" · "}
              <Trans id="claimed {amount}" values={{ amount: <AmountOrNone of={claimed} token={token} /> }} />
            </OnPhone>
          )}
        </>
      ),
    },
    {
      id: "change",
      phone: "state",
      title: t("Change"),
      align: "right",
      cell: (change) => <Verdict change={change} token={token} />,
    },
  ];
  return (
    <DataTable
      name="changes"
      caption={t("Changes per recipient")}
      columns={columns}
      rows={changes}
      rowKey={({ beneficiary }) => beneficiary}
      hasView={false}
    />
  );
}

const claimedColumn = (t: Translator, token: Token): DataColumn<Change> => ({
  id: "claimed",
  title: t("Claimed"),
  align: "right",
  cell: ({ claimed }) => <AmountOrNone of={claimed} token={token} />,
});

const AmountOrNone = ({ of, token }: { of: bigint | null | undefined; token: Token }) =>
  of ? <Amount of={of} token={token} /> : "–";
