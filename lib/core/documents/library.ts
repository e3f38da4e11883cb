import type { Token } from "marked";
import { plainText, readDocument } from "./document";

/** A document that the service shows: its page, its file from the project's root, and what the index calls it. */
export type Listed = { slug: string; file: string; title: string };

/** Documents for one kind of reader, in the order in which to read them. */
export type Shelf = { title: string; documents: Listed[] };

/** The file that lists all others. */
export const INDEX_FILE = "docs/README.md";

/**
 * What the index lists: each second-level heading is a shelf, and the first link of each entry of its lists a document.
 * A document is listed once, where it stands first.
 */
export function readShelves(index: string): Shelf[] {
  const shelves: Shelf[] = [];
  const seen = new Set<string>();
  for (const token of readDocument(index).tokens) {
    if (token.type === "heading" && token.depth === 2) {
      shelves.push({ title: plainText(token.tokens ?? []), documents: [] });
    }
    if (token.type !== "list") continue;
    for (const item of token.items) {
      const link = firstLink(item.tokens);
      const file = link && resolveFile(INDEX_FILE, link.href);
      if (!file?.endsWith(".md") || seen.has(file)) continue;
      seen.add(file);
      shelves.at(-1)?.documents.push({ slug: slugOf(file), file, title: link?.text ?? file });
    }
  }
  return shelves.filter(({ documents }) => documents.length > 0);
}

/** The last part of the address of a document's page: `docs/actions/README.md` is `actions`. */
const slugOf = (file: string): string =>
  file
    .replace(/^docs\//, "")
    .replace(/(?:\/README)?\.md$/, "")
    .replaceAll("/", "-")
    .toLowerCase();

/**
 * Where a link of a document leads on the service's pages: to a part of the page, another document's page, or out to the
 * web; null for what only the repository has.
 */
export function pageLink(
  href: string,
  { file, shelves }: { file: string; shelves: readonly Shelf[] },
): string | null {
  if (href.startsWith("#") || /^(?:https?|mailto):/.test(href)) return href;
  const target = resolveFile(file, href);
  const anchor = href.includes("#") ? `#${href.split("#")[1]}` : "";
  if (target === INDEX_FILE) return `/docs${anchor}`;
  const listed = shelves.flatMap(({ documents }) => documents).find((each) => each.file === target);
  return listed ? `/docs/${listed.slug}${anchor}` : null;
}

/** The file that a relative link in another leads to, from the project's root; null where it leads out of it. */
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
