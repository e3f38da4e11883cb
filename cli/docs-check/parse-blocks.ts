import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { parse as parseCsv } from "csv-parse/sync";
import { parseDocument } from "yaml";
import type { Block, Language } from "./blocks";

/** Parses what is not run; a sentence for each block that is not what it says. */
export async function parseBlocks(blocks: readonly Block[]): Promise<string[]> {
  const faults: string[] = [];
  const sql = await checkSql(blocks.filter(({ language }) => language === "sql"));
  for (const block of blocks) {
    const fault = block.language === "sql" ? sql.get(block) : PARSERS[block.language]?.(block.code);
    if (fault) faults.push(`${block.file}:${block.line}: ${fault}`);
  }
  return faults;
}

type Parser = (code: string) => string | null;

/** The message of what a parser throws. */
const thrown =
  (parse: (code: string) => unknown): Parser =>
  (code) => {
    try {
      parse(code);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

const PARSERS: Partial<Record<Language, Parser>> = {
  json: thrown(JSON.parse),
  yaml: (code) => parseDocument(code).errors[0]?.message ?? null,
  csv: thrown((code) => parseCsv(code, { columns: true })),
  env: (code) => {
    const known = new Set(readFileSync(".env.example", "utf8").match(/^[A-Z_]+(?==)/gm));
    const wrong = code.split("\n").find((line) => {
      const name = /^([A-Z_]+)=/.exec(line)?.[1];
      return line.trim() !== "" && !line.startsWith("#") && !(name && known.has(name));
    });
    return wrong === undefined ? null : `"${wrong}" is no setting of .env.example.`;
  },
  http: (code) => {
    const [head = ""] = code.split("\n\n");
    const [first = "", ...headers] = head.split("\n");
    if (!/^(?:[A-Z]+ \/\S*|HTTP\/1\.1 \d{3} .+)$/.test(first)) return `"${first}" begins no HTTP message.`;
    const wrong = headers.find((line) => !/^[\w-]+: \S/.test(line));
    return wrong === undefined ? null : `"${wrong}" is no header.`;
  },
};

const DIVISION_BY_ZERO = "22012";

/** One for the process: starting takes longer than all that is asked of it. */
let database: PGlite | undefined;

/** Postgres reads a whole text before it runs the first of its statements, so one that must fail keeps the rest from running. */
async function checkSql(blocks: readonly Block[]): Promise<Map<Block, string>> {
  const faults = new Map<Block, string>();
  for (const block of blocks) {
    database ??= new PGlite();
    // \gexec is psql's own way to end a statement.
    const statements = block.code.replaceAll(/\s*\\gexec$/gm, ";");
    const error: { code?: string; message?: string } = await database
      .exec(`select 1 / 0;\n${statements}`)
      .then(() => ({ message: "it ran" }))
      .catch((error: unknown) => error as object);
    if (error.code !== DIVISION_BY_ZERO) faults.set(block, error.message ?? "Postgres does not read it.");
  }
  return faults;
}
