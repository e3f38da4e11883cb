import type { Token, Tokens } from "marked";
import { isLanguage, LANGUAGE_COOKIE, type Language } from "@/lib/core/i18n/languages";
import { everyToken, plainText, readDocument } from "./document";

/**
 * A document that the service displays: its page, its file relative to the project root, and its title with
 * the language of that title.
 */
export type DocumentSummary = {
  slug: string;
  file: string;
  title: string;
  /** The summary of the page in English, from the index. */
  summary: string;
  language: Language;
  /** The files of the translations, `docs/de/recipients.md` for example. */
  translations: Partial<Record<Language, string>>;
};

/** Documents for one type of reader, in reading order. */
export type DocumentSection = { title: string; documents: DocumentSummary[] };

/** The file that lists all others. */
export const INDEX_FILE = "docs/README.md";

/**
 * Parses the index: each second-level heading is a section, and the first link of each list item is a
 * document. Further links of the item to folders of languages are its translations. A document appears once,
 * at its first position.
 */
export function readSections(index: string): DocumentSection[] {
  const sections: DocumentSection[] = [];
  const seen = new Set<string>();
  for (const token of readDocument(index).tokens) {
    if (token.type === "heading" && token.depth === 2) {
      sections.push({ title: plainText(token.tokens ?? []), documents: [] });
    }
    if (token.type !== "list") continue;
    for (const item of token.items) {
      const [first, ...others] = buildLinks(item.tokens);
      const file = first && resolveFile(INDEX_FILE, first.href);
      if (!file?.endsWith(".md") || seen.has(file)) continue;
      seen.add(file);
      const title = plainText(first?.tokens ?? []);
      const translations = getTranslations(others.map(({ href }) => resolveFile(INDEX_FILE, href) ?? ""));
      const summary = getSummary(plainText(item.tokens), title);
      const listed = { slug: getSlug(file), file, title, summary, language: "en" as const, translations };
      sections.at(-1)?.documents.push(listed);
    }
  }
  return sections.filter(({ documents }) => documents.length > 0);
}

/** Returns the text of an item between its title and its readers: `Title: summary (readers)`. */
const getSummary = (item: string, title: string): string =>
  item.slice(title.length).replace(/^:\s*/, "").split(" (")[0] ?? "";

const getTranslations = (files: readonly string[]): DocumentSummary["translations"] =>
  Object.fromEntries(
    files.flatMap((file) => {
      const language = /^docs\/(\w+)\/[^/]+\.md$/.exec(file)?.[1];
      return isLanguage(language) ? [[language, file]] : [];
    }),
  );

/** Returns the last segment of a document page's path: `docs/actions/README.md` becomes `actions`. */
const getSlug = (file: string): string =>
  file
    .replace(/^docs\//, "")
    .replace(/(?:\/README)?\.md$/, "")
    .replaceAll("/", "-")
    .toLowerCase();

/**
 * Returns the target of a document's link on the service's pages: a section of the page, another document's
 * page, or an external address. A link to a translation selects its language, unless the document has that
 * language. Returns null for files that exist only in the repository.
 */
export function pageLink(
  href: string,
  { file, sections, language }: Omit<DocumentPosition, "pictures">,
): string | null {
  if (href.startsWith("#") || /^(?:https?|mailto):/.test(href)) return href;
  const target = resolveFile(file, href);
  const anchor = href.includes("#") ? `#${href.split("#")[1]}` : "";
  if (target === INDEX_FILE) return `/docs${anchor}`;
  for (const { slug, file: original, translations } of sections.flatMap(({ documents }) => documents)) {
    if (original === target) return `/docs/${slug}${anchor}`;
    const [translated] = Object.entries(translations).find(([, each]) => each === target) ?? [];
    if (translated === language) return `/docs/${slug}${anchor}`;
    if (translated) return `/docs/${slug}?${LANGUAGE_COOKIE}=${translated}${anchor}`;
  }
  return null;
}

/** The current document with its language and its pictures by file, and the documents that its links can lead to. */
export type DocumentPosition = {
  file: string;
  sections: readonly DocumentSection[];
  language: Language;
  pictures: Readonly<Record<string, string>>;
};

/**
 * Resolves a relative link in a file to a path relative to the project root; null if the target is outside
 * it.
 */
export function resolveFile(from: string, href: string): string | null {
  const [path = ""] = href.split("#");
  if (path === "") return from;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("/")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Returns the links of tokens, including nested ones. */
const buildLinks = (tokens: readonly Token[]): Tokens.Link[] =>
  [...everyToken(tokens)].filter((token): token is Tokens.Link => token.type === "link");
