import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** Sources whose comments, names and test titles follow the style guide of CONTRIBUTING.md. */
const FILES = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.mjs"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && file !== "tests/docs/style.test.ts");

/** A sentence names its subject instead of describing it by a clause. */
const NO_SUBJECT = /(?:^|[.;:!?]\s+)(?:What|Who|Whoever|Whatever|Whichever|That which)\b/;
const VAGUE_PERSON = /\b(?:nobody|anybody|somebody|whoever)\b/i;
/** Idioms that translators and searches miss. */
const IDIOM =
  /\b(?:stand-by|stands|(?:gave|given|gives) back|goes on|set aside|is away|tells?|told|Say (?:which|what|into))\b/;
/** Words that the glossary replaces by a standard term. */
const BANNED_WORDS = new Set(
  "asker askers asked ask asks turn turns countdown rounds room rooms sharing loan place places ticket tickets lane lanes guard patience forsaken standby budget spend spent arrival exchange repeat repeats repeated shelf shelves hear heard hears making bell pacer pieces heavy weave woven unsaid meant elsewhere takeaway desk mend mended mends doubt doubts fault faults met told untold tell tells said say says saying outage life lives stories story trial trials kept keep keeps most least wish wishes meanwhile".split(
    " ",
  ),
);
const BANNED_PHRASE = /whyNot|processWide|inPieces|runHeavy/i;
/** Names with such words, by reason. */
const ALLOWED_NAMES = [
  // Settings of HTTP, Postgres, Solana and React Query.
  /^(?:keepAlive|keepAliveTimeout|KEEP_ALIVE_MS|wal_keep_size|hot_standby|structuralSharing)$|compute_?budget/i,
  // Fault injection in the local ledger and in tests, and the block type of zstd.
  /^(?:ledger_clear|add|clear|run|named?|node)?faults?(?:Schema|Of)?$|^outage$|^Repeated$/i,
  // The countdown that pages show.
  /^(?:shows)?Countdown$/,
  // Fields of exported files and of stored drafts, and a setting.
  /^(?:says|told|SYNC_BUDGET_MS)$/,
  // Names of the client package, deprecated but for the last.
  /^(?:MOST_NONCES|pacer|desk|meant|places|hasRoomForPriorityFee)$/,
];

const isBanned = (name: string) => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[ _$]/);
  if (ALLOWED_NAMES.some((allowed) => allowed.test(name))) return false;
  return BANNED_PHRASE.test(name) || words.some((word) => BANNED_WORDS.has(word));
};

/** Returns whether a node declares a name, rather than using or importing one. */
const isDeclared = (node: ts.Identifier): boolean =>
  "name" in node.parent &&
  node.parent.name === node &&
  !ts.isPropertyAccessExpression(node.parent) &&
  !ts.isImportSpecifier(node.parent) &&
  !ts.isImportClause(node.parent);

type Found = { comments: string[]; names: string[]; titles: string[]; messages: string[] };

function read(file: string): Found {
  const text = readFileSync(file, "utf8");
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Found = { comments: getComments(text), names: [], titles: [], messages: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && isDeclared(node)) found.names.push(node.text);
    const title = getTitle(node);
    if (title) found.titles.push(title);
    found.messages.push(...getMessages(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns each block comment, and each run of line comments, as one text. */
function getComments(text: string): string[] {
  const blocks = [...text.matchAll(/(?:^|\s)\/\*\*?([\s\S]*?)\*\//g)].map(([, body = ""]) => body);
  const runs = [...text.matchAll(/(?:^[ \t]*\/\/.*\n?)+/gm)].map(([run]) =>
    run.replaceAll(/^[ \t]*\/\//gm, ""),
  );
  return [...blocks, ...runs].map((comment) => comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim());
}

function getTitle(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !/^(?:test|it|describe)\b/.test(node.expression.getText()))
    return undefined;
  const [title] = node.arguments;
  return title && ts.isStringLiteralLike(title) ? title.text : undefined;
}

const isLogOrError = (node: ts.Node) =>
  (ts.isCallExpression(node) && /\blog\.(?:debug|info|warn|error|fatal)$/.test(node.expression.getText())) ||
  (ts.isNewExpression(node) && /Error$/.test(node.expression.getText()));

/** Returns the texts that a node logs or throws, without the values of their placeholders. */
function getMessages(node: ts.Node): string[] {
  if (!isLogOrError(node)) return [];
  const { arguments: values } = node as ts.CallExpression | ts.NewExpression;
  return (values ?? []).flatMap((value) => {
    if (ts.isStringLiteralLike(value)) return [value.text];
    if (!ts.isTemplateExpression(value)) return [];
    return [[value.head.text, ...value.templateSpans.map(({ literal }) => literal.text)].join("…")];
  });
}

describe("the style guide", () => {
  const files = FILES.map((file) => ({ file, ...read(file) }));

  test("comments name their subject and the persons that they mean", () => {
    const wrong = files.flatMap(({ file, comments }) =>
      comments
        .filter((text) => NO_SUBJECT.test(text) || VAGUE_PERSON.test(text.replaceAll("`nobody`", "")))
        .map((text) => `${file}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  test("log lines and errors use plain words", () => {
    const wrong = files.flatMap(({ file, messages }) =>
      messages
        .filter((text) => VAGUE_PERSON.test(text) || IDIOM.test(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  test("test titles name their subject", () => {
    const isWrong = (title: string) => /^(?:what|who|whoever|whatever|that which)\b/i.test(title);
    expect(
      files.flatMap(({ file, titles }) => titles.filter(isWrong).map((title) => `${file}: ${title}`)),
    ).toEqual([]);
  });

  test("names are the standard terms of the glossary", () => {
    const wrong = files.flatMap(({ file, names }) =>
      [...new Set(names)].filter(isBanned).map((name) => `${file}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test.each(["MOST_RETRIES", "askerOf", "keptPages", "whyNot"])("rejects the name %s", (name) =>
    expect(isBanned(name)).toBe(true),
  );
});
