// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DocumentView } from "@/components/documents/document-view";
import { readDocument } from "@/lib/core/documents/document";
import { showGerman } from "@/tests/components/show";

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
const of = (slug: string) => ({ slug, file: `docs/${slug}.md`, title: `About ${slug}` });

test("a document is English, and what stands around it in the reader's language", () => {
  const document = readDocument(TEXT);
  const sections = [{ title: "For readers", documents: [of("a"), of("b"), of("c")] }];
  const { container, getByRole, getByText, getAllByText } = showGerman(
    <DocumentView file="docs/b.md" before={of("a")} after={of("c")} {...{ document, sections }} />,
  );
  const languageOf = (element: Element) => element.closest("[lang]")?.getAttribute("lang");
  const english = [getByText("The title"), getByText("A word"), getByText("npm start")];
  for (const element of [...english, ...getAllByText(/^About|^For/)]) expect(languageOf(element)).toBe("en");
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
  for (const element of german) expect(languageOf(element)).toBe("de");
});
