import { useEffect, useRef, useState } from "react";
import { errorText } from "@/components/i18n/error-text";
import { useTranslator } from "@/components/i18n/use-translator";
import { isAddress } from "@/lib/core/solana/addresses";
import { getRow, numberAt, rowCount, type Sheet } from "../sheet";
import { blockWidth, packChanges, withBlock } from "./edits";
import type { Grid } from "./use-grid";

type PasteOptions = {
  sheet: Sheet;
  grid: Grid;
  onChange: (sheet: Sheet) => void;
  /** Whether a pasted table with a header can replace an empty list. */
  readsHeader: boolean;
};

/** Returns a function that pastes a copied text at the active cell, its state and its error. */
export function usePaste({ sheet, grid, onChange, readsHeader }: PasteOptions) {
  const t = useTranslator();
  const [isPasting, setIsPasting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(sheet);
  useEffect(() => {
    latest.current = sheet;
  }, [sheet]);
  const read = async (text: string): Promise<Sheet> => {
    const { readCopiedCells, readSheet } = await import("../read-sheet");
    const block = await readCopiedCells(t, text);
    const columns = grid.columns.slice(Math.max(0, grid.active.column - 1));
    const width = blockWidth(block);
    const isTable = width > 1 && (width > columns.length || !block[0]?.some((cell) => isAddress(cell)));
    if (readsHeader && isTable && isBlank(sheet)) return readSheet(t, text);
    if (width > columns.length) {
      throw new Error(
        t(
          "The copied cells have {width} columns, but the list has {columns, plural, one {only # column} other {only # columns}} from the selected cell on. Nothing was pasted.",
          { width, columns: columns.length },
        ),
      );
    }
    const lines: number[] = [];
    const { view, active } = grid;
    const end = Math.min(view.editable, active.index + block.length);
    for (let index = active.index; index < end; index++) lines.push(view.lineAt(index));
    return packChanges(withBlock(sheet, { lines, columns, block }));
  };
  const paste = async (text: string) => {
    setIsPasting(true);
    setProblem(null);
    try {
      const next = await read(text);
      if (latest.current !== sheet) {
        throw new Error(t("The list changed while the cells were being read. Paste them again."));
      }
      onChange(next);
    } catch (error) {
      setProblem(errorText(t, error));
    } finally {
      setIsPasting(false);
    }
  };
  return { paste, isPasting, problem };
}

/** Returns whether a list has no text yet. */
function isBlank(sheet: Sheet): boolean {
  const count = rowCount(sheet);
  return count === 0 || (count === 1 && getRow(sheet, numberAt(sheet, 0)).cells.every((text) => text === ""));
}
