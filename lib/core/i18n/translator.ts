import { I18n } from "@lingui/core";
import { compileMessage } from "./compile";
import { LANGUAGES, type Language } from "./languages";

/** The value of a placeholder: a text, or a count, which is formatted as the language requires. */
type Value = string | number;

/**
 * The names of a message's placeholders and plurals. Each form of a plural consists of several words, never
 * of one word alone.
 */
export type Names<Message extends string> = Message extends `${string}{${infer Rest}`
  ? Named<Rest> | Names<Rest>
  : never;
type Named<Rest extends string> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name}, plural,${string}`
    ? Name
    : Inside extends `${string}${" " | "{" | "#"}${string}`
      ? never
      : Inside
  : never;

/** The English sentence as a literal type; `never` for a text that is not a literal. */
export type Literal<Id extends string> = string extends Id ? never : Id;

declare const isMessage: unique symbol;
/**
 * An English sentence without placeholders that is stored in a table until it is displayed:
 * `t(LABELS[kind])`.
 */
export type Message = string & { [isMessage]: true };

/** Marks a sentence in a table, so that `npm run i18n:extract` finds it. */
export const message = <const Id extends string>(
  id: [Names<Id>] extends [never] ? Literal<Id> : never,
): Message => id as unknown as Message;

/** The translations of one language, by English sentence; a missing entry stays English. */
export type Catalog = Readonly<Record<string, string>>;

/** The text of a sentence, or the value of one of its placeholders. */
type Translated<Part> = string | { value: Part };

/** Translates English sentences into the user's language. */
export type Translator = {
  /** `t("Claim {amount}", { amount })`. */
  <const Id extends string>(
    id: Literal<Id>,
    ...values: [Names<Id>] extends [never] ? [] : [Record<Names<Id>, Value>]
  ): string;
  readonly language: Language;
  /** The locale for `Intl`. */
  readonly locale: string;
  /** Formats an integer with the language's separators. */
  readonly count: (value: number | bigint) => string;
  /** The thousands separator, the decimal separator, and the sign after a percentage, with its space. */
  readonly marks: { readonly group: string; readonly decimal: string; readonly percent: string };
  /** Splits a sentence into parts: its own text as strings, and the given values of its placeholders. */
  readonly rich: <Part>(id: string, values: Readonly<Record<string, Part>>) => Translated<Part>[];
};

/**
 * Represents a value while a sentence is built. The mark occurs in no message, and the content of values is
 * never parsed.
 */
const MARK = "\u0001";

/** The positions before each group of three digits of an integer. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** Creates the translation function of a language from its catalog. */
export function createTranslator(language: Language, catalog: Catalog): Translator {
  const { locale, marks } = LANGUAGES[language];
  const i18n = new I18n({ locale: language, messages: { [language]: { ...catalog } } });
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  i18n.setMessagesCompiler((text) => {
    const known = compiled.get(text) ?? compileMessage(text);
    compiled.set(text, known);
    return known;
  });
  const count = (value: number | bigint) => String(value).replaceAll(THOUSANDS, marks.group);
  const rich = <Part>(id: string, values: Readonly<Record<string, Part>>): Translated<Part>[] => {
    const entries = Object.entries(values);
    const marked = entries.map(([name, value], at) => [name, toMark(value, at)] as const);
    const chunks = i18n._(id, Object.fromEntries(marked)).split(MARK);
    return chunks.flatMap((piece, at): Translated<Part>[] => {
      if (at % 2 === 0) return piece ? [piece] : [];
      const entry = entries[Number(piece)];
      return entry ? [{ value: entry[1] }] : [];
    });
  };
  const translateValues = (id: string, values: Readonly<Record<string, Value>>): string => {
    const names = Object.keys(values);
    if (names.every((name) => typeof values[name] === "string")) return translateTexts(id, names, values);
    return rich(id, values)
      .map((part) => (typeof part === "string" ? part : shown(part.value)))
      .join("");
  };
  // Cache for sentences whose values are all texts: the text pieces of the sentence, and between them the
  // placeholder names.
  const around = new Map<string, string[]>();
  const translateTexts = (
    id: string,
    names: readonly string[],
    values: Readonly<Record<string, Value>>,
  ): string => {
    const known = around.get(id);
    const marks = () => Object.fromEntries(names.map((name) => [name, MARK + name + MARK]));
    const chunks = known ?? i18n._(id, marks()).split(MARK);
    if (!known) around.set(id, chunks);
    return chunks.map((piece, at) => (at % 2 === 0 ? piece : values[piece])).join("");
  };
  // Cache for sentences without values, which are the most frequent. Some are built for every row of a list
  // without being displayed.
  const plain = new Map<string, string>();
  const translatePlain = (id: string): string => {
    const known = plain.get(id) ?? translateValues(id, {});
    plain.set(id, known);
    return known;
  };
  const shown = (value: Value) => (typeof value === "number" ? count(value) : value);
  const translate = (id: string, values?: Readonly<Record<string, Value>>) =>
    values ? translateValues(id, values) : translatePlain(id);
  return Object.assign(translate, { language, locale, count, marks, rich }) as Translator;
}

/** Returns a value that is a number in a plural and a mark in a placeholder. */
function toMark(value: unknown, at: number): unknown {
  const mark = `${MARK}${at}${MARK}`;
  if (typeof value !== "number") return mark;
  return { [Symbol.toPrimitive]: (hint: string) => (hint === "default" ? mark : value) };
}

/** The sentences as they are in the source, without a catalog. */
export const english: Translator = /* @__PURE__ */ createTranslator("en", {});
