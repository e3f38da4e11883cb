import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { type BuildOptions, build } from "esbuild";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiReport } from "@/client/build/api-report";
import { checkedProgram } from "@/client/build/check-program";
import { packedEntries } from "@/client/build/compile";
import { LONG } from "@/ledger/tests/support/long";
import rootManifest from "@/package.json" with { type: "json" };
import { installClient, type Project } from "./support/installed";
import { readPrograms } from "./support/recipes";

let project: Project;
let sources: { path: string; text: string }[];
beforeAll(() => {
  project = installClient({ types: true, others: ["standardwebhooks"] });
  sources = project.files
    .filter((path) => /\.(?:js|d\.ts)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(project.client, path), "utf8") }));
}, LONG.timeout);
afterAll(() => project.remove());

const importedIn = (text: string) => ts.preProcessFile(text, true, true).importedFiles;
const getPackage = (name: string) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

describe("the packed archive", () => {
  test("names every module by its file, and no path of ours", () => {
    const strange = sources.flatMap(({ path, text }) =>
      importedIn(text)
        .map(({ fileName }) => `${path}: ${fileName}`)
        .filter((line) => /: @\/|: \.(?!.*\.js$)/.test(line)),
    );
    expect(strange).toEqual([]);
    expect(sources.filter(({ text }) => /["'`]@\//.test(text))).toEqual([]);
  });

  test("depends on exactly its listed packages, on no Node module, and on the versions of the service", () => {
    const { dependencies, peerDependencies } = project.manifest;
    const needed = new Set(
      sources
        .flatMap(({ text }) => importedIn(text).map(({ fileName }) => fileName))
        .filter((name) => !name.startsWith("."))
        .map(getPackage),
    );
    expect([...needed].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
    expect([...needed].filter((name) => name.startsWith("node:") || builtinModules.includes(name))).toEqual(
      [],
    );
    expect(rootManifest.dependencies).toMatchObject(dependencies);
  });

  test("is compiled modules, their types, the README and nothing else", () => {
    const others = project.files.filter((path) => !/^(?:client|lib)\/.*\.(?:js|d\.ts)$/.test(path));
    expect(others.sort()).toEqual(["README.md", "package.json"]);
    for (const { types, default: module } of Object.values(project.manifest.exports)) {
      expect(project.files).toEqual(expect.arrayContaining([types?.slice(2), module?.slice(2)]));
    }
  });
});

test(
  "compiles with a strict compiler, with the recipes and the example, and equals the recorded API report",
  LONG,
  () => {
    const programs = [...readPrograms("Tutorial"), ...readPrograms("Recipes")];
    const recipes = programs.map(({ source }, at) => ({ name: `program-${at}.ts`, source }));
    const example = readFileSync("client/examples/campaign-lifecycle.ts", "utf8");
    const users = [...recipes, { name: "campaign-lifecycle.ts", source: example }].map(({ name, source }) =>
      project.add(name, source).replace(/\.js$/, ".ts"),
    );
    const program = checkedProgram(project.client, users);
    const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project.folder));
    expect(ours.length).toBeGreaterThan(users.length + 50);
    const errors = ours.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]);
    const message = errors.map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
    expect(message).toEqual([]);
    // `npm run client:api` writes this file. A difference is a change for users of the package.
    expect(apiReport({ program, folder: project.client })).toBe(readFileSync("client/api-report.md", "utf8"));
  },
);

describe("in a browser or at an edge", () => {
  /** A program as a browser gets it, in one file. */
  async function bundled(contents: string, options: BuildOptions = {}): Promise<string> {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project.folder },
      ...{ bundle: true, write: false, minify: true, format: "iife", globalName: "program" },
      ...{ platform: "browser", logLevel: "silent" },
      ...options,
    });
    return outputFiles?.[0]?.text ?? "";
  }

  /** Runs a bundle in a context of only JavaScript and the `given` globals. The bundle's exports are `program`. */
  const ranWith = (input: object, program: string, then: string): Promise<unknown> => {
    const context = createContext({ ...input });
    return runInContext(`${program};(async () => { ${then} })()`, context);
  };
  const web = { WebAssembly, TextEncoder, TextDecoder, performance, MessageChannel, setTimeout };

  test("proofs are checked by 16 kB that need nothing of Node", async () => {
    const program = await bundled('export { buildTree, verifyProof } from "@vesting-index/client/merkle";');
    const alone = await bundled('export { verifyProof } from "@vesting-index/client/merkle";');
    expect(alone.length).toBeLessThan(16_000);
    expect(alone.length).toBeLessThan(program.length);
    const leaf = `{ leafIndex: 0, beneficiary: "11111111111111111111111111111111", amount: 1n, releaseType: 0,
      startTime: 1n, cliffTime: 1n, endTime: 1n, milestoneIdx: 0 }`;
    const then = `const { root } = await program.buildTree([${leaf}]);
      return program.verifyProof({ leaf: ${leaf}, proof: new Uint8Array(0), root, leafCount: 1 });`;
    expect(await ranWith(web, program, then)).toBe(true);
  });

  test("schedules are computed by 1 kB", async () => {
    const program = await bundled('export { vestedAmount } from "@vesting-index/client/vesting";');
    expect(program.length).toBeLessThan(1_000);
    const then = `return program.vestedAmount(
      { releaseType: 1, amount: 100n, cliffTime: 0n, endTime: 4n }, { now: 1n, cancelledAt: null });`;
    expect(await ranWith({}, program, then)).toBe(25n);
  });

  test("the API takes 160 kB, and no library of the ledger's", async () => {
    const program = await bundled('export { ApiClient } from "@vesting-index/client";');
    expect(program.length).toBeLessThan(160_000);
    expect(program).not.toContain("sendRawTransaction");
  });

  test("queries and builds plans without the process object of Node", LONG, async () => {
    const entries = packedEntries(project.client).map(({ name }) => `export * from "${name}";`);
    const program = await bundled(entries.join("\n"), { define: { global: "globalThis" } });
    const requested: string[] = [];
    const answer = { campaigns: [], total: 0, page: 1, limit: 20, nextCursor: null };
    const answers = (url: string) => {
      requested.push(url);
      return Response.json(answer);
    };
    const given = { Headers, Response, URL, URLSearchParams, AbortController, DOMException, crypto };
    const then = `const api = new program.ApiClient({ baseUrl: "https://service", fetch: async (url) => answers(url) });
      const { total } = await api.campaigns();
      const plan = program.planPause({ treeAddress: program.NATIVE_MINT, pauseAuthority: program.DEFAULT_PROGRAM_ID });
      return total + plan.instructions.length;`;
    const all = {
      ...web,
      ...given,
      clearTimeout,
      setInterval,
      clearInterval,
      atob,
      btoa,
      fetch,
      console,
      answers,
    };
    expect(await ranWith(all, program, then)).toBe(1);
    expect(requested).toEqual(["https://service/api/campaigns"]);
  });
});
