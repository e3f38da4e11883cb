"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { AddressInput } from "@/components/ui/field";
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

/** The actions on the whole list, the search and the filters. One line on a phone, where long lists have icons. */
export function GridToolbar({ grid, undo, onAdd, tools, menu, count }: GridToolbarProps) {
  const t = useTranslator();
  const hasSearch = count > MAX_ROWS_WITHOUT_SEARCH;
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-2 sm:flex-wrap">
        <Button onClick={onAdd} className={hasSearch ? "shrink-0" : "max-sm:mr-auto"}>
          <Icon name="plus" className="size-4" />
          <span className={hasSearch ? "max-sm:sr-only" : ""}>{t("Add a recipient")}</span>
        </Button>
        <Button disabled={!undo} onClick={() => undo?.()} className="shrink-0 max-sm:disabled:hidden">
          <Icon name="undo" className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">{t("Undo")}</span>
        </Button>
        <div className="contents max-sm:hidden">{tools}</div>
        {hasSearch && (
          <div className="min-w-0 flex-1 sm:ml-auto sm:min-w-36 sm:max-w-72">
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
        )}
        {menu && <div className="shrink-0 sm:hidden">{menu}</div>}
      </div>
      <Filters grid={grid} />
    </div>
  );
}

function Filters({ grid }: { grid: Grid }) {
  const t = useTranslator();
  const { filters, filter, filterBy } = grid;
  const offered = filters.filter(({ id, count }) => count > 0 || filter?.id === id);
  if (offered.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t("Rows to show")}</legend>
      <Button
        size="small"
        aria-pressed={!filter}
        tone={filter ? "quiet" : "secondary"}
        onClick={() => filterBy(null)}
      >
        {t("All rows")}
      </Button>
      {offered.map(({ id, label, count }) => (
        <Button
          key={id}
          size="small"
          aria-pressed={filter?.id === id}
          tone={filter?.id === id ? "secondary" : "quiet"}
          onClick={() => filterBy(id)}
        >
          {label} <span className="tabular-nums">{t.count(count)}</span>
        </Button>
      ))}
    </fieldset>
  );
}
