import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { PartBoundary } from "@/components/shell/part-boundary";
import { buttonClass } from "../button";
import { Input } from "../field";
import { Icon } from "../icon";
import type { DataColumn, DataTableState } from "./columns";
import type { useTableSettings } from "./table-settings";

const ViewMenu = lazy(() => import("./view-menu"));

type ToolbarProps<Row extends object> = {
  table: DataTableState<Row>;
  columns: readonly DataColumn<Row>[];
  caption: string;
  title?: string | undefined;
  form?: ReactNode;
  settings: ReturnType<typeof useTableSettings>;
  hasFilter: boolean;
  hasView: boolean;
};

/** The filter and the view settings of a table. A phone shows fixed columns, so it has the filter only. */
export function TableToolbar<Row extends object>(props: ToolbarProps<Row>) {
  const { table, caption, title, form, hasFilter, hasView } = props;
  const t = useTranslator();
  const filterId = `filter-${caption.replaceAll(/\W+/g, "-")}`;
  return (
    <div
      className={`flex flex-wrap items-end justify-end gap-2 print:hidden ${hasFilter || title || form ? "mb-2" : "@max-2xl:hidden"}`}
    >
      {title && <h2 className="mr-auto self-center text-base font-semibold">{title}</h2>}
      {form && <div className="mr-auto min-w-0 flex-1 basis-72">{form}</div>}
      {hasFilter && (
        <Input
          id={filterId}
          type="search"
          aria-label={t("Filter {list}", { list: caption })}
          placeholder={t("Filter")}
          onChange={({ target }) => table.setGlobalFilter(target.value.trim())}
          className={title ? "max-w-64" : "mr-auto max-w-64"}
        />
      )}
      {hasView && (
        <div className="@max-2xl:hidden">
          <ViewButton {...props} />
        </div>
      )}
    </div>
  );
}

/** The button of the view menu. The menu loads when it is first opened. */
function ViewButton<Row extends object>({ table, columns, caption, settings }: ToolbarProps<Row>) {
  const t = useTranslator();
  const [wasOpened, setWasOpened] = useState(false);
  const label = t("Columns of {list}", { list: caption });
  const button = (
    <button
      type="button"
      disabled={!settings.isReady}
      aria-label={label}
      className={buttonClass("quiet", "-mr-2.5", "small")}
      {...(!wasOpened && {
        "aria-haspopup": "menu",
        "aria-expanded": false,
        onClick: () => setWasOpened(true),
      })}
    >
      <Icon name="columns" className="size-4" /> {t("Columns")}
    </button>
  );
  if (!wasOpened) return button;
  const choices = columns.filter(({ id }) => table.getColumn(id)?.getCanHide());
  return (
    <PartBoundary>
      <Suspense fallback={button}>
        <ViewMenu trigger={button} {...{ label, choices, settings }} />
      </Suspense>
    </PartBoundary>
  );
}
