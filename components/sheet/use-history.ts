import { useState } from "react";
import type { Sheet } from "./sheet";

/** Maximum number of undo steps. */
const MAX_UNDO_STEPS = 200;

export type SheetHistory = { change: (next: Sheet) => void; undo: (() => void) | null };

/** The undo history of a sheet. `undo` is null before the first change. */
export function useHistory(sheet: Sheet, setSheet: (sheet: Sheet) => void): SheetHistory {
  const [steps, setSteps] = useState<readonly Sheet[]>([]);
  const change = (next: Sheet) => {
    if (next === sheet) return;
    setSheet(next);
    setSteps((known) => [...known, sheet].slice(-MAX_UNDO_STEPS));
  };
  const last = steps.at(-1);
  const undo = last
    ? () => {
        setSheet(last);
        setSteps(steps.slice(0, -1));
      }
    : null;
  return { change, undo };
}
