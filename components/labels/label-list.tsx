"use client";

import { useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Field, Select } from "@/components/ui/field";
import { Address } from "@/components/ui/values/address";
import type { LabelView } from "@/lib/contract/label";
import { EditLabel, LabelContent } from "./recipient-label";

const ALL = "all";
const NONE = "none";
/** A prefix keeps a category named "all" apart from the choice of all. */
const getChoice = (category: string) => `category ${category}`;

/** The loaded labels, with a search and a filter by category. */
export function LabelList({ labels }: { labels: readonly LabelView[] }) {
  const t = useTranslator();
  const [choice, setChoice] = useState(ALL);
  const categories = [...new Set(labels.flatMap(({ category }) => category ?? []))].sort((a, b) =>
    a.localeCompare(b),
  );
  const shown = labels.filter(
    ({ category }) => choice === ALL || choice === (category === null ? NONE : getChoice(category)),
  );
  const columns: DataColumn<LabelView>[] = [
    {
      id: "recipient",
      phone: "title",
      title: t("Recipient"),
      value: ({ recipient }) => recipient,
      cell: ({ recipient }) => (
        <Address address={recipient} name="recipient" href={`/portfolio?address=${recipient}`} />
      ),
    },
    {
      id: "label",
      phone: "note",
      title: t("Label"),
      value: ({ category, note }) => [category, note].filter(Boolean).join(" "),
      cell: (label) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <LabelContent label={label} />
        </span>
      ),
    },
    {
      id: "edit",
      phone: "value",
      title: t("Edit"),
      align: "right",
      cell: ({ recipient }) => <EditLabel recipient={recipient} />,
    },
  ];
  return (
    <div className="space-y-3">
      <div className="max-w-64">
        <Field id="label-filter" label={t("Category")}>
          <Select
            id="label-filter"
            value={choice}
            onChange={(event) => setChoice(event.target.value)}
            options={[
              { value: ALL, label: t("All categories") },
              ...categories.map((category) => ({ value: getChoice(category), label: category })),
              { value: NONE, label: t("Without category") },
            ]}
          />
        </Field>
      </div>
      <DataTable
        name="labels"
        caption={t("Labels")}
        columns={columns}
        rows={shown}
        rowKey={({ recipient }) => recipient}
        hasFilter
        hasView={false}
      />
    </div>
  );
}
