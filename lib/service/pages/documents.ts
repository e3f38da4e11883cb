import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Tokens } from "marked";
import { type Document, everyToken, readDocument } from "@/lib/core/documents/document";
import {
  type DocumentSection,
  type DocumentSummary,
  INDEX_FILE,
  readSections,
  resolveFile,
} from "@/lib/core/documents/document-index";
import { toMarkdown } from "@/lib/core/documents/markdown";
import { type SearchResult, searchSections, toSearchable } from "@/lib/core/documents/search";
import type { Language } from "@/lib/core/i18n/languages";

/** A document in the format of its page, with the previous and the next document. */
export type DocumentPage = {
  slug: string;
  file: string;
  language: Language;
  /** The languages that the document is available in. */
  languages: Language[];
  document: Document;
  /** The pictures of the document as SVG, by file. */
  pictures: Record<string, string>;
  sections: DocumentSection[];
  before: DocumentSummary | null;
  after: DocumentSummary | null;
};

/** Returns the index of the documents, in English, with titles in a language. */
export async function readDocumentIndex(
  language: Language = "en",
): Promise<Pick<DocumentPage, "document" | "sections">> {
  return library(language);
}

/**
 * Returns the document of a page in a language, or in English if it has no translation; null if the index does
 * not list it. File names come only from the index, never from the URL.
 */
export async function findDocument(slug: string, language: Language = "en"): Promise<DocumentPage | null> {
  const { sections } = await library(language);
  const listed = sections.flatMap(({ documents }) => documents);
  const at = listed.findIndex((each) => each.slug === slug);
  const found = listed[at];
  if (!found) return null;
  const file = found.translations[language] ?? found.file;
  const document = await readFileOnce(file);
  return {
    slug,
    file,
    language: found.language,
    languages: ["en", ...(Object.keys(found.translations) as Language[])],
    document,
    pictures: await readPictures(file, document),
    sections,
    before: listed[at - 1] ?? null,
    after: listed[at + 1] ?? null,
  };
}

/** Returns a document in English as Markdown, with links under `origin`; null if the index does not list it. */
export async function readMarkdown(slug: string, origin: string): Promise<string | null> {
  const { sections } = await library("en");
  const listed = sections.flatMap(({ documents }) => documents).find((each) => each.slug === slug);
  if (!listed) return null;
  return toMarkdown(
    await readProjectFile(listed.file),
    { file: listed.file, sections, language: "en" },
    origin,
  );
}

/** Returns the sections of all documents that contain the words of a query, in a language where translated. */
export async function searchDocuments(query: string, language: Language = "en"): Promise<SearchResult[]> {
  const sections = await once(`search ${language}`, async () => {
    const listed = (await library(language)).sections.flatMap(({ documents }) => documents);
    const read = listed.map(async ({ slug, file, translations, language: original }) =>
      toSearchable(await readFileOnce(translations[language] ?? file), { slug, language: original }),
    );
    return (await Promise.all(read)).flat();
  });
  return searchSections(sections, query);
}

/** Returns the pictures that a document shows. Their styles are those of the page. */
async function readPictures(file: string, document: Document): Promise<Record<string, string>> {
  const images = [...everyToken(document.tokens)].filter(({ type }) => type === "image");
  const files = images.flatMap((image) => resolveFile(file, (image as Tokens.Image).href) ?? []);
  const read = files
    .filter((picture) => picture.endsWith(".svg"))
    .map(async (picture) => {
      const svg = await once(picture, () => readProjectFile(picture));
      return [picture, svg.replace(/<style>[\s\S]*?<\/style>/, "")] as const;
    });
  return Object.fromEntries(await Promise.all(read));
}

const library = (language: Language) =>
  once(`index ${language}`, async () => {
    const index = await readProjectFile(INDEX_FILE);
    const sections = await Promise.all(
      readSections(index).map(async ({ title, documents }) => ({
        title,
        documents: await Promise.all(documents.map((listed) => translateTitle(listed, language))),
      })),
    );
    return { document: readDocument(index), sections };
  });

async function translateTitle(listed: DocumentSummary, language: Language): Promise<DocumentSummary> {
  const file = listed.translations[language];
  return file ? { ...listed, title: (await readFileOnce(file)).title, language } : listed;
}

const readFileOnce = (file: string) => once(file, async () => readDocument(await readProjectFile(file)));

const readProjectFile = (file: string) =>
  // next.config.mjs lists the files that are read here. Without the mark, the build would trace the whole
  // project.
  readFile(join(/* turbopackIgnore: true */ process.cwd(), file), "utf8");

const read = new Map<string, Promise<unknown>>();

/**
 * Caches a value for the life of the process; errors are not cached. In development, files are read again.
 */
function once<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  const stored = read.get(key) as Promise<Value> | undefined;
  if (stored && process.env.NODE_ENV !== "development") return stored;
  const reading = work();
  reading.catch(() => read.delete(key));
  read.set(key, reading);
  return reading;
}
