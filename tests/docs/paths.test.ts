import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { readMarkdownFiles } from "@/cli/docs-check/links";

/** Documents about other versions, or about a package with folders of its own. */
const EXCLUDED = /^(?:CHANGELOG\.md|client\/api-report\.md|ledger\/)/;
/** Built by a command. */
const GENERATED = ["client/dist"];
/** A path in backticks that starts at a folder of the project and has no placeholder. */
const PATH =
  /`((?:app|bench|cli|client|components|db|deploy|docs|drizzle|lib|server|tests)\/[\w./[\]()-]+)`/g;

test("every path that a document names exists", () => {
  const missing = [...readMarkdownFiles()]
    .filter(([file]) => !EXCLUDED.test(file))
    .flatMap(([file, text]) => [...text.matchAll(PATH)].map(([, path = ""]) => ({ file, path })))
    .filter(({ path }) => !GENERATED.includes(path))
    .filter(({ path }) => ["", ".ts", ".tsx"].every((end) => !existsSync(path + end)));
  expect(missing).toEqual([]);
});
