import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { englishText, MESSAGES, namesIn, readTranslated, readTranslations } from "@/cli/i18n/catalogs";
import { findMessages } from "@/cli/i18n/find-messages";
import { findUntranslated } from "@/cli/i18n/find-untranslated";
import { parse, readSourceFiles } from "@/cli/i18n/source-files";
import { LANGUAGES } from "@/lib/core/i18n/languages";

const files = readSourceFiles();
const message = readTranslated(files);

test("en.json is every sentence of the source and nothing else (npm run i18n:extract writes it)", () => {
  expect(readFileSync(`${MESSAGES}/en.json`, "utf8")).toBe(englishText(message));
  // As an attribute has them: the browser would look up another sentence.
  expect([...message.keys()].filter((id) => /&\w+;/.test(id))).toEqual([]);
});

test("messages and translations have typographic apostrophes only", () => {
  // A straight apostrophe begins quoted text in ICU's syntax, which compileMessage does not support.
  const languages = Object.keys(LANGUAGES).filter((language) => language !== "en");
  const translated = languages.flatMap((language) => readTranslations(language).map(({ text }) => text));
  expect([...message.keys(), ...translated].filter((text) => text.includes("'"))).toEqual([]);
});

describe.each(Object.keys(LANGUAGES).filter((language) => language !== "en"))("%s", (language) => {
  const translations = readTranslations(language);

  test("lists exactly the sentences of the source", () => {
    const known = new Set(translations.map(({ id }) => id));
    expect([...message.keys()].filter((id) => !known.has(id))).toEqual([]);
    expect(translations.filter(({ id }) => !message.has(id))).toEqual([]);
  });

  test("has the placeholders, plurals and tags of the English sentence, and no empty text", () => {
    const others = translations.filter(({ id, text }) => String(namesIn(id)) !== String(namesIn(text)));
    expect(others).toEqual([]);
    expect(translations.filter(({ text }) => text.trim() === "")).toEqual([]);
  });

  test("has every plural form that the language's numbers take", () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const needed = forms.filter((form) => form !== "many");
    const lacking = translations.filter(
      ({ text }) => /, plural,/.test(text) && !needed.every((form) => text.includes(`${form} {`)),
    );
    expect(lacking).toEqual([]);
  });

  test("translates a sentence alike wherever it stands", () => {
    const first = new Map(translations.map(({ id, text }) => [id, text]));
    expect(translations.filter(({ id, text }) => first.get(id) !== text)).toEqual([]);
  });
});

/** Texts for wallets and link previews, which are always in English. */
const ANSWERS = ["components/claim/claim-picture.tsx", "components/claim/claim-texts.ts"];

test("no text of a page stands outside of the catalogs", () => {
  const pages = files.filter(({ path }) => /^(?:app|components)\//.test(path) && !ANSWERS.includes(path));
  const untranslated = pages.flatMap(({ path, tree }) =>
    findUntranslated(tree).map(({ line, text }) => `${path}:${line}  ${text}`),
  );
  expect(untranslated).toEqual([]);
});

const source = (text: string) => parse("probe.tsx", text);

test("sentences are found in calls, conditions, tables and elements", () => {
  const text = `
    const LABEL = message("Paused");
    const Part = () => <p title={t("A {b}", { b })}>{isOn ? t(x ? "Yes" : ("No")) : t(LABEL)}
      <Trans id="It’s {this}" values={{ this: 1 }} /><Trans id={y ? "One" : \`Two\`} /><Other id="none" /></p>;`;
  expect(findMessages(source(text))).toEqual(["Paused", "A {b}", "Yes", "No", "It’s {this}", "One", "Two"]);
});

test.each([
  ["<p>Some text</p>", "Some text"],
  ['<p aria-label="Close">{x}</p>', "Close"],
  [`<p title={\`Page \${n}\`}>{x}</p>`, "Page"],
  ['<p>{isOn ? "on" : t("off")}</p>', "on"],
  ['<p>{isOn && "on"}</p>', "on"],
  ['<Card title={name ?? "none"} />', "none"],
  ['const COLUMNS = [{ title: "Status" }]', "Status"],
  [`const why = \`Nobody can \${verb}\``, "Nobody can"],
  ['return "The wallet said no."', "The wallet said no."],
])("%s is a text that does not come from the catalogs", (text, found) => {
  expect(findUntranslated(source(text)).map((unused) => unused.text)).toEqual([found]);
});

test.each([
  `<p className="some text" data-x={\`a \${b}\`}>{t("Some text")}: {amount} SOL · 12 %</p>`,
  '<Trans id="Some {x}" values={{ x: <b>{y}</b> }} />',
  'throw new RangeError("Nobody can read this")',
  'const found = kind === "a" ? t("A") : t("B"), x = new ApiError("Not for people")',
  'import x from "A file"; type T = "Some Text";',
  '<p>{kind === "on" ? <A /> : null}</p>',
])("%s has no such text", (text) => {
  expect(findUntranslated(source(text))).toEqual([]);
});
