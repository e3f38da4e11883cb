// @vitest-environment happy-dom

import { cleanup, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DocumentView } from "@/components/documents/document-view";
import { Markdown } from "@/components/documents/markdown";
import { readDocument } from "@/lib/core/documents/document";
import type { DocumentSummary } from "@/lib/core/documents/document-index";
import type { Language } from "@/lib/core/i18n/languages";
import { show, showGerman } from "@/tests/components/show";

afterEach(cleanup);

const TEXT = `# The title

## First
## Second
## Third

| Name | Meaning |
| --- | --- |
| \`a\` | A word |

\`\`\`sh
npm start
\`\`\`
`;
const create = (slug: string, language: Language = "en"): DocumentSummary => ({
  ...{ slug, file: `docs/${slug}.md`, title: `About ${slug}`, summary: "", language, translations: {} },
});
const documents = [create("a"), create("b"), create("c", "de")];

/** Shows the document b of three, of which c has a German title. */
const toView = (language: Language, languages: Language[]) => (
  <DocumentView
    {...{ slug: "b", file: "docs/b.md", language, languages, document: readDocument(TEXT) }}
    {...{
      pictures: {},
      sections: [{ title: "For readers", documents }],
      before: create("a"),
      after: create("c", "de"),
    }}
  />
);
const getLanguage = (element: Element) => element.closest("[lang]")?.getAttribute("lang");

test("a document is English, and what stands around it in the reader's language", () => {
  const { container, getByRole, queryByRole, getByText, getAllByText } = showGerman(toView("en", ["en"]));
  const english = [getByText("The title"), getByText("A word"), getByText("npm start")];
  for (const element of [...english, ...getAllByText(/^About [ab]|^For/)])
    expect(getLanguage(element)).toBe("en");
  for (const element of getAllByText("About c")) expect(getLanguage(element)).toBe("de");
  expect(queryByRole("navigation", { name: "Sprachen dieser Seite" })).toBeNull();
  const german = [
    getByRole("navigation", { name: "Auf dieser Seite" }),
    getByRole("group", { name: "Tabelle: Name, Meaning" }),
    getByRole("button", { name: "Den Code kopieren" }),
    getByText("Vorher"),
    getByText("Weiter"),
    getByText("Alle Dokumente"),
    ...container.querySelectorAll('[aria-label="Link zu dieser Überschrift"]'),
  ];
  expect(german).toHaveLength(9);
  for (const element of german) expect(getLanguage(element)).toBe("de");
});

test("links to the documentation and searches it", () => {
  const { getByRole } = show(toView("en", ["en"]));
  expect(getByRole("link", { name: "Documentation" }).getAttribute("href")).toBe("/docs");
  expect(getByRole("search")).toBeTruthy();
});

test("writes quotes and apostrophes in the form of the language, and begins cells of words with a capital", () => {
  const text = `# T

He said "a creator's \`b\`" or ("\`c\`").

| n | m |
| --- | --- |
| word | p99 |
`;
  for (const [language, expected] of [
    ["en", "He said “a creator’s b” or (“c”)."],
    ["de", "He said „a creator’s b“ or („c“)."],
  ] as const) {
    const { container } = show(
      <Markdown
        document={readDocument(text)}
        position={{ file: "docs/b.md", sections: [], pictures: {}, language }}
      />,
    );
    expect(container.querySelector("p")?.textContent).toBe(expected);
    const cells = [...container.querySelectorAll("td")];
    expect(cells.map(({ className }) => className.includes("uppercase"))).toEqual([true, false]);
  }
});

test("a translated document has its own language and links to all its languages", () => {
  const { getByRole, getByText, getAllByText } = show(toView("de", ["en", "de"]));
  const translated = [getByText("The title"), getByText("A word"), ...getAllByText("Second")];
  for (const element of translated) expect(getLanguage(element)).toBe("de");
  const languages = getByRole("navigation", { name: "Languages of this page" });
  expect(getLanguage(languages)).toBe("en");
  const links = within(languages).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.lang, link.getAttribute("href")])).toEqual([
    ["English", "en", "?language=en"],
    ["Deutsch", "de", "?language=de"],
  ]);
  expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([null, "page"]);
});
