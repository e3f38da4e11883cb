/** Runs all benchmarks one after another, or those that --only names, each beside its ceiling. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

const ALL = "merkle,index,live,growth,mirror,ledger,bulk,http,http-large,read,loop,pages,grid,memory".split(
  ",",
);
const getScript = (name: string) => (name === "http-large" ? ["bench:http", "large"] : [`bench:${name}`]);

function fail(reason: string): never {
  console.error(`${reason}\nnpm run bench -- [--only http,bulk] [--list]`);
  process.exit(1);
}

function runAll(names: string[]): void {
  if (!existsSync(".next/BUILD_ID")) fail("There is no build: run npm run build.");
  const failed = names.filter((name, at) => {
    console.log(`\n== ${name}, ${at + 1} of ${names.length}`);
    return spawnSync("npm", ["run", "--silent", ...getScript(name)], { stdio: "inherit" }).status !== 0;
  });
  if (failed.length > 0) fail(`These benchmarks failed: ${failed.join(", ")}.`);
}

const { values } = parseArgs({ options: { only: { type: "string" }, list: { type: "boolean" } } });
const names = values.only?.split(",") ?? ALL;
const unknown = names.filter((name) => !ALL.includes(name));
if (unknown.length > 0) fail(`There is no ${unknown.join(", ")}.`);
if (values.list) console.log(names.join("\n"));
else runAll(names);
