"use client";

import { lazy, type ReactNode, useMemo, useState } from "react";
import { ExportState, useRecipientsExport } from "@/components/campaign/download-recipients";
import { formatAmountPadded } from "@/components/format/amount";
import { strong, Trans } from "@/components/i18n/trans";
import { useTranslator } from "@/components/i18n/use-translator";
import { formatExactAmount } from "@/components/review/costs";
import type { CheckedSheet } from "@/components/sheet/check-sheet";
import { FileDrop, useChosenFile } from "@/components/sheet/file-drop";
import type { RowFilter } from "@/components/sheet/grid/grid-view";
import { RecipientGrid } from "@/components/sheet/grid/recipient-grid";
import type { SheetRow } from "@/components/sheet/packed-rows";
import { type Sheet, SORT_ORDERS, type SortOrder, sortSheet } from "@/components/sheet/sheet";
import { SheetChoices } from "@/components/sheet/sheet-choices";
import { SheetColumns } from "@/components/sheet/sheet-columns";
import { type SheetHistory, useHistory } from "@/components/sheet/use-history";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { MenuButton } from "@/components/ui/menu-button";
import { Notice } from "@/components/ui/notice";
import { WorkProgress } from "@/components/ui/progress-bar";
import type { Token } from "@/lib/contract/names";
import { RowChangeView } from "./row-change-view";
import type { PlannedRotation } from "./use-rotation-plan";

const ListMenu = lazy(() => import("./list-menu"));

type ListEditorProps = {
  original: Sheet;
  sheet: Sheet;
  onChange: (sheet: Sheet) => void;
  checked: CheckedSheet;
  planned: PlannedRotation;
  token: Token;
  treeAddress: string;
  /** The allocated part of the supply, below the list of a phone. */
  allocated: ReactNode;
  /** Maximum number of leaves of a campaign. */
  maxLeaves: number;
  isTooLong: boolean;
};

/** Edits the list in a grid or from a file, with the change of each row. */
export function ListEditor(props: ListEditorProps) {
  const { original, sheet, onChange, checked, planned, token, treeAddress, maxLeaves, isTooLong } = props;
  const t = useTranslator();
  const history = useHistory(sheet, onChange);
  const exported = useRecipientsExport({ campaign: { treeAddress } });
  const [showsFileDrop, setShowsFileDrop] = useState(false);
  const [order, setOrder] = useState<SortOrder>("original");
  const toggleFileDrop = () => setShowsFileDrop(!showsFileDrop);
  const sort = (wanted: SortOrder) => {
    setOrder(wanted);
    history.change(sortSheet(sheet, wanted, { checked, claimed: planned.claimed }));
  };
  const file = useChosenFile({
    maxRows: maxLeaves,
    onSheet: async (read) => {
      const { mergeFile } = await import("./current-allocations");
      setShowsFileDrop(false);
      history.change(mergeFile(original, read));
    },
  });
  const isFromFile = sheet.header.some((column, at) => column !== original.header[at]);
  const problem = isTooLong
    ? t("A campaign can have at most {count} allocations.", { count: maxLeaves })
    : planned.listError;
  return (
    <Card className="sm:pt-4">
      {/* The current step above the list has the same name. */}
      <h2 className="sr-only">{t("Recipients")}</h2>
      <div className="space-y-4">
        <FileArea file={file} isOpen={showsFileDrop} />
        <ExportState exported={exported} />
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
        <AllocationGrid
          {...{ sheet, checked, planned, token, history }}
          isEdited={sheet !== original && problem === null}
          onFile={file.take}
          tools={
            <>
              <Button aria-expanded={showsFileDrop} onClick={toggleFileDrop}>
                {t("Import file")}
              </Button>
              <Button busy={exported.isPending} onClick={exported.start}>
                {t("Export CSV")}
              </Button>
              <SortChoice {...{ order, sort }} />
            </>
          }
          menu={
            <MenuButton
              label={t("More actions")}
              className={buttonClass("secondary", "px-3!")}
              menu={(trigger) => (
                <ListMenu {...{ trigger, order, sort }} onImport={toggleFileDrop} onExport={exported.start} />
              )}
            >
              <Icon name="more" className="size-5" />
            </MenuButton>
          }
        />
        <div className="space-y-1 text-sm text-ink-soft sm:hidden">
          <p>{props.allocated}</p>
          <p>{t("Times in {zone}.", { zone: "UTC" })}</p>
        </div>
      </div>
    </Card>
  );
}

type AllocationGridProps = Pick<ListEditorProps, "sheet" | "checked" | "planned" | "token"> & {
  history: SheetHistory;
  onFile: (file: File) => void;
  tools: ReactNode;
  menu: ReactNode;
  isEdited: boolean;
};

function AllocationGrid(props: AllocationGridProps) {
  const { sheet, checked, planned, token, history, onFile, tools, menu, isEdited } = props;
  const t = useTranslator();
  const { byLine, counts, removed } = planned.changes;
  const merged = useMemo(() => ({ ...checked, errors: planned.errors }), [checked, planned.errors]);
  const filters = useMemo<RowFilter[]>(
    () => [
      {
        id: "changed",
        label: t("Changed"),
        count: counts.changed,
        has: (line) => byLine.get(line)?.kind === "changed",
      },
      {
        id: "added",
        label: t("Added"),
        count: counts.added,
        has: (line) => byLine.get(line)?.kind === "added",
      },
      { id: "removed", label: t("Removed"), count: removed.length, has: () => false, showsRemoved: true },
    ],
    [t, byLine, counts, removed],
  );
  const restore = async (row: SheetRow) => {
    const { withRestoredRow } = await import("./current-allocations");
    history.change(withRestoredRow(sheet, row));
  };
  return (
    <RecipientGrid
      {...{ sheet, history, token, onFile, tools, menu, isEdited, filters, removed }}
      checked={merged}
      onRestore={restore}
      amountNote={(line) => <ClaimedBelow amount={planned.claimed.get(line)} token={token} />}
      getNote={(line) => <ClaimedNote amount={planned.claimed.get(line)} token={token} />}
      extra={{
        title: t("Change"),
        isPinned: byLine.size > 0,
        cell: ({ line }, isRemoved) => (
          <RowChangeView
            {...{ isRemoved, token }}
            change={byLine.get(line)}
            claimed={isRemoved ? undefined : planned.claimed.get(line)}
          />
        ),
      }}
    />
  );
}

/** The claimed amount below the amount of a row. */
function ClaimedBelow({ amount, token }: { amount: bigint | undefined; token: Token }) {
  const t = useTranslator();
  if (amount === undefined) return null;
  return (
    <span className="block text-right text-xs wrap-anywhere text-ink-soft tabular-nums">
      {t("claimed {amount}", { amount: formatAmountPadded(amount, token.decimals, t) })}
    </span>
  );
}

function ClaimedNote({ amount, token }: { amount: bigint | undefined; token: Token }) {
  const t = useTranslator();
  if (amount === undefined) return null;
  return (
    <p className="text-sm">
      <Trans
        id="Already claimed: <strong>{amount}</strong>. The amount includes this and cannot be lower."
        values={{ amount: formatExactAmount(amount, token, t) }}
        components={{ strong }}
      />
    </p>
  );
}

function FileArea({ file, isOpen }: { file: ReturnType<typeof useChosenFile>; isOpen: boolean }) {
  const t = useTranslator();
  if (file.percent !== null) return <WorkProgress label={t("Reading the file")} percent={file.percent} />;
  if (!isOpen) {
    return file.problem ? (
      <p role="alert" className="text-sm text-danger">
        {file.problem}
      </p>
    ) : null;
  }
  return (
    <>
      <p className="text-sm">
        {t(
          "The file replaces the list. Wallets in the file keep their position, and wallets that are not in the file are removed. Columns that are not in the file stay unchanged.",
        )}
      </p>
      <FileDrop onFile={file.take} problem={file.problem} />
    </>
  );
}

type SortChoiceProps = { order: SortOrder; sort: (order: SortOrder) => void };

function SortChoice({ order, sort }: SortChoiceProps) {
  const t = useTranslator();
  return (
    <div className="w-44">
      <Select
        id="sort-rows"
        aria-label={t("Sort rows by")}
        value={order}
        onChange={(event) =>
          sort(SORT_ORDERS.find(({ value }) => value === event.target.value)?.value ?? "original")
        }
        options={SORT_ORDERS.map(({ value, label }) => ({ value, label: t(label) }))}
      />
    </div>
  );
}
