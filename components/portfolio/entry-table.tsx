"use client";

import { type ReactNode, useMemo } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import type { ColumnSorts, DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import type { PortfolioSort } from "@/lib/contract/portfolio/order";
import type { Translator } from "@/lib/core/i18n/translator";

/** The cells of a campaign, which the server renders: their data would double the page. */
export type EntryRow = { id: string; name: string } & Record<
  "campaign" | "status" | "claimable" | "claimed" | "unlock" | "created" | "action" | "notes" | "detail",
  ReactNode
>;

const createColumns = (t: Translator, sorts: ColumnSorts<PortfolioSort>): DataColumn<EntryRow>[] => [
  { id: "campaign", phone: "title", title: t("Campaign"), sort: sorts.name, cell: (row) => row.campaign },
  { id: "status", phone: "value", title: t("Status"), cell: (row) => row.status },
  {
    ...{ id: "claimable", phone: "note", title: t("Claimable now"), align: "right" },
    ...{ sort: sorts.claimable, cell: (row) => row.claimable },
  },
  { id: "claimed", title: t("Claimed"), align: "right", wide: true, cell: (row) => row.claimed },
  { id: "unlock", title: t("Next date"), sort: sorts.unlock, cell: (row) => row.unlock },
  { id: "created", title: t("Created"), wide: true, sort: sorts.newest, cell: (row) => row.created },
  { id: "action", phone: "state", title: t("Action"), align: "right", cell: (row) => row.action },
];

type EntryTableProps = {
  caption: string;
  title?: string;
  rows: readonly EntryRow[];
  sorts: ColumnSorts<PortfolioSort>;
};

/** Lists the campaigns of a portfolio. */
export function EntryTable({ caption, title, rows, sorts }: EntryTableProps) {
  const t = useTranslator();
  const columns = useMemo(() => createColumns(t, sorts), [t, sorts]);
  return (
    <DataTable
      name="portfolio"
      caption={caption}
      title={title}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      detail={({ name, notes, detail }) => ({
        notes,
        folded: detail,
        label: t("Amounts and schedule of {campaign}", { campaign: name }),
      })}
    />
  );
}
