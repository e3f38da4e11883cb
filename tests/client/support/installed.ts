import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import ts from "typescript";
import { compileModules, compileTypes } from "@/client/build/compile";

/** An empty project with the packed client and only its declared dependencies. */
export type Project = {
  folder: string;
  /** The folder of the installed client. */
  client: string;
  /** The packed package.json of the client. */
  manifest: {
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
    exports: Record<string, Record<string, string>>;
  };
  /** Files in the client's archive. */
  files: string[];
  /** Adds a program to the project, compiles it to JavaScript, and returns the path of that. */
  add(name: string, source: string): string;
  remove(): void;
};

/**
 * Packs the client with npm and installs it in a new project. Its dependencies and `others` are links to this
 * repository's packages, so the installation needs no registry.
 */
export function installClient({ types = false, others = [] as readonly string[] } = {}): Project {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "client-project-")));
  const built = join(folder, "built");
  compileModules(built);
  if (types) compileTypes(built);
  const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: built });
  const [archive] = JSON.parse(packed.toString()) as { filename: string; files: { path: string }[] }[];
  if (!archive) throw new Error("npm packed nothing.");
  const client = join(folder, "node_modules/@vesting-index/client");
  mkdirSync(client, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, archive.filename), "-C", client, "--strip-components=1"]);
  const manifest: Project["manifest"] = JSON.parse(readFileSync(join(client, "package.json"), "utf8"));
  for (const name of [
    ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    ...others,
  ]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(resolve("node_modules", name), link);
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  return {
    folder,
    client,
    manifest,
    files: archive.files.map(({ path }) => path),
    add: (name, source) => {
      writeFileSync(join(folder, name), source);
      const script = join(folder, name.replace(/\.ts$/, ".js"));
      const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
      writeFileSync(script, ts.transpileModule(source, { compilerOptions }).outputText);
      return script;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
