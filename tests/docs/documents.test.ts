import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { checkBlocks, readBlocks } from "@/cli/docs-check/blocks";
import { checkLinks, readMarkdownFiles } from "@/cli/docs-check/links";
import { LONG } from "@/ledger/tests/support/long";
import { createAnchors, type Document, everyToken, readDocument } from "@/lib/core/documents/document";
import { INDEX_FILE, pageLink, readSections, resolveFile } from "@/lib/core/documents/document-index";
import type { Language } from "@/lib/core/i18n/languages";
import { findDocument, readDocumentIndex } from "@/lib/service/pages/documents";

const files = readMarkdownFiles();
const sections = readSections(files.get(INDEX_FILE) ?? "");
const listed = sections.flatMap(({ documents }) => documents);
const translated = listed.flatMap(({ slug, file: original, translations }) =>
  Object.entries(translations).map(([name, file]) => ({ slug, original, language: name as Language, file })),
);

test("all links and pictures of the documents exist", () => {
  expect(checkLinks(files)).toEqual([]);
});

test("reports links to missing files, pictures and headings", () => {
  const text = "# A\n\n[a](b.md) [b](#c) [c](docs) [d](../x) [e](ftp://x) ![f](f.svg)\n\n## D\n\n[g](#d)\n";
  expect(checkLinks(new Map([["a.md", text]]))).toEqual([
    "a.md: b.md does not exist.",
    "a.md: #c does not exist.",
    "a.md: ../x points outside the repository.",
    "a.md: ftp://x has a scheme that is not allowed.",
    "a.md: f.svg does not exist.",
    "a.md: #d does not exist.",
  ]);
  const own = new Map([["README.md", "# A\n\n[a](#b) [c](#a) [d](docs#a)\n"]]);
  expect(checkLinks(own)).toEqual([
    "README.md: #b has no such heading.",
    "README.md: docs#a has no such heading.",
  ]);
});

test(
  "every code block has a known language and parses, and a shown file equals its source",
  async () => {
    const blocks = [...files].flatMap(([file, text]) => readBlocks(file, text));
    expect(blocks.length).toBeGreaterThan(30);
    expect(await checkBlocks(blocks)).toEqual([]);
  },
  LONG.timeout,
);

test(
  "reports the line of an invalid block",
  async () => {
    const fenced = (info: string, code: string) => `text\n\n\`\`\`${info}\n${code}\n\`\`\`\n`;
    for (const info of ["", "yaml", "sh untl=x", "sh until", "json service"])
      expect(() => readBlocks("a.md", fenced(info, "x"))).toThrow(`a.md:3: "${info}" is not a valid info`);
    const wrong = [
      fenced("json", '{ "a": 1, }'),
      fenced("csv", 'a,b\n"1,2'),
      fenced("sh", "if true; then"),
      fenced("sql", "select 1;\nselec 2;"),
      fenced("ts", "// examples/missing.ts\nexport {};"),
    ];
    const errors = await checkBlocks(wrong.flatMap((text, index) => readBlocks(`${index}.md`, text)));
    expect(errors.map((error) => error.slice(0, 6))).toEqual(wrong.map((_, index) => `${index}.md:3`));
    expect(errors[3]).toContain("selec");
  },
  LONG.timeout,
);

test("reads the attributes of a block, also within lists", () => {
  const text = '- a\n\n  ```sh service until="it = up"\n  ls\n  ```\n\n```sh excused="it needs x"\nls\n```\n';
  expect(readBlocks("a.md", text)).toMatchObject([
    { line: 3, code: "ls", attributes: { service: "", until: "it = up" } },
    { line: 7, code: "ls", attributes: { excused: "it needs x" } },
  ]);
});

test(
  "all words of the documents are in the dictionary or in docs/words.txt",
  () => {
    const args = ["cspell", "lint", "--no-progress", "--no-summary", "--no-color", ...files.keys()];
    expect(spawnSync("npx", args, { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "" });
  },
  LONG.timeout,
);

test("each listed document is a page with a title, neighbors and an address of its own", async () => {
  expect(new Set(listed.map(({ slug }) => slug)).size).toBe(listed.length);
  // The API reference has this address.
  expect(listed.map(({ slug }) => slug)).not.toContain("api");
  expect((await readDocumentIndex()).sections).toEqual(sections);
  for (const [at, { slug }] of listed.entries()) {
    const page = await findDocument(slug);
    expect(page?.document.title, slug).not.toBe("");
    expect([page?.before?.slug, page?.after?.slug]).toEqual([listed[at - 1]?.slug, listed[at + 1]?.slug]);
  }
});

test.each(["none", "README", "../package", "..%2fpackage", "api", ""])(
  "has no page named %s",
  async (slug) => {
    expect(await findDocument(slug)).toBeNull();
  },
);

test("lists every document in docs except the decision records", () => {
  const own = [...files.keys()].filter((file) => file.startsWith("docs/") && file !== INDEX_FILE);
  const pages = new Set([...listed.map(({ file }) => file), ...translated.map(({ file }) => file)]);
  expect(own.filter((file) => !pages.has(file) && !file.startsWith("docs/decisions/"))).toEqual([]);
});

test("includes every picture in its page, and links pages to pages or to other sites", async () => {
  for (const { slug, file } of [...listed, ...translated]) {
    const language = listed.some((each) => each.file === file) ? "en" : "de";
    const pictures = (await findDocument(slug, language))?.pictures ?? {};
    for (const token of everyToken(readDocument(files.get(file) ?? "").tokens)) {
      if (token.type === "image")
        expect(pictures[resolveFile(file, token.href) ?? ""]).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
      if (token.type === "html")
        expect(token.raw.trim(), `${file} has HTML that pages leave out`).toMatch(/^<!--/);
    }
  }
});

test("converts links to page addresses, and other targets to plain text", () => {
  const create = (href: string, file = "docs/actions/README.md") =>
    pageLink(href, { file, sections, language: "en" });
  expect(create("../security.md#what-a-lying-node-can-do")).toBe("/docs/security#what-a-lying-node-can-do");
  expect(create("service-built.md")).toBe("/docs/actions-service-built");
  expect(create("../README.md")).toBe("/docs");
  expect(create("../../CHANGELOG.md")).toBe("/docs/changelog");
  expect(create("#the-flow")).toBe("#the-flow");
  expect(create("https://example.com/a")).toBe("https://example.com/a");
  for (const href of [
    "examples",
    "../../lib/service/env.ts",
    "javascript:alert(1)",
    "//example.com",
    "/etc/passwd",
  ]) {
    expect(create(href)).toBeNull();
  }
});

describe("translated documents", () => {
  test("are the pages of recipients, creators and users of agents in German", () => {
    const files = [
      "docs/de/recipients.md",
      "docs/de/creators.md",
      "docs/de/confirmations.md",
      "docs/de/labels.md",
      "docs/de/agents.md",
    ];
    expect(translated.map(({ file }) => file)).toEqual(files);
  });

  test.each(translated)("$file has the headings, links, tables and code of $original", (page) => {
    const [english, other] = [page.original, page.file].map((file) =>
      getOutline({ ...page, file }, readDocument(files.get(file) ?? "")),
    );
    expect(other).toEqual(english);
  });

  test.each(translated)(
    "$file is the page /docs/$slug of its language",
    async ({ slug, original, ...page }) => {
      const found = await findDocument(slug, page.language);
      const { title } = readDocument(files.get(page.file) ?? "");
      expect(found).toMatchObject({ ...page, document: { title }, languages: ["en", page.language] });
      const titles = found?.sections.flatMap(({ documents }) => documents);
      expect(titles).toContainEqual(expect.objectContaining({ slug, title, language: page.language }));
      expect(await findDocument(slug)).toMatchObject({ file: original, language: "en" });
    },
  );

  test("are missing for other documents, which stay English", async () => {
    const found = await findDocument("questions", "de");
    expect(found).toMatchObject({ file: "docs/questions.md", language: "en", languages: ["en"] });
    const titles = (await readDocumentIndex("de")).sections.flatMap(({ documents }) => documents);
    expect(titles).toContainEqual(expect.objectContaining({ slug: "questions", title: "FAQ" }));
  });

  test("are linked with their language, unless the document has the same language", () => {
    const create = (href: string, language: Language) =>
      pageLink(href, { file: "docs/de/a.md", sections, language });
    expect(create("creators.md#liste-vorbereiten", "de")).toBe("/docs/creators#liste-vorbereiten");
    expect(create("creators.md#liste-vorbereiten", "en")).toBe(
      "/docs/creators?language=de#liste-vorbereiten",
    );
    expect(create("../creators.md", "de")).toBe("/docs/creators");
  });
});

/** Returns the parts of a document that a translation keeps. A link to a heading is the heading's position. */
function getOutline(position: { file: string; language: Language }, { headings, tokens, anchors }: Document) {
  const own = [...anchors.values()];
  const blocks: unknown[] = [];
  for (const token of everyToken(tokens)) {
    if (token.type === "link") {
      const isOwn = token.href.startsWith("#");
      blocks.push(isOwn ? own.indexOf(token.href.slice(1)) : pageLink(token.href, { ...position, sections }));
    }
    if (token.type === "table") blocks.push([token.header.length, token.rows.length]);
    if (token.type === "list") blocks.push(token.items.length);
    if (token.type === "code") blocks.push(token.text);
  }
  return { levels: headings.map(({ level }) => level), blocks };
}

test("creates the anchors that code forges create, also for equal headings", () => {
  expect(createAnchors(["Run it", "What a `x` can do", "Run it", "Ägypten – 1,5 %"])).toEqual([
    "run-it",
    "what-a-x-can-do",
    "run-it-1",
    "ägypten--15-",
  ]);
});
