import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { parse as parseCsv } from "csv-parse/sync";

/** A fenced block with the attributes of its info string; see CONTRIBUTING.md. */
export type Block = {
  file: string;
  line: number;
  language: string;
  code: string;
  attributes: Partial<Record<"service" | "postgres" | "until" | "excused", string>>;
  /** The file of the project that the block repeats. */
  shown: string | undefined;
};

const FENCED = /^(?<indent> *)```(?<info>.*)\n(?<text>[\s\S]*?)^\1```$/gm;
const INFO =
  /^(?:(?:sh|ts)(?: (?:service|postgres|(?:until|excused)="[^"]+"))*|csv|http|json|mermaid|sql|text)$/;
const ATTRIBUTE = / (\w+)(?:="([^"]+)")?/g;

/** Returns every fenced block of a Markdown file. @throws an error that names a block with an invalid info string */
export function readBlocks(file: string, markdown: string): Block[] {
  return [...markdown.matchAll(FENCED)].map(
    ({ index, groups: { indent = "", info = "", text = "" } = {} }) => {
      const line = markdown.slice(0, index).split("\n").length;
      if (!INFO.test(info))
        throw new Error(`${file}:${line}: "${info}" is not a valid info string; see CONTRIBUTING.md.`);
      const code = text.replaceAll(new RegExp(`^${indent}`, "gm"), "").trimEnd();
      const attributes = Object.fromEntries(
        [...info.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value ?? ""]),
      );
      const shown = /^\/\/ (examples\/\S+\.ts)\n/.exec(code)?.[1];
      return { file, line, language: info.split(" ")[0] ?? "", code, attributes, shown };
    },
  );
}

/** Returns the fault of each block that cannot be parsed, or differs from the file that it shows. */
export async function checkBlocks(blocks: readonly Block[]): Promise<string[]> {
  const errors: string[] = [];
  for (const { file, line, language, code, shown } of blocks) {
    try {
      await PARSERS[language]?.(code);
      if (shown && code !== `// ${shown}\n${readFileSync(join(dirname(file), shown), "utf8").trimEnd()}`)
        throw new Error(`The block differs from ${shown}.`);
    } catch (error) {
      errors.push(`${file}:${line}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return errors;
}

const PARSERS: Record<string, (code: string) => unknown> = {
  sh: (input) => execFileSync("bash", ["-n"], { input, stdio: "pipe" }),
  csv: (code) => parseCsv(code, { columns: true }),
  json: JSON.parse,
  sql: checkSql,
};

let database: PGlite | undefined;

/** Postgres parses a whole text before it runs the first statement: the division by zero keeps the others from running. */
async function checkSql(code: string): Promise<void> {
  database ??= new PGlite();
  const statements = code.replaceAll(/\s*\\gexec$/gm, ";");
  await database.exec(`select 1 / 0;\n${statements}`).catch((error: Error & { code?: string }) => {
    if (error.code !== "22012") throw error;
  });
}
