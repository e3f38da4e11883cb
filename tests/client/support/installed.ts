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

/** An empty project with the packed client in it, and nothing beside what the client says that it needs. */
export type Project = {
  folder: string;
  /** Where the client is installed. */
  client: string;
  /** The client's package.json, as it was packed. */
  manifest: {
    dependencies: Record<string, string>;
    peerDependencies: Record<string, string>;
    exports: Record<string, Record<string, string>>;
  };
  /** Files of the client's own archive. */
  files: string[];
  /** Puts a program into the project, and beside it what Node runs of it; says where that is. */
  add(name: string, source: string): string;
  remove(): void;
};

/**
 * Packs the client by npm and unpacks it into a project. Its dependencies are links to the project's packages, each by its name, in
 * place of asking a registry for the same again, and so are the other packages that its users install.
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
