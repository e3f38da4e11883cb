"use client";

import { useEffect, useState } from "react";
import { noteMissingPart } from "@/components/shell/part-boundary";
import type { CheckedSheet } from "./check-sheet";
import type { Sheet } from "./sheet";
import type { SheetOptions } from "./sheet-readings";

type Checked = { sheet: Sheet; options: SheetOptions; checked: CheckedSheet };

export type SheetCheck = {
  /** The check of the last checked version of the sheet; null before the first check. */
  checked: CheckedSheet | null;
  /** Whether the check belongs to the current version of the sheet. */
  isCurrent: boolean;
  /** Progress of the running check. */
  percent: number;
};

/** Checks a sheet again after every change, and aborts the check when another change follows. */
export function useCheckedSheet(sheet: Sheet | null, options: SheetOptions): SheetCheck {
  const [last, setLast] = useState<Checked | null>(null);
  const [percent, setPercent] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (!sheet) return setLast(null);
    const aborter = new AbortController();
    const { signal } = aborter;
    const check = async () => {
      const { checkSheet } = await import("./check-sheet");
      const onProgress = (done: number, total: number) => setPercent((100 * done) / total);
      const checked = await checkSheet(sheet, options, { signal, onProgress });
      if (!signal.aborted) setLast({ sheet, options, checked });
    };
    check().catch((error: unknown) => {
      // The rows stay on the page, and a notice requests a reload.
      if (!signal.aborted && !noteMissingPart(error)) setFailure(error);
    });
    return () => aborter.abort();
  }, [sheet, options]);
  if (failure) throw failure;
  const isCurrent = last !== null && last.sheet === sheet && last.options === options;
  return { checked: sheet && last ? last.checked : null, isCurrent, percent };
}
