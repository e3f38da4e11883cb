import { type DocumentPosition, type DocumentSection, pageLink } from "./document-index";

type Position = Omit<DocumentPosition, "pictures">;

/**
 * Returns a document's Markdown with links that lead to the Markdown of other documents. `origin` is the
 * service's, such as `https://vesting.example`. Links to files that exist only in the repository become text,
 * and pictures their descriptions.
 */
export function toMarkdown(source: string, position: Position, origin: string): string {
  return source.replaceAll(CODE_OR_LINK, (raw, mark?: string, text = "", href = "") => {
    if (mark === undefined) return raw;
    const target = mark === "" ? pageLink(href, position) : null;
    // A target with a query is a translation, and the Markdown is in English.
    if (target === null || target.includes("?")) return text;
    return target.startsWith("/docs") ? `[${text}](${origin}${markdownPath(target)})` : raw;
  });
}

/** A block of code, or a link or picture with its text and target. */
const CODE_OR_LINK = /^```[\s\S]*?^```|(!?)\[([^\]]*)\]\(([^)\s]+)\)/gm;

/** Returns the path of the Markdown of a page: `/docs/errors#codes` becomes `/docs/errors.md#codes`. */
function markdownPath(path: string): string {
  const [, slug = "", rest = ""] = /^\/docs\/?([^?#]*)(.*)$/.exec(path) ?? [];
  return slug === "" ? `/llms.txt${rest}` : `/docs/${slug}.md${rest}`;
}

/**
 * Returns the list of all documents for language models, with links to their Markdown. Source of the format:
 * llmstxt.org.
 */
export function llmsText(sections: readonly DocumentSection[], origin: string): string {
  const parts = sections.map(({ title, documents }) =>
    [
      `## ${title}`,
      "",
      ...documents.map(
        (document) => `- [${document.title}](${origin}/docs/${document.slug}.md): ${document.summary}`,
      ),
    ].join("\n"),
  );
  return `${[
    "# Vesting Index",
    "> Lists vesting campaigns on Solana with Merkle proofs, and builds unsigned transactions for them. Amounts are integers in the token's base units, as decimal strings. Times are Unix seconds.",
    ...parts,
    `## API\n\n- [OpenAPI document](${origin}/api/openapi.json): every operation with its parameters, errors and examples`,
  ].join("\n\n")}\n`;
}
