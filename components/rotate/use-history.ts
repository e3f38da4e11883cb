"use client";

import { useCallback, useState } from "react";
import type { Sheet } from "@/components/sheet/sheet";
import { RECIPIENT_COLUMNS } from "@/lib/core/recipients/file-header";

/** Steps that can be taken back. */
const MOST_STEPS = 200;

type Step = { sheet: Sheet; cell: string | null };

/** A sheet's earlier states; typing into one cell is one step. */
export function useHistory(sheet: Sheet, setSheet: (sheet: Sheet) => void) {
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const change = useCallback(
    (next: Sheet) => {
      const cell = changedCell(sheet, next);
      setSheet(next);
      setSteps((known) =>
        cell !== null && known.at(-1)?.cell === cell ? known : [...known, { sheet, cell }].slice(-MOST_STEPS),
      );
    },
    [sheet, setSheet],
  );
  const undo = useCallback(() => {
    const last = steps.at(-1);
    if (!last) return;
    setSheet(last.sheet);
    setSteps(steps.slice(0, -1));
  }, [steps, setSheet]);
  return { change, undo, canUndo: steps.length > 0 };
}

/** The one cell in which two states differ; null when it is anything else. */
function changedCell(before: Sheet, after: Sheet): string | null {
  if (before.rows.length !== after.rows.length) return null;
  const at = after.rows.findIndex((row, position) => row !== before.rows[position]);
  const [was, is] = [before.rows[at], after.rows[at]];
  if (!was || !is || was.line !== is.line) return null;
  const column = RECIPIENT_COLUMNS.find((name) => was.cells[name] !== is.cells[name]);
  return column ? `${is.line} ${column}` : null;
}
