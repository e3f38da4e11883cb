import { Lexer, type Token, type Tokens, type TokensList } from "marked";

export type Heading = { level: number; text: string; anchor: string };

/** A parsed Markdown file: its tokens, its title (the text of the first heading), and its other headings. */
export type Document = {
  title: string;
  headings: Heading[];
  tokens: TokensList;
  /** The anchor of each heading. */
  anchors: ReadonlyMap<Token, string>;
};

/** Returns the anchors of a document's headings, in order, in the format of code forges. */
export function createAnchors(headings: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return headings.map((text) => {
    const anchor = text
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-");
    const before = taken.get(anchor) ?? 0;
    taken.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

/** Parses a Markdown file; without a first-level heading at the start of its headings, the title is empty. */
export function readDocument(markdown: string): Document {
  const tokens = new Lexer({ gfm: true }).lex(markdown);
  const found = tokens.filter((token) => token.type === "heading") as Tokens.Heading[];
  const texts = found.map(({ tokens }) => plainText(tokens));
  const anchors = createAnchors(texts);
  const headings = found.map(({ depth }, index) => ({
    level: depth,
    text: texts[index] ?? "",
    anchor: anchors[index] ?? "",
  }));
  const title = headings[0]?.level === 1 ? headings.shift()?.text : undefined;
  return {
    title: title ?? "",
    headings,
    tokens,
    anchors: new Map(found.map((token, index) => [token, anchors[index] ?? ""])),
  };
}

/** Returns the plain text of inline tokens, without formatting. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "html") return "";
      if ("tokens" in token && token.tokens) return plainText(token.tokens);
      return "text" in token ? String(token.text) : "";
    })
    .join("");
}

/** Yields every token of a document, including nested ones in tables and lists. */
export function* everyToken(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    if (token.type === "list") for (const item of token.items) yield* everyToken(item.tokens);
    if (token.type === "table") {
      for (const cell of [token.header, ...token.rows].flat()) yield* everyToken(cell.tokens);
    }
    if ("tokens" in token && token.tokens) yield* everyToken(token.tokens);
  }
}
