import { Lexer, type Tokens } from "marked";
import { everyToken } from "@/lib/core/documents/document";

/** What is done with a block of a language: run, parsed, or nothing, since no machine reads it. */
const TREATMENTS = {
  ...{ sh: "run", ts: "run" },
  ...{ csv: "parse", env: "parse", http: "parse", json: "parse", sql: "parse", yaml: "parse" },
  ...{ mermaid: "show", text: "show" },
} as const;

export type Language = keyof typeof TREATMENTS;

/** A fenced block, and what its info string says of it beside the language. */
export type Block = {
  file: string;
  line: number;
  language: Language;
  code: string;
  /** It wants the demo's service, its campaign and its admin key. */
  service: boolean;
  /** It wants an empty database of a Postgres server in DATABASE_URL. */
  postgres: boolean;
  /** It stays up: it has done its work once it printed this, and is ended as Ctrl-C would. */
  until: string | undefined;
  /** Why it cannot be run here. */
  excused: string | undefined;
};

export class BlockError extends Error {}

export const treatmentOf = ({ language }: Pick<Block, "language">) => TREATMENTS[language];

/** Every fenced block of a Markdown file, in its order; throws BlockError where one does not say what it is. */
export function readBlocks(file: string, markdown: string): Block[] {
  let from = 0;
  const found: Block[] = [];
  for (const token of everyToken(new Lexer({ gfm: true }).lex(markdown))) {
    if (token.type !== "code" || token.codeBlockStyle === "indented") continue;
    const { lang = "", text } = token as Tokens.Code;
    // Blocks within lists are known without their indent, so they are found by their first line.
    const at = markdown.indexOf(`\`\`\`${lang}\n`, from);
    from = at + 3;
    const line = markdown.slice(0, at).split("\n").length;
    found.push({ file, line, code: text, ...readInfo(lang, `${file}:${line}`) });
    from = markdown.indexOf("\n", at + 3 + lang.length);
    from = Math.max(markdown.indexOf("```", from) + 3, from);
  }
  return found;
}

const ATTRIBUTE = /\s+(service|postgres|until|excused)(?:="([^"]+)")?/y;

function readInfo(info: string, where: string): Omit<Block, "file" | "line" | "code"> {
  const [language = ""] = info.split(/\s/);
  if (!(language in TREATMENTS)) {
    throw new BlockError(
      `${where}: a block is one of ${Object.keys(TREATMENTS).join(", ")}, not "${language}".`,
    );
  }
  const given = new Map<string, string>();
  ATTRIBUTE.lastIndex = language.length;
  let end = language.length;
  for (let match = ATTRIBUTE.exec(info); match; match = ATTRIBUTE.exec(info)) {
    given.set(match[1] ?? "", match[2] ?? "");
    end = ATTRIBUTE.lastIndex;
  }
  if (info.slice(end).trim() !== "") {
    throw new BlockError(`${where}: "${info.slice(end).trim()}" is no attribute; see CONTRIBUTING.md.`);
  }
  for (const name of ["until", "excused"]) {
    if (given.get(name) === "") throw new BlockError(`${where}: ${name} says what, as ${name}="…".`);
  }
  if (given.size > 0 && TREATMENTS[language as Language] !== "run") {
    throw new BlockError(`${where}: attributes are for blocks that are run.`);
  }
  return {
    language: language as Language,
    service: given.has("service"),
    postgres: given.has("postgres"),
    until: given.get("until"),
    excused: given.get("excused"),
  };
}
