import type { Token } from "marked";
import { plainText, readDocument } from "./document";

/**
 * A document that the service displays: its page, its file relative to the project root, and its title in the
 * index.
 */
export type Listed = { slug: string; file: string; title: string };

/** Documents for one type of reader, in reading order. */
export type DocumentSection = { title: string; documents: Listed[] };

/** The file that lists all others. */
export const INDEX_FILE = "docs/README.md";

/**
 * Parses the index: each second-level heading is a section, and the first link of each list item is a
 * document. A document appears once, at its first position.
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
      const link = firstLink(item.tokens);
      const file = link && resolveFile(INDEX_FILE, link.href);
      if (!file?.endsWith(".md") || seen.has(file)) continue;
      seen.add(file);
      sections.at(-1)?.documents.push({ slug: slugOf(file), file, title: link?.text ?? file });
    }
  }
  return sections.filter(({ documents }) => documents.length > 0);
}

/** Returns the last segment of a document page's path: `docs/actions/README.md` becomes `actions`. */
const slugOf = (file: string): string =>
  file
    .replace(/^docs\//, "")
    .replace(/(?:\/README)?\.md$/, "")
    .replaceAll("/", "-")
    .toLowerCase();

/**
 * Returns the target of a document's link on the service's pages: a section of the page, another document's
 * page, or an external address. Returns null for files that exist only in the repository.
 */
export function pageLink(
  href: string,
  { file, sections }: { file: string; sections: readonly DocumentSection[] },
): string | null {
  if (href.startsWith("#") || /^(?:https?|mailto):/.test(href)) return href;
  const target = resolveFile(file, href);
  const anchor = href.includes("#") ? `#${href.split("#")[1]}` : "";
  if (target === INDEX_FILE) return `/docs${anchor}`;
  const listed = sections.flatMap(({ documents }) => documents).find((each) => each.file === target);
  return listed ? `/docs/${listed.slug}${anchor}` : null;
}

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

function firstLink(tokens: readonly Token[]): { href: string; text: string } | undefined {
  for (const token of tokens) {
    if (token.type === "link") return { href: token.href, text: plainText(token.tokens ?? []) };
    const inner = "tokens" in token && token.tokens ? firstLink(token.tokens) : undefined;
    if (inner) return inner;
  }
}
