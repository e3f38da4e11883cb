import { unzipSync, zipSync } from "fflate";
import readWorkbook from "read-excel-file/universal";
import { english, type Translator } from "@/lib/core/i18n/translator";
import { isAddress } from "@/lib/core/solana/addresses";
import { markNumber, withoutInvisible } from "./number-text";
import { readTitle } from "./titles";

/** A line of cells with its row number in the spreadsheet. */
export type SheetLine = { row: number; cells: string[] };

/** Thrown for an unreadable workbook; the message contains the reason and the fix. */
export class WorkbookError extends Error {
  override name = "WorkbookError";
}

/** Limits that prevent a small hostile archive from exhausting the memory. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
const MAX_CELLS = 12_000_000;
const MAX_COLUMNS = 256;
const MAX_ROWS = 1_048_576;

/**
 * Reads the lines of the sheet with a recipients header, as text. Numbers keep the digits of the file, dates
 * are local times without a zone, and formulas have their stored results.
 * @throws WorkbookError when the workbook is unreadable or has no single such sheet.
 */
export async function readWorkbookLines(
  bytes: Uint8Array,
  t: Translator = english,
): Promise<{ lines: SheetLine[]; notes: string[] }> {
  const sheets = await readSheets(repack(bytes, t), t);
  const filled = sheets.filter(({ data }) => data.some((cells) => cells.some((cell) => cell !== null)));
  const candidates = filled.length > 1 ? filled.filter(({ data }) => data.some(isRecipientsLine)) : filled;
  const [only, another] = candidates;
  const names = (input: typeof sheets) =>
    input.map(({ sheet }) => t("“{text}”", { text: sheet.slice(0, 40) })).join(", ");
  if (another) {
    throw new WorkbookError(
      t("The workbook has recipients in several sheets ({sheets}). Keep one of them.", {
        sheets: names(candidates),
      }),
    );
  }
  if (!only) {
    throw new WorkbookError(
      filled.length === 0
        ? t("The workbook is empty.")
        : t("No sheet of the workbook ({sheets}) has columns for recipients.", { sheets: names(filled) }),
    );
  }
  const notes = filled.length > 1 ? [t("Only the sheet {sheet} is read.", { sheet: names([only]) })] : [];
  const lines = only.data.map((cells, at) => ({ row: at + 1, cells: cells.map(cellText) }));
  return { lines: lines.filter(({ cells }) => cells.some((text) => text !== "")), notes };
}

/** A number by its text in the file, distinct from texts that look like numbers. */
class SheetNumber {
  constructor(readonly text: string) {}
}

type Cell = string | SheetNumber | boolean | Date | null;
type Sheet = { sheet: string; data: Cell[][] };

/** Returns whether a line is a header with a recipient and another known column, or a row with an address. */
function isRecipientsLine(cells: readonly Cell[]): boolean {
  const texts = cells.filter((cell) => typeof cell === "string").map(withoutInvisible);
  const columns = new Set(texts.map((text) => readTitle(text)?.column));
  return texts.some(isAddress) || (columns.has("beneficiary") && columns.size > 1);
}

async function readSheets(archive: ArrayBuffer, t: Translator): Promise<Sheet[]> {
  try {
    // Numbers keep their text from the file: as floats, amounts could lose digits.
    return (await readWorkbook(archive, { parseNumber: (text: string) => new SheetNumber(text) })) as Sheet[];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WorkbookError(t("The workbook cannot be read: {reason}", { reason: reason.slice(0, 200) }));
  }
}

/**
 * Unpacks the parts of a workbook that contain cells, within limits, and repacks them without compression, so
 * that the reader does not inflate anything itself.
 */
function repack(bytes: Uint8Array, t: Translator): ArrayBuffer {
  const tooLarge = () =>
    new WorkbookError(t("The workbook is too large. Save the sheet as CSV, or split it."));
  let unpacked = 0;
  let entries = 0;
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (++entries > MAX_ENTRIES) throw tooLarge();
        if (!/\.(?:xml|rels)$/.test(name) || /\/(?:media|drawings|charts|theme)\//.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge();
        return true;
      },
    });
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw new WorkbookError(t("The workbook is damaged. Open it, save it again, and select the new file."));
  }
  for (const [name, part] of Object.entries(parts)) {
    if (/worksheets\/[^/]+\.xml$/.test(name) && !isWithinBounds(part)) throw tooLarge();
  }
  const archive = zipSync(parts, { level: 0 });
  return archive.buffer.slice(archive.byteOffset, archive.byteOffset + archive.byteLength) as ArrayBuffer;
}

const CHUNK_BYTES = 1_048_576;
/** Longer than a tag, so that a reference at the end of one chunk is complete in the next one. */
const OVERLAP = 64;

/**
 * Returns whether a sheet's cell references are within limits: the reader allocates all rows and columns
 * before a reference.
 */
function isWithinBounds(xml: Uint8Array): boolean {
  const decoder = new TextDecoder("latin1");
  let [rows, columns] = [0, 0];
  for (let from = 0; from < xml.length; from += CHUNK_BYTES) {
    const text = decoder.decode(xml.subarray(Math.max(0, from - OVERLAP), from + CHUNK_BYTES));
    for (const [, letters = "", digits = ""] of text.matchAll(/\br\s*=\s*["']([A-Za-z]*)(\d+)["']/g)) {
      rows = Math.max(rows, Number(digits));
      if (letters) columns = Math.max(columns, columnNumber(letters.toUpperCase()));
    }
    if (rows > MAX_ROWS || columns > MAX_COLUMNS || rows * Math.max(columns, 1) > MAX_CELLS) return false;
  }
  return true;
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return cell instanceof SheetNumber ? markNumber(numberText(cell.text)) : cell.replace(/\s+/g, " ").trim();
}

/** A spreadsheet keeps this many digits of a number, and does not display more digits of the stored float. */
const SIGNIFICANT_DIGITS = 15;

/**
 * Formats a number as the spreadsheet displays it. An integer with more than 15 digits has lost the others.
 * It stays in exponential form, which no column accepts.
 */
function numberText(text: string): string {
  const digits = text.replace(/[eE].*$|[-.]/g, "").replace(/^0+/, "");
  const number = Number(text);
  if (digits.length <= SIGNIFICANT_DIGITS && !/[eE]/.test(text)) return text;
  if (Number.isInteger(number) && Math.abs(number) >= 10 ** SIGNIFICANT_DIGITS)
    return number.toExponential(SIGNIFICANT_DIGITS - 1);
  const [mantissa = "", exponent = "0"] = number.toExponential(SIGNIFICANT_DIGITS - 1).split("e");
  return plainDecimal(mantissa, Number(exponent));
}

function plainDecimal(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  const point = exponent + 1;
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  const fraction = (point > 0 ? digits.slice(point) : "0".repeat(-point) + digits).replace(/0+$/, "");
  return fraction ? `${sign}${whole}.${fraction}` : `${sign}${whole}`;
}

/**
 * Formats a date as the spreadsheet displays it. Its day fraction is a float: the nearest second is the
 * intended one.
 */
function dateText(date: Date): string {
  const seconds = new Date(Math.round(date.getTime() / 1_000) * 1_000);
  if (Number.isNaN(seconds.getTime())) return "#DATE";
  return seconds.toISOString().slice(0, 19).replace("T", " ").replace(" 00:00:00", "");
}
