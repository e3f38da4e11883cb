"use client";

import { useMemo, useState } from "react";
import { DownloadRecipients } from "@/components/campaign/download-recipients";
import { releaseName, ScheduleText } from "@/components/campaign/schedule-text";
import { useTranslator } from "@/components/i18n/use-translator";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Field, Input } from "@/components/ui/field";
import { RowPager } from "@/components/ui/paging/pagination";
import { useSearchResult } from "@/components/ui/paging/use-search-result";
import type { Token } from "@/lib/contract/names";
import type { Translator } from "@/lib/core/i18n/translator";
import type { LeafList } from "@/lib/core/merkle/leaf-list";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { formatExactAmount } from "./costs";
import { useIsPrinting } from "./use-is-printing";

const ROWS_PER_PAGE = 20;
/** Maximum number of rows to print. Longer lists are available as a file. */
const MAX_PRINTED_ROWS = 2_000;

const createColumns = (t: Translator, token: Token): DataColumn<Leaf>[] => [
  { id: "index", title: "#", cell: ({ leafIndex }) => t.count(leafIndex) },
  {
    id: "recipient",
    phone: "line",
    title: t("Recipient"),
    cell: ({ beneficiary }) => <span className="font-mono break-all">{beneficiary}</span>,
  },
  {
    id: "amount",
    phone: "state",
    title: t("Amount"),
    align: "right",
    cell: ({ amount }) => formatExactAmount(amount, token, t),
  },
  {
    id: "release",
    phone: "note",
    title: t("Release"),
    cell: (leaf) => (
      <>
        {releaseName(t, leaf.releaseType)}: <ScheduleText schedule={leaf} />
      </>
    ),
  },
];

const BY_BENEFICIARY = {
  count: ({ length }: LeafList) => length,
  textAt: (leaves: LeafList, index: number) => leaves.beneficiary(index),
};

type RecipientListProps = { leaves: LeafList; token: Token; treeAddress: string };

/** Lists every recipient with amount and schedule, in pages with a search, and offers the list as a file. */
export function RecipientList({ leaves, token, treeAddress }: RecipientListProps) {
  const t = useTranslator();
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const columns = useMemo(() => createColumns(t, token), [t, token]);
  const isPrinting = useIsPrinting();
  const text = wanted.trim();
  const found = useSearchResult(leaves, text, BY_BENEFICIARY);
  const pages = Math.ceil((found ?? leaves).length / ROWS_PER_PAGE);
  const page = Math.max(0, Math.min(at, pages - 1));
  const isWhole = isPrinting && leaves.length <= MAX_PRINTED_ROWS;
  const [from, to] = isWhole ? [0, leaves.length] : [page * ROWS_PER_PAGE, (page + 1) * ROWS_PER_PAGE];
  const rows =
    found && !isWhole ? found.slice(from, to).map((index) => leaves.at(index)) : leaves.slice(from, to);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
        {leaves.length > 1 && (
          <Field
            id="review-search"
            label={t("Search recipients")}
            hint={text && (found ? t("{count} found", { count: found.length }) : t("Searching…"))}
          >
            <Input
              id="review-search"
              value={wanted}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setWanted(event.target.value);
                setAt(0);
              }}
            />
          </Field>
        )}
        <DownloadRecipients campaign={{ treeAddress }} leaves={leaves} />
      </div>
      <DataTable
        name="review"
        caption={t("Recipients of this campaign")}
        columns={columns}
        rows={rows}
        rowKey={({ leafIndex }) => String(leafIndex)}
        hasView={false}
        maxPlainRows={MAX_PRINTED_ROWS}
      />
      {found?.length === 0 && (
        <p className="text-sm text-ink-soft">{t("No recipient address matches your search.")}</p>
      )}
      {!isWhole && <RowPager page={page} pages={pages} onPage={setAt} />}
      {isPrinting && !isWhole && (
        <p className="text-sm">
          {t("Showing {count} of {all} rows. The CSV contains all rows.", {
            ...{ count: rows.length, all: leaves.length },
          })}
        </p>
      )}
    </div>
  );
}
