/** Formats base units as exact decimal text, without thousands separators and without trailing zeros. */
export function decimalText(baseUnits: bigint, decimals: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

/**
 * The zero digits of scripts that spreadsheets use: ASCII, Arabic, Persian, Devanagari, Bengali, Thai, full
 * width.
 */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** Variants of separators and signs. Arabic has its own decimal and thousands separators. */
const MARKS: Record<string, string> = {
  "\uff0c": ",",
  "\uff0e": ".",
  "\u00a0": " ",
  "\u2007": " ",
  "\u2009": " ",
  "\u202f": " ",
  "\u2018": "'",
  "\u2019": "'",
  "\u2032": "'",
  "\uff0b": "+",
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2212": "-",
  "\uff0d": "-",
};

/**
 * Zero-width characters that remain in a cell after copying from chats, documents and right-to-left sheets.
 * Direction overrides are excluded, because they can hide the actual order of characters.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]/g;

/**
 * Direction marks within numbers of right-to-left sheets; another invisible character there may replace a
 * separator.
 */
const WITHIN_NUMBERS = /[\u200e\u200f\u061c\ufeff]/g;
const AT_ENDS = /^[\u200b-\u200d\u2060\u2064\s]+|[\u200b-\u200d\u2060\s]+$/g;

/**
 * Precedes a spreadsheet's number with a fraction. Its decimal mark is a point, whichever mark the texts of its
 * column use. The character is invisible and does not occur in cells that were copied from documents.
 */
const NUMBER_SIGN = "\u2064";

export const markNumber = (text: string): string => (text.includes(".") ? `${NUMBER_SIGN}${text}` : text);

/** Returns the number of a cell that `markNumber` marked; null for other cells. */
export const markedNumber = (cell: string): string | null =>
  cell.startsWith(NUMBER_SIGN) && /^.\d+\.\d+$/.test(cell) ? cell.slice(1) : null;

/** Returns a text without invisible characters and surrounding spaces. */
export function withoutInvisible(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : text.replace(INVISIBLE, "").trim();
}

/**
 * Returns the first character that is not printable ASCII: its code point as U+XXXX and its position from 1;
 * null if there is none.
 */
export function foreignCharacter(text: string): { code: string; position: string } | null {
  const found = /[^\x21-\x7e]/u.exec(text);
  if (!found) return null;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return { code: `U+${code}`, position: `${[...text.slice(0, found.index)].length + 1}` };
}

/**
 * Normalizes a cell's text: digits of other scripts and variants of signs, spaces and separators become
 * ASCII, and the text is trimmed. Returns null if it mixes digits of two scripts.
 */
export function plainText(cell: string): string | null {
  if (/^[\x20-\x7e]*$/.test(cell)) return cell.trim();
  let zero: number | null = null;
  let text = "";
  for (const character of cell.replace(WITHIN_NUMBERS, "").replace(AT_ENDS, "")) {
    const code = character.codePointAt(0) ?? 0;
    const itsZero = ZEROS.find((start) => code >= start && code < start + 10);
    if (itsZero === undefined) text += MARKS[character] ?? character;
    else if (zero !== null && zero !== itsZero) return null;
    else {
      zero = itsZero;
      text += String(code - itsZero);
    }
  }
  return text.trim();
}
