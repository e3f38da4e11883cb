import type { Token } from "marked";
import type { Language } from "@/lib/core/i18n/languages";
import { type Document, everyToken, plainText } from "./document";

/** A section of a document: the text between two headings. The text below the title has the anchor "". */
export type SearchableSection = {
  slug: string;
  language: Language;
  /** The title of the document. */
  title: string;
  heading: string;
  anchor: string;
  text: string;
};

/** A section that contains all words of a query, with the part of its text around the first word. */
export type SearchResult = SearchableSection & { excerpt: string };

/** Limits of a search: characters of the query, results, and characters of an excerpt. */
export const SEARCH_LIMITS = { query: 100, results: 20, excerpt: 160 } as const;

/** Splits a document at its headings. */
export function toSearchable(
  { tokens, anchors, title }: Document,
  input: Pick<SearchableSection, "slug" | "language">,
): SearchableSection[] {
  let section: SearchableSection = { ...input, title, heading: "", anchor: "", text: "" };
  const sections = [section];
  for (const token of tokens) {
    if (token.type !== "heading") {
      section.text = `${section.text} ${getText(token)}`.trim();
    } else if (token.depth > 1) {
      const heading = plainText(token.tokens ?? []);
      section = { ...input, title, heading, anchor: anchors.get(token) ?? "", text: "" };
      sections.push(section);
    }
  }
  return sections;
}

/** Returns the text of a block with its lists and tables, on one line. */
const getText = (block: Token): string =>
  [...everyToken([block])]
    .flatMap((token) => ("tokens" in token || !("text" in token) || token.type === "html" ? [] : token.text))
    .join(" ")
    .replaceAll(/\s+/g, " ");

/**
 * Returns the sections that contain all words of a query, without regard to case. Sections with the words in
 * their heading or title come first.
 */
export function searchSections(sections: readonly SearchableSection[], query: string): SearchResult[] {
  const words = query.slice(0, SEARCH_LIMITS.query).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, rank: rankSection(section, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, SEARCH_LIMITS.results)
    .map(({ section }) => ({ ...section, excerpt: getExcerpt(section.text, words) }));
}

/** Returns 0 if a word is missing, otherwise more for words in the heading or the title than in the text. */
function rankSection({ title, heading, text }: SearchableSection, words: readonly string[]): number {
  const texts = [heading || title, title, text].map((each) => each.toLowerCase());
  const ranks = words.map((word) => {
    const at = texts.findIndex((each) => each.includes(word));
    return at === -1 ? 0 : 10 ** (texts.length - at);
  });
  const isHeading = texts[0] === words.join(" ") ? 10 ** 6 : 0;
  return ranks.includes(0) ? 0 : isHeading + ranks.reduce((sum, rank) => sum + rank, 0) / words.length;
}

function getExcerpt(text: string, words: readonly string[]): string {
  const at = Math.max(0, Math.min(...words.map((word) => getPosition(text, word))) - 40);
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
  const end = start + SEARCH_LIMITS.excerpt;
  const cut = text.slice(start, end);
  return `${start > 0 ? "… " : ""}${end < text.length ? `${cut.slice(0, cut.lastIndexOf(" "))} …` : cut}`;
}

const getPosition = (text: string, word: string): number => {
  const at = text.toLowerCase().indexOf(word);
  return at === -1 ? 0 : at;
};
