import { I18n } from "@lingui/core";
import { compileMessage } from "./compile";
import { LANGUAGES, type Language } from "./languages";

/** What stands in a placeholder: a text as it is, or a count, which is written as the language writes numbers. */
type Value = string | number;

/** The names of a message's placeholders and plurals. Each form of a plural is whole words, never one word alone. */
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

/** The English sentence itself, known to the types; a text that was put together elsewhere is none. */
export type Literal<Id extends string> = string extends Id ? never : Id;

declare const isMessage: unique symbol;
/** An English sentence without placeholders that stands in a table until it is shown: `t(LABELS[kind])`. */
export type Message = string & { [isMessage]: true };

/** Marks a sentence in a table, so that `npm run words` finds it. */
export const message = <const Id extends string>(
  id: [Names<Id>] extends [never] ? Literal<Id> : never,
): Message => id as unknown as Message;

/** The texts of one language, by the English sentences; what is missing stays English. */
export type Catalogue = Readonly<Record<string, string>>;

/** The words of a sentence, or what stands in one of its placeholders. */
type Woven<Part> = string | { value: Part };

/** Says English sentences in the viewer's language. */
export type Words = {
  /** `t("Claim {amount}", { amount })`. */
  <const Id extends string>(
    id: Literal<Id>,
    ...values: [Names<Id>] extends [never] ? [] : [Record<Names<Id>, Value>]
  ): string;
  readonly language: Language;
  /** For `Intl`. */
  readonly locale: string;
  /** A whole number with the language's separators. */
  readonly count: (value: number | bigint) => string;
  /** Between thousands, and before a fraction. */
  readonly marks: { readonly group: string; readonly decimal: string };
  /** A sentence in its parts: its own words as strings, and what stands in its placeholders as it was given. */
  readonly weave: <Part>(id: string, values: Readonly<Record<string, Part>>) => Woven<Part>[];
};

/** Stands for a value while a sentence is made: in no message, and what values contain is never read as one. */
const MARK = "\u0001";

/** The words of a language by its catalogue. */
export function makeWords(language: Language, catalogue: Catalogue): Words {
  const { locale } = LANGUAGES[language];
  const i18n = new I18n({ locale: language, messages: { [language]: { ...catalogue } } });
  const compiled = new Map<string, ReturnType<typeof compileMessage>>();
  i18n.setMessagesCompiler((text) => {
    const known = compiled.get(text) ?? compileMessage(text);
    compiled.set(text, known);
    return known;
  });
  const numbers = new Intl.NumberFormat(locale);
  const count = (value: number | bigint) => numbers.format(value);
  const weave = <Part>(id: string, values: Readonly<Record<string, Part>>): Woven<Part>[] => {
    const given = Object.entries(values);
    const marked = given.map(([name, value], at) => [name, toMark(value, at)] as const);
    const pieces = i18n._(id, Object.fromEntries(marked)).split(MARK);
    return pieces.flatMap((piece, at): Woven<Part>[] => {
      if (at % 2 === 0) return piece ? [piece] : [];
      const entry = given[Number(piece)];
      return entry ? [{ value: entry[1] }] : [];
    });
  };
  const say = (id: string, values: Readonly<Record<string, Value>>): string => {
    const names = Object.keys(values);
    if (names.every((name) => typeof values[name] === "string")) return sayTexts(id, names, values);
    return weave(id, values)
      .map((part) => (typeof part === "string" ? part : shown(part.value)))
      .join("");
  };
  // A sentence into which only texts go is the same around them each time: its words, and between them the names.
  const around = new Map<string, string[]>();
  const sayTexts = (
    id: string,
    names: readonly string[],
    values: Readonly<Record<string, Value>>,
  ): string => {
    const known = around.get(id);
    const marks = () => Object.fromEntries(names.map((name) => [name, MARK + name + MARK]));
    const pieces = known ?? i18n._(id, marks()).split(MARK);
    if (!known) around.set(id, pieces);
    return pieces.map((piece, at) => (at % 2 === 0 ? piece : values[piece])).join("");
  };
  // Most sentences have nothing in them, and some are made for every row of a list only to be left unsaid.
  const plain = new Map<string, string>();
  const sayPlain = (id: string): string => {
    const known = plain.get(id) ?? say(id, {});
    plain.set(id, known);
    return known;
  };
  const shown = (value: Value) => (typeof value === "number" ? count(value) : value);
  const sayEither = (id: string, values?: Readonly<Record<string, Value>>) =>
    values ? say(id, values) : sayPlain(id);
  return Object.assign(sayEither, { language, locale, count, marks: marksOf(numbers), weave }) as Words;
}

/** A number in a plural is a number, in a placeholder a mark. */
function toMark(value: unknown, at: number): unknown {
  const mark = `${MARK}${at}${MARK}`;
  if (typeof value !== "number") return mark;
  return { [Symbol.toPrimitive]: (hint: string) => (hint === "default" ? mark : value) };
}

function marksOf(numbers: Intl.NumberFormat): Words["marks"] {
  const parts = numbers.formatToParts(12_345.6);
  const mark = (of: "group" | "decimal") => parts.find(({ type }) => type === of)?.value ?? "";
  return { group: mark("group"), decimal: mark("decimal") };
}

/** What the sentences in the source are: needs no catalogue. */
export const english: Words = /* @__PURE__ */ makeWords("en", {});
