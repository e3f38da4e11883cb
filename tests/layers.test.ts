import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";

type Override = {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: { options: { patterns: { group: string[] }[] } } } } };
};

/** A file of each room, what it may not import and what it may: the rules' own patterns, as somebody would break them. */
const ROOMS = [
  {
    file: "lib/core/solana/probe.ts",
    refused: [
      "@/db/client",
      "@/lib/contract/wire",
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
    allowed: ["@/lib/core/merkle/tree", "@/lib/contract/wire", "zod"],
  },
  {
    file: "db/queries/probe.ts",
    refused: [
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

// A copy of the rules in a folder of its own: files that break them must not lie in the project, even for a moment.
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

/** The modules of which the linter says that a file may not import them. */
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

test.each(ROOMS)("$file is refused what its room may not import, and nothing else", async (room) => {
  expect(await refusedIn(room.file, [...room.allowed, ...room.refused])).toEqual(room.refused);
});

test("every import rule has a file here that it bites", async () => {
  const { overrides } = JSON.parse(await readFile("biome.json", "utf8")) as { overrides: Override[] };
  const ruled = overrides.filter(({ linter }) => linter.rules.style?.noRestrictedImports);
  const rooms = ruled.flatMap(({ includes }) => includes.filter((glob) => !glob.startsWith("!")));
  const unproved = rooms.filter(
    (glob) => !ROOMS.some(({ file }) => file.startsWith(glob.replace(/\*.*$/, ""))),
  );
  expect(unproved).toEqual([]);
});
