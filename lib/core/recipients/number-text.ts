/** A whole number of base units as exact decimal text, without marks between thousands and without zeros at its end. */
export function decimalText(baseUnits: bigint, decimals: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction ? `${whole}.${fraction}` : whole;
}

/** The zeros of the digits that spreadsheets write: ASCII, Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** Other spellings of the marks. Arabic has marks of its own for decimals and for groups. */
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

/** Direction marks that right-to-left sheets put around numbers; overrides are kept, since they hide an order. */
const INVISIBLE = /[\u200e\u200f\u061c\ufeff]/g;

/**
 * A cell's text with the digits of other scripts and the variants of signs, spaces and marks in their ASCII form, trimmed.
 * Null when it mixes the digits of two scripts.
 */
export function plainText(cell: string): string | null {
  if (/^[\x20-\x7e]*$/.test(cell)) return cell.trim();
  let zero: number | null = null;
  let text = "";
  for (const character of cell.replace(INVISIBLE, "")) {
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
