import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

/** Suites over several layers. Every other test lies where the source that it tests lies. */
const CROSS_CUTTING = [
  "api",
  "cluster",
  "deployment",
  "docs",
  "e2e",
  "fault",
  "indexer",
  "load",
  "scenarios",
  "support",
];

const tests = readdirSync("tests", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => !CROSS_CUTTING.includes(file.split("/")[0] ?? ""));

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** Returns whether a source file or folder has the path of the test, such as `lib/core/vesting/schedule`. */
function hasNamesake(folder: string, name: string): boolean {
  const path = join(folder, name);
  return isFolder(path) || [".ts", ".tsx", ".mjs"].some((end) => existsSync(path + end));
}

/** Returns whether the test imports a module of the folder, or reads one of its files. */
function usesFolder(test: string, folder: string): boolean {
  const text = readFileSync(join("tests", test), "utf8");
  return [`"@/${folder}/`, `"${folder}/`, `"${folder}"`].some((path) => text.includes(path));
}

test("the path of each test mirrors the path of what it tests", () => {
  const misplaced = tests.filter((test) => {
    const folder = dirname(test);
    if (folder === ".") return false;
    if (hasNamesake(folder, basename(test).replace(/\.test\.tsx?$/, ""))) return false;
    return !isFolder(folder) || !usesFolder(test, folder);
  });
  expect(misplaced).toEqual([]);
});

test("the tests directly below tests/ are about the sources as a whole", () => {
  const whole = tests.filter((test) => dirname(test) === ".");
  expect(whole.toSorted()).toEqual([
    "layers.test.ts",
    "proxy.test.ts",
    "test-groups.test.ts",
    "test-paths.test.ts",
  ]);
});
