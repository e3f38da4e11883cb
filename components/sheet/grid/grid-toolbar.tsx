"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { AddressInput, Select } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { Grid } from "./use-grid";

/** Shorter lists need no search. */
const MAX_ROWS_WITHOUT_SEARCH = 20;

type GridToolbarProps = {
  grid: Grid;
  undo: (() => void) | null;
  onAdd: () => void;
  /** Further actions, and the same as a menu for phones. */
  tools: ReactNode;
  menu: ReactNode;
  count: number;
};

/**
 * The actions on the whole list, the search and the filters, in one line. On a phone, the filters have a line of their own,
 * and long lists have icons.
 */
export function GridToolbar({ grid, undo, onAdd, tools, menu, count }: GridToolbarProps) {
  const t = useTranslator();
  const hasSearch = count > MAX_ROWS_WITHOUT_SEARCH;
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="flex items-start gap-2 max-sm:w-full sm:contents">
        <Button onClick={onAdd} className={hasSearch ? "shrink-0" : "max-sm:mr-auto"}>
          <Icon name="plus" className="size-4" />
          <span className={hasSearch ? "max-sm:sr-only" : ""}>{t("Add a recipient")}</span>
        </Button>
        <Button disabled={!undo} onClick={() => undo?.()} className="shrink-0 max-sm:disabled:hidden">
          <Icon name="undo" className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">{t("Undo")}</span>
        </Button>
        <div className="contents max-sm:hidden">{tools}</div>
        {hasSearch && <RowSearch grid={grid} />}
        {menu && <div className="shrink-0 sm:hidden">{menu}</div>}
      </div>
      <RowFilters grid={grid} />
    </div>
  );
}

function RowSearch({ grid }: { grid: Grid }) {
  const t = useTranslator();
  return (
    <div className="min-w-0 flex-1 sm:order-last sm:min-w-36 sm:max-w-72">
      <div className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
        />
        <AddressInput
          id="query-row"
          aria-label={t("Find a recipient")}
          value={grid.query}
          placeholder={t("Find an address")}
          className="pl-9"
          onChange={({ target }) => grid.setQuery(target.value.trim())}
        />
      </div>
      {grid.query && (
        <p id="query-row-note" className="mt-1.5 text-sm text-ink-soft">
          {grid.view.found === null ? t("Searching…") : t("{count} found", { count: grid.view.found })}
        </p>
      )}
    </div>
  );
}

/** Selects the rows to show, such as the changed ones. Filters without rows are not offered. */
function RowFilters({ grid }: { grid: Grid }) {
  const t = useTranslator();
  const { filters, filter, filterBy } = grid;
  const offered = filters.filter(({ id, count }) => count > 0 || filter?.id === id);
  if (offered.length === 0) return null;
  return (
    <div className="max-sm:w-full sm:w-44">
      <Select
        id="row-filter"
        aria-label={t("Rows to show")}
        value={filter?.id ?? ""}
        onChange={({ target }) => filterBy(target.value || null)}
        options={[
          { value: "", label: t("All rows") },
          ...offered.map(({ id, label, count }) => ({ value: id, label: `${label} ${t.count(count)}` })),
        ]}
      />
    </div>
  );
}
