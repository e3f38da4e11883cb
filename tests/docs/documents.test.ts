import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkBlocks, readBlocks } from "@/cli/docs-check/blocks";
import { checkLinks, readMarkdownFiles } from "@/cli/docs-check/links";
import { LONG } from "@/ledger/tests/support/long";
import { anchorsOf, everyToken, readDocument } from "@/lib/core/documents/document";
import { INDEX_FILE, pageLink, readSections, resolveFile } from "@/lib/core/documents/library";
import { findDocument, readDocumentIndex } from "@/lib/service/pages/documents";

const files = readMarkdownFiles();
const sections = readSections(files.get(INDEX_FILE) ?? "");
const listed = sections.flatMap(({ documents }) => documents);

test("every link and picture of the documents leads somewhere", () => {
  expect(checkLinks(files)).toEqual([]);
});

test("a link to what is not there is found, and so is one to a heading that is not", () => {
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
  "every fenced block has a known language and can be parsed, and a shown file is repeated exactly",
  async () => {
    const blocks = [...files].flatMap(([file, text]) => readBlocks(file, text));
    expect(blocks.length).toBeGreaterThan(30);
    expect(await checkBlocks(blocks)).toEqual([]);
  },
  LONG.timeout,
);

test(
  "a fault names the line of its block",
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
    const faults = await checkBlocks(wrong.flatMap((text, index) => readBlocks(`${index}.md`, text)));
    expect(faults.map((fault) => fault.slice(0, 6))).toEqual(wrong.map((_, index) => `${index}.md:3`));
    expect(faults[3]).toContain("selec");
  },
  LONG.timeout,
);

test("attributes of a block are read, in lists too", () => {
  const text = '- a\n\n  ```sh service until="it = up"\n  ls\n  ```\n\n```sh excused="it needs x"\nls\n```\n';
  expect(readBlocks("a.md", text)).toMatchObject([
    { line: 3, code: "ls", attributes: { service: "", until: "it = up" } },
    { line: 7, code: "ls", attributes: { excused: "it needs x" } },
  ]);
});

test(
  "the documents have no word that neither the dictionary nor docs/words.txt has",
  () => {
    const args = ["cspell", "lint", "--no-progress", "--no-summary", "--no-color", ...files.keys()];
    expect(spawnSync("npx", args, { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "" });
  },
  LONG.timeout,
);

test("each listed document is a page with a title, neighbours and an address of its own", async () => {
  expect(new Set(listed.map(({ slug }) => slug)).size).toBe(listed.length);
  // The API reference has this address.
  expect(listed.map(({ slug }) => slug)).not.toContain("api");
  const index = await readDocumentIndex();
  expect(index.after?.slug).toBe(listed[0]?.slug);
  for (const [at, { slug }] of listed.entries()) {
    const page = await findDocument(slug);
    expect(page?.document.title, slug).not.toBe("");
    expect([page?.before?.slug, page?.after?.slug]).toEqual([listed[at - 1]?.slug, listed[at + 1]?.slug]);
  }
});

test.each(["none", "README", "../package", "..%2fpackage", "api", ""])(
  "no page is called %s",
  async (slug) => {
    expect(await findDocument(slug)).toBeNull();
  },
);

test("every document in docs is listed, but decisions, which are the repository's", () => {
  const own = [...files.keys()].filter((file) => file.startsWith("docs/") && file !== INDEX_FILE);
  const pages = new Set(listed.map(({ file }) => file));
  expect(own.filter((file) => !pages.has(file) && !file.startsWith("docs/decisions/"))).toEqual([]);
});

test("every picture is one that the build knows, and a link of a page leads to a page or out", () => {
  const known = readFileSync("components/documents/picture.tsx", "utf8");
  for (const { file } of [...listed, { file: INDEX_FILE }]) {
    for (const token of everyToken(readDocument(files.get(file) ?? "").tokens)) {
      if (token.type === "image") expect(known).toContain(`"${resolveFile(file, token.href)}"`);
      if (token.type === "html")
        expect(token.raw.trim(), `${file} has HTML that pages leave out`).toMatch(/^<!--/);
    }
  }
});

test("links become those of pages, and anything else is no link", () => {
  const of = (href: string, file = "docs/actions/README.md") => pageLink(href, { file, sections });
  expect(of("../security.md#what-a-lying-node-can-do")).toBe("/docs/security#what-a-lying-node-can-do");
  expect(of("service-built.md")).toBe("/docs/actions-service-built");
  expect(of("../README.md")).toBe("/docs");
  expect(of("../../CHANGELOG.md")).toBe("/docs/changelog");
  expect(of("#the-flow")).toBe("#the-flow");
  expect(of("https://example.com/a")).toBe("https://example.com/a");
  for (const href of [
    "examples",
    "../../lib/service/env.ts",
    "javascript:alert(1)",
    "//example.com",
    "/etc/passwd",
  ]) {
    expect(of(href)).toBeNull();
  }
});

test("anchors are those of code forges, also of headings that are alike", () => {
  expect(anchorsOf(["Run it", "What a `x` can do", "Run it", "Ägypten – 1,5 %"])).toEqual([
    "run-it",
    "what-a-x-can-do",
    "run-it-1",
    "ägypten--15-",
  ]);
});
