import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");
/** Folders with translatable messages. */
const FOLDERS = [
  "app",
  "components",
  "lib/core",
  "lib/contract",
  "lib/client",
  "lib/service/pages",
  "lib/service/reminders",
];
/** Excluded: development pages, API routes and the English API reference. */
const LEFT_OUT = /^(?:app|components)\/(?:gallery|docs)\/|^app\/api\/|\/route\.ts$/;

export type SourceFile = { path: string; tree: ts.SourceFile };

/** Returns the parsed source files that can contain messages. */
export function readSourceFiles(): SourceFile[] {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  return paths
    .filter((path) => /\.tsx?$/.test(path) && !LEFT_OUT.test(path))
    .sort()
    .map((path) => ({ path, tree: parse(path, readFileSync(join(ROOT, path), "utf8")) }));
}

export const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
