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
const VAGUE_PERSON = /\b(?:nobody|whoever)\b/i;
/** Names that the glossary replaces by a standard term. */
const PRIVATE_NAME =
  /^(?:(?:MOST|LEAST)_\w+|askers?|Asker|processWide|inPieces|Pacer|runHeavy|HeavyPool|whyNot|Meant\w*|meant[A-Z]\w*|\w*Elsewhere|useWords|Unsaid|StandBy)$/;
const ALLOWED_NAMES: readonly string[] = [
  // Of the client package, deprecated.
  "client/plans.ts: MOST_NONCES",
  // The local ledger's word for the origin of a request.
  "ledger/rpc/server/http-server.ts: Asker",
  "ledger/rpc/server/http-server.ts: asker",
];

type Found = { comments: string[]; names: string[]; titles: string[] };

function read(file: string): Found {
  const text = readFileSync(file, "utf8");
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: Found = { comments: commentsOf(text), names: [], titles: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.names.push(node.text);
    const title = titleOf(node);
    if (title) found.titles.push(title);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Returns each block comment, and each run of line comments, as one text. */
function commentsOf(text: string): string[] {
  const blocks = [...text.matchAll(/(?:^|\s)\/\*\*?([\s\S]*?)\*\//g)].map(([, body = ""]) => body);
  const runs = [...text.matchAll(/(?:^[ \t]*\/\/.*\n?)+/gm)].map(([run]) =>
    run.replaceAll(/^[ \t]*\/\//gm, ""),
  );
  return [...blocks, ...runs].map((comment) => comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim());
}

function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !/^(?:test|it|describe)\b/.test(node.expression.getText()))
    return undefined;
  const [title] = node.arguments;
  return title && ts.isStringLiteralLike(title) ? title.text : undefined;
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

  test("test titles name their subject", () => {
    const isWrong = (title: string) => /^(?:what|who|whoever|whatever|that which)\b/i.test(title);
    expect(
      files.flatMap(({ file, titles }) => titles.filter(isWrong).map((title) => `${file}: ${title}`)),
    ).toEqual([]);
  });

  test("names are the standard terms of the glossary", () => {
    const wrong = files.flatMap(({ file, names }) =>
      [...new Set(names)].filter((name) => PRIVATE_NAME.test(name)).map((name) => `${file}: ${name}`),
    );
    expect(wrong.filter((name) => !ALLOWED_NAMES.includes(name))).toEqual([]);
  });
});
