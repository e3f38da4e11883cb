"use client";

import type { ReactNode } from "react";
import { useTranslator } from "@/components/i18n/use-translator";
import { Button } from "@/components/ui/button";
import { AddressInput } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { ERRORS, type Grid } from "./use-grid";

/** Shorter lists need no search. */
const MAX_ROWS_WITHOUT_SEARCH = 20;

type GridToolbarProps = {
  grid: Grid;
  undo: (() => void) | null;
  onAdd: () => void;
  tools: ReactNode;
  count: number;
};

/** The actions on the whole list, the search and the filters. */
export function GridToolbar({ grid, undo, onAdd, tools, count }: GridToolbarProps) {
  const t = useTranslator();
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start gap-2">
        <Button onClick={onAdd}>
          <Icon name="plus" className="size-4" /> {t("Add a recipient")}
        </Button>
        <Button disabled={!undo} onClick={() => undo?.()}>
          {t("Undo")}
        </Button>
        {tools}
        {count > MAX_ROWS_WITHOUT_SEARCH && (
          <div className="min-w-36 flex-1 sm:ml-auto sm:max-w-72">
            <AddressInput
              id="query-row"
              aria-label={t("Find a recipient")}
              value={grid.query}
              placeholder={t("Address or part of it")}
              onChange={({ target }) => grid.setQuery(target.value.trim())}
            />
            {grid.query && (
              <p id="query-row-note" className="mt-1.5 text-sm text-ink-soft">
                {grid.view.found === null ? t("Searching…") : t("{count} found", { count: grid.view.found })}
              </p>
            )}
          </div>
        )}
      </div>
      <Filters grid={grid} />
    </div>
  );
}

function Filters({ grid }: { grid: Grid }) {
  const t = useTranslator();
  const { filters, filter, filterBy } = grid;
  const offered = filters.filter(({ id, count }) => id !== ERRORS || count > 0 || filter?.id === ERRORS);
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
