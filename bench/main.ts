/** Runs all benchmarks one after another, each beside its ceiling, then writes the tables of docs/performance.md. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { postgresPrograms } from "../tests/cluster/servers";
import { NO_SERVER } from "./support/database";
import { writeTables } from "./support/report";

/** Arguments of `npm run` by the name of the benchmark, the quickest first. */
const BENCHES: Record<string, string[]> = {
  ...{ merkle: ["bench:merkle"], index: ["bench:index"], ledger: ["bench:ledger"], bulk: ["bench:bulk"] },
  ...{ http: ["bench:http"], "http-large": ["bench:http", "--", "large"], read: ["bench:read"] },
  ...{ loop: ["bench:loop"], pages: ["bench:pages"], memory: ["bench:memory"] },
};

const USAGE = "npm run bench -- [--only http,bulk] [--list] [--tables]";

function namesOf(only: string | undefined): string[] {
  const all = Object.keys(BENCHES);
  const names = only?.split(",") ?? all;
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(", ")}; the benchmarks are ${all.join(", ")}.`);
  return names;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: "string" }, list: { type: "boolean" }, tables: { type: "boolean" } },
  });
  const names = namesOf(values.only);
  if (values.list) return console.log(names.join("\n"));
  if (values.tables) return writeTables();
  if (!existsSync(".next/BUILD_ID")) throw new Error("There is no build: run npm run build.");
  if (!process.env.TEST_DATABASE_URL && !postgresPrograms()) throw new Error(NO_SERVER);
  const failed: string[] = [];
  for (const [at, name] of names.entries()) {
    console.log(`\n== ${name}, ${at + 1} of ${names.length}`);
    const child = spawn("npm", ["run", "--silent", ...(BENCHES[name] ?? [])], { stdio: "inherit" });
    const [code] = await once(child, "exit");
    if (code !== 0) failed.push(name);
  }
  writeTables();
  if (failed.length > 0) throw new Error(`These benchmarks failed: ${failed.join(", ")}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exit(1);
});
