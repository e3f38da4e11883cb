import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Document, readDocument } from "@/lib/core/documents/document";
import { type DocumentSection, INDEX_FILE, type Listed, readSections } from "@/lib/core/documents/library";

/** A document in the format of its page, with the previous and the next document. */
export type DocumentPage = {
  file: string;
  document: Document;
  sections: DocumentSection[];
  before: Listed | null;
  after: Listed | null;
};

/** Returns the index of the documents. */
export async function readDocumentIndex(): Promise<DocumentPage> {
  const { document, sections } = await library();
  const [first = null] = sections.flatMap(({ documents }) => documents);
  return { file: INDEX_FILE, document, sections, before: null, after: first };
}

/**
 * Returns the document of a page; null if the index does not list it. File names come only from the index,
 * never from the URL.
 */
export async function findDocument(slug: string): Promise<DocumentPage | null> {
  const { sections } = await library();
  const listed = sections.flatMap(({ documents }) => documents);
  const at = listed.findIndex((each) => each.slug === slug);
  const found = listed[at];
  if (!found) return null;
  const document = await once(found.file, async () => readDocument(await readProjectFile(found.file)));
  return {
    file: found.file,
    document,
    sections,
    before: listed[at - 1] ?? null,
    after: listed[at + 1] ?? null,
  };
}

const library = () =>
  once("", async () => {
    const index = await readProjectFile(INDEX_FILE);
    return { document: readDocument(index), sections: readSections(index) };
  });

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
