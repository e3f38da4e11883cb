"use client";

import { useState } from "react";
import { formatAmount } from "@/components/format/amount";
import { strong, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { exactly } from "@/components/review/costs";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { FileDrop, useChosenFile } from "@/components/sheet/file-drop";
import {
  cellOf,
  rowOf,
  type Sheet,
  SORT_ORDERS,
  type SortOrder,
  sortSheet,
  withNewRow,
} from "@/components/sheet/sheet";
import { SheetChoices } from "@/components/sheet/sheet-choices";
import { SheetColumns } from "@/components/sheet/sheet-columns";
import { SheetEditor } from "@/components/sheet/sheet-editor";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field, Select } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import type { Token } from "@/lib/contract/names";
import { RECIPIENT_COLUMNS } from "@/lib/core/recipients/file-header";
import type { PlannedRotation } from "./use-rotation-plan";

type ListEditorProps = {
  original: Sheet;
  sheet: Sheet;
  onChange: (sheet: Sheet) => void;
  checked: CheckedSheet;
  planned: PlannedRotation;
  token: Token;
  totalSupply: bigint;
  /** Maximum number of leaves of a campaign. */
  maxLeaves: number;
  isTooLong: boolean;
};

/** Edits the list manually or from a file, with the claimed amount of each row. */
export function ListEditor(props: ListEditorProps) {
  const { original, sheet, onChange, checked, planned, token, totalSupply, maxLeaves, isTooLong } = props;
  const t = useTranslator();
  const history = useHistory(sheet, onChange);
  const merged = { ...checked, faults: planned.faults };
  const isFromFile = sheet.header.some((column, at) => column !== original.header[at]);
  const problem = isTooLong
    ? t("A campaign can have at most {count} allocations.", { count: maxLeaves })
    : planned.listFault;
  return (
    <Card
      title={t("1. Change the allocations")}
      aside={<Allocated planned={planned} token={token} totalSupply={totalSupply} />}
    >
      <div className="space-y-4">
        <Toolbar
          {...{ original, sheet, checked, planned, maxLeaves }}
          onChange={history.change}
          onUndo={history.undo}
        />
        {isFromFile && (
          <>
            <SheetColumns sheet={sheet} onChange={history.change} />
            <SheetChoices
              sheet={sheet}
              questions={checked.questions}
              examples={checked.examples}
              onChange={history.change}
            />
          </>
        )}
        {problem && (
          <Notice tone="danger" title={t("The list has an error")} live>
            {problem}
          </Notice>
        )}
        <SheetEditor
          sheet={sheet}
          checked={merged}
          onChange={history.change}
          token={token}
          editsAll
          noteOf={(line) => <ClaimedNote amount={planned.claimed.get(line)} token={token} />}
        />
      </div>
    </Card>
  );
}

type AllocatedProps = Pick<ListEditorProps, "planned" | "token" | "totalSupply">;

function Allocated({ planned, token, totalSupply }: AllocatedProps) {
  const t = useTranslator();
  const { allocated, paidToGone } = planned.plan;
  const text = (amount: bigint) => formatAmount(amount, token.decimals, t);
  return t(
    paidToGone > 0n
      ? "{allocated} of {supply} {token} allocated, including {paid} paid to removed recipients"
      : "{allocated} of {supply} {token} allocated",
    { allocated: text(allocated), supply: text(totalSupply), token: token.unit, paid: text(paidToGone) },
  );
}

function ClaimedNote({ amount, token }: { amount: bigint | undefined; token: Token }) {
  const t = useTranslator();
  if (amount === undefined) return null;
  return (
    <p className="text-sm">
      <Trans
        id="Already claimed: <strong>{amount}</strong>. The amount includes this and cannot be lower."
        values={{ amount: exactly(amount, token, t) }}
        components={{ strong }}
      />
    </p>
  );
}

type ToolbarProps = Pick<
  ListEditorProps,
  "original" | "sheet" | "checked" | "planned" | "onChange" | "maxLeaves"
> & {
  onUndo: (() => void) | null;
};

function Toolbar({ original, sheet, checked, planned, maxLeaves, onChange, onUndo }: ToolbarProps) {
  const t = useTranslator();
  const [order, setOrder] = useState<SortOrder>("place");
  const [takesFile, setTakesFile] = useState(false);
  const file = useChosenFile({
    maxRows: maxLeaves,
    onSheet: async (read) => {
      const { mergeFile } = await import("./current-allocations");
      setTakesFile(false);
      onChange(mergeFile(original, read));
    },
  });
  const sort = (wanted: SortOrder) => {
    setOrder(wanted);
    onChange(sortSheet(sheet, wanted, { checked, claimed: planned.claimed }));
  };
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Button onClick={() => onChange(withNewRow(sheet))}>{t("Add a recipient")}</Button>
        <Button aria-expanded={takesFile} onClick={() => setTakesFile(!takesFile)}>
          {t("Import file")}
        </Button>
        <Button disabled={!onUndo} onClick={() => onUndo?.()}>
          {t("Undo")}
        </Button>
        <div className="min-w-48">
          <Field id="sort-rows" label={t("Sort rows by")}>
            <Select
              id="sort-rows"
              value={order}
              onChange={(event) =>
                sort(SORT_ORDERS.find(({ value }) => value === event.target.value)?.value ?? "place")
              }
              options={SORT_ORDERS.map(({ value, label }) => ({ value, label: t(label) }))}
            />
          </Field>
        </div>
      </div>
      {file.percent !== null && <WorkProgress label={t("Reading the file")} percent={file.percent} />}
      {takesFile && file.percent === null && (
        <>
          <p className="text-sm">
            {t(
              "The file replaces the list. Wallets in the file keep their position, and wallets that are not in the file are removed. Columns that are not in the file stay unchanged.",
            )}
          </p>
          <FileDrop onFile={file.take} problem={file.problem} />
        </>
      )}
    </>
  );
}

/** Maximum number of undo steps. */
const MAX_UNDO_STEPS = 200;

type Step = { sheet: Sheet; cell: string | null };

/** The undo history of a sheet. Consecutive edits of one cell are one step. */
function useHistory(sheet: Sheet, setSheet: (sheet: Sheet) => void) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const change = (next: Sheet) => {
    const cell = changedCell(sheet, next);
    setSheet(next);
    setSteps((known) =>
      cell !== null && known.at(-1)?.cell === cell
        ? known
        : [...known, { sheet, cell }].slice(-MAX_UNDO_STEPS),
    );
  };
  const last = steps.at(-1);
  const undo = last
    ? () => {
        setSheet(last.sheet);
        setSteps(steps.slice(0, -1));
      }
    : null;
  return { change, undo };
}

/** Returns the only cell in which two states differ, or null for any other difference. */
function changedCell(before: Sheet, after: Sheet): string | null {
  if (before.text !== after.text || before.order !== after.order) return null;
  const rows = [...after.changed].filter(([number, row]) => row !== before.changed.get(number));
  const [first] = rows;
  if (!first || rows.length > 1) return null;
  const [number, is] = first;
  const was = rowOf(before, number);
  const column = RECIPIENT_COLUMNS.find((name) => cellOf(before, was, name) !== cellOf(after, is, name));
  return column ? `${is.line} ${column}` : null;
}
