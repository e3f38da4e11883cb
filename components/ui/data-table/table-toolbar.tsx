import { lazy, type ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "../button";
import { Input } from "../field";
import { Icon } from "../icon";
import { MenuButton } from "../menu-button";
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

/** The button of the view menu. */
function ViewButton<Row extends object>({ table, columns, caption, settings }: ToolbarProps<Row>) {
  const t = useTranslator();
  const label = t("Columns of {list}", { list: caption });
  const choices = columns.filter(({ id }) => table.getColumn(id)?.getCanHide());
  return (
    <MenuButton
      label={label}
      disabled={!settings.isReady}
      className={buttonClass("quiet", "-mr-2.5", "small")}
      menu={(trigger) => <ViewMenu {...{ trigger, label, choices, settings }} />}
    >
      <Icon name="columns" className="size-4" /> {t("Columns")}
    </MenuButton>
  );
}
