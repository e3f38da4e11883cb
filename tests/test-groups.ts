import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export type TestGroup = "pure" | "ledger" | "stored";

const ROOT = join(import.meta.dirname, "..");
const LEDGER = join(ROOT, "ledger/");
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g;
/** Without a list of names, all of them are replaced. */
const FAKES_DATE = /vi\.useFakeTimers\((?:\)|\{(?![^}]*toFake)|\{[^}]*"Date")/;
/** Only code that reads these settings can behave differently on real servers. */
const SERVERS = /\bTEST_(?:DATABASE|REDIS)_URL\b/;

/**
 * Returns the test files by the code that they import: `stored` imports a database or key-value store, which
 * may be a real server's, `ledger` imports the local ledger or its virtual machine, and `pure` neither.
 */
export function testGroups(): Record<TestGroup, string[]> {
  const groups: Record<TestGroup, string[]> = { pure: [], ledger: [], stored: [] };
  const sources = new Map<string, Source>();
  for (const folder of ["tests", "ledger/tests"]) {
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })) {
      if (!/\.test\.tsx?$/.test(file)) continue;
      groups[getGroup(join(ROOT, folder, file), sources)].push(`${folder}/${file}`);
    }
  }
  return groups;
}

/**
 * Returns the test files of a group, or all without a name.
 * @throws Error if no group has the name
 */
export function testFiles(group?: string): string[] {
  const groups: Record<string, string[]> = testGroups();
  if (group === undefined) return Object.values(groups).flat();
  const files = groups[group];
  if (!files) throw new Error(`TEST_GROUP is ${group}; use ${Object.keys(groups).join(", ")}.`);
  return files;
}

export type Isolation = "shared" | "dom" | "alone";

/**
 * Returns with which other files a file can share a process: `alone` if it replaces or reloads modules or
 * names the environment `node`, else those that use a DOM (`dom`) or those that do not (`shared`). In a shared process
 * each module is loaded once. A file that replaces `Date` is alone too, because an embedded database of the process
 * would set its timers by that date, and fire them without pause after the date is real again.
 */
export function getIsolation(file: string): Isolation {
  const text = readFileSync(join(ROOT, file), "utf8");
  if (/^ *vi\.(?:mock|resetModules)\(|^\/\/ @vitest-environment node$/m.test(text)) return "alone";
  if (/^\/\/ @vitest-environment happy-dom$/m.test(text)) return "dom";
  return FAKES_DATE.test(text) ? "alone" : "shared";
}

type Source = { usesServers: boolean; imports: string[] };

function getGroup(test: string, sources: Map<string, Source>): TestGroup {
  const reached = new Set([test]);
  let group: TestGroup = "pure";
  for (const file of reached) {
    if (!file.startsWith(ROOT)) {
      if (file === "litesvm") group = "ledger";
      continue;
    }
    const source = sources.get(file) ?? readSource(file);
    sources.set(file, source);
    if (source.usesServers) return "stored";
    if (file.startsWith(LEDGER) && !file.startsWith(join(LEDGER, "tests/"))) group = "ledger";
    for (const imported of source.imports) reached.add(imported);
  }
  return group;
}

function readSource(file: string): Source {
  if (!/\.tsx?$/.test(file)) return { usesServers: false, imports: [] };
  const text = readFileSync(file, "utf8");
  const imports = [...text.matchAll(IMPORT)].map(([, name = ""]) => resolveImport(name, file));
  return { usesServers: SERVERS.test(text), imports };
}

/**
 * Returns the path of a project file, or the name unchanged: a package, or text that only looks like an
 * import.
 */
function resolveImport(name: string, from: string): string {
  if (name === "@vesting-index/ledger") return join(LEDGER, "start-ledger.ts");
  if (!/^(?:@\/|\.)/.test(name)) return name;
  const path = name.startsWith("@/") ? join(ROOT, name.slice(2)) : join(dirname(from), name);
  const found = ["", ".ts", ".tsx", "/index.ts"]
    .map((end) => path + end)
    .find((at) => existsSync(at) && statSync(at).isFile());
  return found ?? name;
}
