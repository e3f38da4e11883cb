import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { buttonClass } from "../button";
import { Input } from "../field";
import { Icon } from "../icon";
import { Menu, MenuChoice, MenuHeading } from "../menu";
import type { DataColumn, DataTableState } from "./columns";
import type { useTableSettings } from "./table-settings";

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
          <ViewMenu {...props} />
        </div>
      )}
    </div>
  );
}

function ViewMenu<Row extends object>({ table, columns, caption, settings }: ToolbarProps<Row>) {
  const t = useTranslator();
  const { hidden, isCompact, isReady, change } = settings;
  const toggle = (id: string) =>
    change({ hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id] });
  return (
    <Menu
      label={t("Columns of {list}", { list: caption })}
      trigger={
        <button
          type="button"
          disabled={!isReady}
          aria-label={t("Columns of {list}", { list: caption })}
          className={buttonClass("quiet", "", "small")}
        >
          <Icon name="columns" className="size-4" /> {t("Columns")}
        </button>
      }
    >
      <MenuHeading>{t("Density")}</MenuHeading>
      <MenuChoice staysOpen checked={!isCompact} onSelect={() => change({ isCompact: false })}>
        {t("Comfortable")}
      </MenuChoice>
      <MenuChoice staysOpen checked={isCompact} onSelect={() => change({ isCompact: true })}>
        {t("Compact")}
      </MenuChoice>
      <MenuHeading>{t("Columns")}</MenuHeading>
      {columns
        .filter(({ id }) => table.getColumn(id)?.getCanHide())
        .map(({ id, title }) => (
          <MenuChoice key={id} staysOpen checked={!hidden.includes(id)} onSelect={() => toggle(id)}>
            {title}
          </MenuChoice>
        ))}
    </Menu>
  );
}
