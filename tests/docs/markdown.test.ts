import { beforeEach, expect, test } from "vitest";
import { GET as getMarkdown } from "@/app/docs/[page]/markdown/route";
import { GET as getList } from "@/app/llms.txt/route";
import { everyToken, readDocument } from "@/lib/core/documents/document";
import { readEnv } from "@/lib/service/env";
import { readDocumentIndex } from "@/lib/service/pages/documents";
import { startServices } from "@/tests/support/http";
import { setRequest } from "@/tests/support/next-headers";

const ORIGIN = "https://vesting.example";
const headers = { host: "vesting.example", "x-forwarded-proto": "https" };

beforeEach(() => {
  setRequest({ headers });
  startServices({ env: readEnv({ LOG_LEVEL: "silent", ALLOWED_HOSTS: "vesting.example" }) });
});

const buildLinks = (markdown: string) =>
  [...everyToken(readDocument(markdown).tokens)].flatMap((token) =>
    token.type === "link" ? [token.href] : [],
  );
const getSlugs = async () =>
  (await readDocumentIndex()).sections.flatMap(({ documents }) => documents.map(({ slug }) => slug));
const fetchMarkdown = (page: string) =>
  getMarkdown(new Request(`${ORIGIN}/docs/${page}.md`), { params: Promise.resolve({ page }) });

test("llms.txt links the Markdown of every document once", async () => {
  const response = await getList();
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const links = buildLinks(await response.text());
  const expected = (await getSlugs()).map((slug) => `${ORIGIN}/docs/${slug}.md`);
  expect(links).toEqual([...expected, `${ORIGIN}/api/openapi.json`]);
});

test("the Markdown of every document has its title, and links only to Markdown that exists", async () => {
  const slugs = await getSlugs();
  const pages = new Set([`${ORIGIN}/llms.txt`, ...slugs.map((slug) => `${ORIGIN}/docs/${slug}.md`)]);
  let internal = 0;
  for (const slug of slugs) {
    const response = await fetchMarkdown(slug);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const text = await response.text();
    expect(text).toMatch(/^# \S/);
    for (const href of buildLinks(text)) {
      if (!href.startsWith(ORIGIN)) {
        expect(href).toMatch(/^(?:https?:|mailto:|#)/);
        continue;
      }
      internal += 1;
      expect(pages, `${slug}: ${href}`).toContain(href.split("#")[0]);
    }
  }
  expect(internal).toBeGreaterThan(50);
});

test("a document that the index does not list has no Markdown", async () => {
  for (const page of ["no-such-document", "../README", "decisions"]) {
    const response = await fetchMarkdown(page);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("/llms.txt");
  }
});
