import { execFile, execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";

type Override = {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } } } };
};

/** A file of each folder with its forbidden and its allowed imports, taken from the rules' own patterns. */
const FOLDERS = [
  {
    file: "lib/core/solana/probe.ts",
    refused: [
      "@/db/client",
      "@/lib/contract/field-schemas",
      "@/lib/service/env",
      "@/lib/client/api-client",
      "@/components/ui/icon",
      "@vesting-index/ledger",
      "node:fs",
    ],
    allowed: ["@/lib/core/merkle/tree", "zod"],
  },
  {
    file: "lib/contract/probe.ts",
    refused: ["@/db/client", "@/lib/service/env", "@/lib/client/api-client", "next", "node:fs"],
    allowed: ["@/lib/core/merkle/tree", "@/lib/contract/field-schemas", "zod"],
  },
  {
    file: "db/queries/probe.ts",
    refused: [
      "@/lib/contract/field-schemas",
      "../../lib/contract/field-schemas",
      "@/lib/service/env",
      "@/lib/client/api-client",
      "@/app/api/manifest",
      "@vesting-index/ledger",
      "@/ledger/storage/data-folder",
      "next",
    ],
    allowed: ["@/lib/core/vesting/leaf", "@/ledger/storage/folder-lock", "@/db/schema", "drizzle-orm"],
  },
  {
    file: "lib/service/http/probe.ts",
    refused: [
      "@/app/api/manifest",
      "@/components/ui/icon",
      "@/lib/client/api-client",
      "@/server/start",
      "next/server",
    ],
    allowed: ["@/lib/core/vesting/leaf", "@/db/queries/cursor", "node:fs"],
  },
  ...["indexer", "actions"].map((folder) => ({
    file: `lib/service/${folder}/probe.ts`,
    refused: [
      "@/lib/service/http/reply",
      "@/lib/service/http/body/body",
      "../http/errors",
      "@/app/api/manifest",
    ],
    allowed: ["@/lib/core/errors", "@/lib/service/chain/errors", "@/db/queries/cursor"],
  })),
  {
    file: "lib/service/registration/probe.ts",
    refused: ["@/lib/service/http/reply", "@/lib/service/http/input", "../http/errors", "next/server"],
    allowed: ["@/lib/core/validation", "@/lib/core/text/parse-json", "@/db/queries/cursor"],
  },
  {
    file: "components/ui/probe.tsx",
    refused: [
      "@/db/schema",
      "@/lib/service/env",
      "@/app/api/manifest",
      "@vesting-index/ledger",
      "server-only",
    ],
    allowed: ["@/lib/core/vesting/leaf", "@/lib/client/api-client", "react"],
  },
  {
    file: "lib/client/probe.ts",
    refused: ["@/db/schema", "@/lib/service/env", "@/cli/ledger"],
    allowed: ["@/lib/core/vesting/leaf"],
  },
  {
    file: "app/api/probe/route.ts",
    refused: ["@/db/client", "@/db/schema", "drizzle-orm"],
    allowed: ["@/db/queries/cursor", "@/lib/service/http/route"],
  },
  {
    file: "client/probe.ts",
    refused: ["@/db/schema", "@/lib/service/env", "@/components/ui/icon", "node:fs"],
    allowed: ["@/lib/core/vesting/leaf", "@/lib/client/api-client"],
  },
  {
    file: "ledger/bank/probe.ts",
    refused: [
      "@/db/client",
      "@/lib/service/env",
      "@/lib/client/demo-ledger",
      "@/lib/core/solana/tokens/tokens",
    ],
    allowed: ["@/lib/core/solana/addresses", "@/lib/core/solana/codec", "node:fs"],
  },
  {
    file: "ledger/tests/probe.ts",
    refused: ["@/db/client", "@/lib/service/env", "@/tests/support/http"],
    allowed: ["@/lib/core/solana/tokens/tokens", "@/tests/vectors/merkle.json"],
  },
];

const BIOME = resolve("node_modules/.bin/biome");
let folder: string;

// The rules are copied to a separate folder: files that break them must never exist in the project.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "layers-"));
  const config = JSON.parse(await readFile("biome.json", "utf8"));
  await writeFile(
    join(folder, "biome.json"),
    JSON.stringify({ ...config, $schema: undefined, vcs: undefined }),
  );
  await copyFile("tsconfig.json", join(folder, "tsconfig.json"));
}, LONG.timeout);
afterAll(() => rm(folder, { recursive: true }));

/** Returns the modules that the linter forbids in a file. */
async function refusedIn(file: string, modules: readonly string[]): Promise<string[]> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const lines = modules.map((module, at) => `import * as m${at} from "${module}";`);
  await writeFile(path, `${lines.join("\n")}\n`);
  const output = await new Promise<string>((done) => {
    const args = [
      "lint",
      "--only=style/noRestrictedImports",
      "--reporter=json",
      "--max-diagnostics=none",
      path,
    ];
    execFile(BIOME, args, { cwd: folder }, (_, stdout) => done(stdout));
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { location: { start: { line: number } } }[] };
  return diagnostics.map(({ location }) => modules[location.start.line - 1] ?? "");
}

test.each(FOLDERS)("the linter refuses exactly the forbidden imports in $file", async (folder) => {
  expect(await refusedIn(folder.file, [...folder.allowed, ...folder.refused])).toEqual(folder.refused);
});

test("every import rule rejects at least one file here", async () => {
  const { overrides } = JSON.parse(await readFile("biome.json", "utf8")) as { overrides: Override[] };
  const ruled = overrides.filter(({ linter }) => linter.rules.style?.noRestrictedImports);
  const folders = ruled.flatMap(({ includes }) => includes.filter((glob) => !glob.startsWith("!")));
  const unproved = folders.filter(
    (glob) => !FOLDERS.some(({ file }) => file.startsWith(glob.replace(/\*.*$/, ""))),
  );
  expect(unproved).toEqual([]);
});

const SERVICE = "lib/service";

/** Returns the folder or file directly in lib/service that contains a module; null for a module elsewhere. */
const getChild = (module: string): string | null =>
  module.startsWith(`${SERVICE}/`) ? (module.split("/")[2]?.replace(/\.tsx?$/, "") ?? null) : null;

/** Returns the path of an imported module from the root of the project; a package keeps its name. */
const buildPath = (specifier: string, importer: string): string =>
  specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? join(dirname(importer), specifier)
      : specifier;

/** Returns the imports between the children of lib/service, type imports included. */
async function importsBetween(files: readonly string[]): Promise<Map<string, Set<string>>> {
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const from = getChild(file);
    if (from === null) continue;
    const { importedFiles } = ts.preProcessFile(await readFile(file, "utf8"), true, true);
    const targets = importedFiles.map(({ fileName }) => getChild(buildPath(fileName, file)));
    const known = graph.get(from) ?? new Set();
    for (const to of targets) if (to !== null && to !== from) known.add(to);
    graph.set(from, known);
  }
  return graph;
}

/** Returns a path that ends where it begins, or null. */
function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const finished = new Set<string>();
  const visit = (child: string, path: readonly string[]): string[] | null => {
    if (path.includes(child)) return [...path.slice(path.indexOf(child)), child];
    if (finished.has(child)) return null;
    for (const next of graph.get(child) ?? []) {
      const cycle = visit(next, [...path, child]);
      if (cycle) return cycle;
    }
    finished.add(child);
    return null;
  };
  for (const child of graph.keys()) {
    const cycle = visit(child, []);
    if (cycle) return cycle;
  }
  return null;
}

describe("the folders of lib/service", () => {
  test("have no import cycle, type imports included", async () => {
    const listed = execFileSync("git", ["ls-files", SERVICE], { encoding: "utf8" }).split("\n");
    const graph = await importsBetween(listed.filter((file) => /\.tsx?$/.test(file)));
    expect(graph.get("registration")).toContain("chain");
    expect(cycleIn(graph)).toBeNull();
  });

  test("are reported when an import closes a cycle", () => {
    const graph = new Map(
      Object.entries({ auth: ["kv"], http: ["auth", "env"], kv: ["http"] }).map(([from, to]) => [
        from,
        new Set(to),
      ]),
    );
    expect(cycleIn(graph)).toEqual(["auth", "kv", "http", "auth"]);
  });
});
