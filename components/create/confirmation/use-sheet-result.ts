import { useEffect, useState } from "react";
import type { Sheet } from "@/components/sheet/sheet";

/**
 * Returns what `compute` finds in the current version of a sheet; null until then. `compute` must be a stable
 * function.
 */
export function useSheetResult<T>(sheet: Sheet, compute: (sheet: Sheet) => Promise<T>): T | null {
  const [last, setLast] = useState<{ sheet: Sheet; compute: unknown; value: T } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let isCurrent = true;
    compute(sheet).then(
      (value) => isCurrent && setLast({ sheet, compute, value }),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [sheet, compute]);
  if (failure) throw failure;
  return last?.sheet === sheet && last.compute === compute ? last.value : null;
}
