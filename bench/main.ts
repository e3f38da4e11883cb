/** Runs all benchmarks one after another, each with its ceilings in the same run, then writes the tables of docs/performance.md. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { programs } from "../tests/attack/service/postgres-server";
import { NO_SERVER } from "./support/database";
import { writeTables } from "./support/tables";

/** The quick ones first; what package.json has besides comes last. */
const ORDER = ["merkle", "index", "ledger", "bulk", "http", "read", "loop", "memory"];
/** Once more with these arguments, under a name of its own. */
const LARGE: Record<string, string[]> = { http: ["large"], bulk: ["large"] };

type Bench = { name: string; script: string; args: string[] };

const USAGE = "npm run bench -- [--only http,bulk] [--list] [--tables]";

function benches(): Bench[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const names = Object.keys(scripts).flatMap((script) => /^bench:(\w+)$/.exec(script)?.[1] ?? []);
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return names
    .toSorted((a, b) => place(a) - place(b))
    .flatMap((name) => {
      const small = { name, script: `bench:${name}`, args: [] };
      const args = LARGE[name];
      return args ? [small, { ...small, name: `${name}-large`, args }] : [small];
    });
}

function chosen(only: string | undefined): Bench[] {
  const all = benches();
  if (only === undefined) return all;
  const names = only.split(",");
  const unknown = names.filter((name) => !all.some((bench) => bench.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no ${unknown.join(", ")}; there are ${all.map(({ name }) => name).join(", ")}.`,
    );
  return all.filter(({ name }) => names.includes(name));
}

/** What keeps a benchmark from being run at all, said before the first begins. */
function requireMeans(): void {
  if (!existsSync(".next/BUILD_ID")) throw new Error("There is no build: run npm run build.");
  if (!process.env.TEST_DATABASE_URL && !programs()) throw new Error(NO_SERVER);
}

async function run({ script, args }: Bench): Promise<boolean> {
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code === 0;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: "string" }, list: { type: "boolean" }, tables: { type: "boolean" } },
  });
  if (values.list)
    return console.log(
      benches()
        .map(({ name }) => name)
        .join("\n"),
    );
  if (values.tables) return writeTables();
  const list = chosen(values.only);
  requireMeans();
  const failed: string[] = [];
  const startedMs = performance.now();
  for (const [index, bench] of list.entries()) {
    const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
    console.log(`\n== ${bench.name}, ${index + 1} of ${list.length} (after ${minutes} min)`);
    if (!(await run(bench))) failed.push(bench.name);
  }
  writeTables();
  if (failed.length > 0) throw new Error(`These did not come to their end: ${failed.join(", ")}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exit(1);
});
