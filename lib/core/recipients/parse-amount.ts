import { english, type Translator } from "@/lib/core/i18n/translator";
import { U64_MAX } from "@/lib/core/solana/integers";
import { decimalText, markedNumber, plainText } from "./number-text";

/** The separator between whole tokens and their fraction. */
export type DecimalMark = "point" | "comma";

export type AmountOptions = {
  /** The token's decimals if the text is in tokens; undefined if it is in whole base units. */
  decimals: number | undefined;
  /** The user's choice for the column; undefined while there is none. */
  decimalMark?: DecimalMark | undefined;
  /** The language of error messages. */
  t?: Translator | undefined;
};

/**
 * Base units, with the decimal mark that the spelling proves; or the error that prevents a single
 * interpretation. `isAmbiguous` is true if a choice of the decimal mark would resolve the error.
 */
export type AmountReading =
  | { amount: bigint; proves: DecimalMark | null }
  | { error: string; isAmbiguous: boolean };

type Parts = { whole: string; fraction: string; proves: DecimalMark | null };

const OTHER: Record<DecimalMark, DecimalMark> = { point: "comma", comma: "point" };
const MARK_OF: Record<string, DecimalMark> = { ".": "point", ",": "comma" };
const SIGN_OF: Record<DecimalMark, string> = { point: ".", comma: "," };
const LONGEST = 80;

/**
 * Parses an amount strictly, for all inputs of the service: exact base units, never rounded, or an error with
 * instructions. A spelling that two locales interpret differently is rejected unless the decimal mark is
 * given.
 */
export function parseAmount(cell: string, options: AmountOptions): AmountReading {
  const number = markedNumber(cell);
  if (number !== null) return parseMarked(number, options);
  const { decimalMark, t = english } = options;
  const text = plainText(cell);
  if (text === "") return error(t("Enter an amount greater than zero."));
  const unreadable = text === null ? t("Use digits of one script only.") : whyNoNumber(t, text);
  if (text === null || unreadable !== null) return error(unreadable ?? "");
  const unsigned = text.replace(/^\+\s?/, "").replace(/^'(?=\d)/, "");
  const parts = splitNumber(unsigned);
  if (parts === null) {
    return error(
      t("{text} has incorrect thousands separators. Enter it without thousands separators.", {
        text: quoted(t, cell),
      }),
    );
  }
  if (parts === "ambiguous") return readAmbiguous(cell, unsigned, options);
  if (decimalMark && parts.proves && parts.proves !== decimalMark) {
    const shown = quoted(t, cell);
    return error(
      decimalMark === "point"
        ? t(
            "{text} does not match the decimal point. Enter it with a decimal point, or without separators.",
            { text: shown },
          )
        : t(
            "{text} does not match the decimal comma. Enter it with a decimal comma, or without separators.",
            { text: shown },
          ),
    );
  }
  return toBaseUnits(parts, options);
}

/** Parses a spreadsheet's number, which proves nothing about the decimal mark of texts. */
function parseMarked(number: string, options: AmountOptions): AmountReading {
  const reading = parseAmount(number, { ...options, decimalMark: "point" });
  return "amount" in reading ? { ...reading, proves: null } : reading;
}

const error = (sentence: string, isAmbiguous = false) => ({ error: sentence, isAmbiguous });
const quoted = (t: Translator, cell: string) => t("“{text}”", { text: cell.trim().slice(0, 40) });

/** Returns why a text is not a plain positive number; null if it looks like one. */
function whyNoNumber(t: Translator, text: string): string | null {
  if (text.length <= LONGEST && /^(?:\+ ?)?[\d.,' _٫٬]*\d$/.test(text)) return null;
  const values = { text: quoted(t, text) };
  if (text.length > LONGEST) return t("This value is too long for an amount.");
  if (/^\(.*\)$|^-|-$/.test(text) && /\d/.test(text))
    return t("{text} is negative. Enter an amount greater than zero.", values);
  if (/[%‰٪％]/.test(text)) return t("{text} is a percentage. Enter the number of tokens.", values);
  if (/^#/.test(text)) return t("{text} is a spreadsheet error. Enter the amount.", values);
  if (/\p{Sc}/u.test(text))
    return t("{text} has a currency. Enter the number of tokens without a currency.", values);
  if (/^[+\d.,' ]*\d\.?\s*[eE]\s*[+-]?\d+$/.test(text)) {
    return t(
      "{text} is abbreviated, so digits may be lost. Format the column as text or as a plain number, and save the file again.",
      values,
    );
  }
  if (/^[+\d][\d.,' ]*\s*\p{L}+$/u.test(text))
    return t("{text} contains letters. Enter only the number.", values);
  if (/\d[.,'_٫٬]$/.test(text)) return t("{text} ends with a separator. Enter the complete number.", values);
  return t("{text} is not an amount. Enter digits, such as 1500.25.", values);
}

/**
 * Splits an unsigned number into whole part and fraction. Returns null for invalid groups, and "ambiguous" if
 * two locales disagree.
 */
function splitNumber(number: string): Parts | "ambiguous" | null {
  // Arabic separators are unambiguous.
  if (/[٫٬]/.test(number)) return splitAt(number, { group: "٬", decimal: "٫", proves: null });
  const points = number.split(".").length - 1;
  const commas = number.split(",").length - 1;
  if (points > 0 && commas > 0) {
    const last = number.lastIndexOf(".") > number.lastIndexOf(",") ? "." : ",";
    return splitAt(number, { group: last === "." ? "," : ".", decimal: last, proves: MARK_OF[last] });
  }
  if (points + commas === 0) return splitAt(number, { group: null, decimal: ".", proves: null });
  const sign = points > 0 ? "." : ",";
  const mark = MARK_OF[sign] as DecimalMark;
  if (points + commas > 1) {
    return splitAt(number, { group: sign, decimal: SIGN_OF[OTHER[mark]], proves: OTHER[mark] });
  }
  if (isEither(number, sign)) return "ambiguous";
  return splitAt(number, { group: null, decimal: sign, proves: mark });
}

/**
 * A single separator with three digits after it groups thousands in some locales and begins a fraction in
 * others.
 */
function isEither(number: string, sign: string): boolean {
  const [before = "", after = ""] = number.split(sign);
  if (!/^\d{3}$/.test(after) || before === "" || before === "0") return false;
  // Some locales group millions with an apostrophe and thousands with another separator: 1'234.567 and
  // 1'234,567.
  return /^\d{1,3}$/.test(before) || /^\d{1,3}('\d{3})+$/.test(before);
}

type Marks = { group: string | null; decimal: string; proves: DecimalMark | null | undefined };

function splitAt(number: string, { group, decimal, proves = null }: Marks): Parts | null {
  const [grouped = "", fraction, ...more] = number.split(decimal);
  if (more.length > 0 || fraction === "" || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const whole = fraction !== undefined && grouped === "" ? "0" : ungrouped(grouped, group);
  return whole === null ? null : { whole, fraction: fraction ?? "", proves };
}

/**
 * Returns the digits of a whole number without its group separators; null if the groups are invalid in every
 * locale.
 */
function ungrouped(text: string, group: string | null): string | null {
  if (/^\d+$/.test(text)) return text;
  const marks = new Set(text.replace(/\d/g, ""));
  const [mark, ...others] = marks;
  if (mark === undefined || others.length > 0 || (mark !== group && !" '_".includes(mark))) return null;
  const groups = text.split(mark);
  const [first = "", ...rest] = groups;
  const last = rest.pop() ?? "";
  if (!/^[1-9]/.test(first) || last.length !== 3) return null;
  const isWestern = first.length <= 3 && rest.every(({ length }) => length === 3);
  const isIndian = mark === "," && first.length <= 2 && rest.every(({ length }) => length === 2);
  return isWestern || isIndian ? groups.join("") : null;
}

function readAmbiguous(cell: string, number: string, options: AmountOptions): AmountReading {
  const sign = number.includes(".") ? "." : ",";
  const [before = "", fraction = ""] = number.split(sign);
  const whole = before.replaceAll("'", "");
  if (options.decimalMark === MARK_OF[sign]) return toBaseUnits({ whole, fraction, proves: null }, options);
  if (options.decimalMark)
    return toBaseUnits({ whole: whole + fraction, fraction: "", proves: null }, options);
  const plain = `${whole}${fraction}`;
  const small = `${whole}.${fraction}`;
  const fits = (options.decimals ?? 0) >= fraction.replace(/0+$/, "").length;
  const { t = english } = options;
  const values = { text: quoted(t, cell), plain, small };
  return error(
    fits
      ? t("{text} can mean {plain} or {small}. Specify the decimal separator, or enter {plain} or {exact}.", {
          ...values,
          exact: `${small}0`,
        })
      : t("{text} can mean {plain} or {small}. Specify the decimal separator, or enter {plain}.", values),
    true,
  );
}

function toBaseUnits(
  { whole, fraction, proves }: Parts,
  { decimals, t = english }: AmountOptions,
): AmountReading {
  const positions = decimals ?? 0;
  const needed = fraction.replace(/0+$/, "");
  if (needed.length > positions) {
    return error(
      decimals === undefined
        ? t("Enter whole base units. To use decimals, specify that the amounts are in tokens.")
        : t("Use at most {decimals} decimal places. Amounts are never rounded.", {
            decimals: `${decimals}`,
          }),
    );
  }
  const amount = BigInt(whole + needed.padEnd(positions, "0"));
  return amount > U64_MAX
    ? error(t("The maximum amount is {max} base units.", { max: `${U64_MAX}` }))
    : { amount, proves };
}

/**
 * Formats an amount in base units as a cell that parseAmount reads back, even without a decimal mark setting.
 */
export function amountCell(amount: bigint, decimals: number): string {
  const text = decimalText(amount, decimals);
  // Three digits after the separator could be read as thousands.
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
