import { expect, test } from "vitest";
import { readDocument } from "@/lib/core/documents/document";
import { SEARCH_LIMITS, searchSections, toSearchable } from "@/lib/core/documents/search";
import { findDocument, readDocumentIndex, searchDocuments } from "@/lib/service/pages/documents";

const MARKDOWN = `# Guide

The first words.

## Limits

| what | value |
|---|---|
| requests | \`60\` per minute |

## Errors

- A **limit** was exceeded.

\`\`\`sh
vesting-index doctor
\`\`\`
`;
const sections = toSearchable(readDocument(MARKDOWN), { slug: "guide", language: "en" });

test("splits a document at its headings, with the text of tables, lists and code", () => {
  expect(sections.map(({ heading, anchor, text }) => [heading, anchor, text])).toEqual([
    ["", "", "The first words."],
    ["Limits", "limits", "what value requests 60 per minute"],
    ["Errors", "errors", "A limit was exceeded. vesting-index doctor"],
  ]);
});

test("finds the sections that contain every word, those with the words in their heading first", () => {
  const found = (query: string) => searchSections(sections, query).map(({ anchor }) => anchor);
  expect(found("LIMIT")).toEqual(["limits", "errors"]);
  expect(found("doctor guide")).toEqual(["errors"]);
  expect(found("limit absent")).toEqual([]);
  expect(found("  ")).toEqual([]);
  expect(found(`${"x".repeat(SEARCH_LIMITS.query)} ignored`)).toEqual([]);
});

test("shows the text around the first word", () => {
  const text = `${"before ".repeat(50)}needle ${"after ".repeat(50)}`.trim();
  const [found] = searchSections(
    toSearchable(readDocument(`# A\n\n${text}`), { slug: "a", language: "en" }),
    "needle",
  );
  expect(found?.excerpt).toMatch(/^… before .*needle after .* …$/);
  expect(found?.excerpt.length).toBeLessThan(SEARCH_LIMITS.excerpt + 5);
});

test("each heading of the documents finds its section, with an anchor that its page has", async () => {
  const { sections: index } = await readDocumentIndex();
  for (const { slug } of index.flatMap(({ documents }) => documents)) {
    const page = await findDocument(slug);
    for (const { text, anchor } of page?.document.headings ?? []) {
      if (text.length > SEARCH_LIMITS.query) continue;
      const results = await searchDocuments(text);
      const here = results.filter((result) => result.heading === text);
      expect(here, `${slug}: ${text}`).not.toEqual([]);
      const own = here.filter((result) => result.slug === slug);
      if (own.length > 0) expect(own.map((result) => result.anchor)).toContain(anchor);
    }
  }
});

test("searches the German texts of translated documents", async () => {
  const results = await searchDocuments("Empfänger", "de");
  expect(results.length).toBeGreaterThan(0);
  expect(new Set(results.map(({ language }) => language))).toContain("de");
});
