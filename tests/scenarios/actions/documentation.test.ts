import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = "docs/actions";
const pages = readdirSync(FOLDER).filter((file) => file.endsWith(".md"));
const blocks = pages.flatMap((page) =>
  [...readFileSync(`${FOLDER}/${page}`, "utf8").matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(
    ([, file = "", code = ""]) => ({ page, file, code }),
  ),
);

test.each(blocks)("$page shows $file as it is", ({ file, code }) => {
  expect(code).toBe(readFileSync(`${FOLDER}/${file}`, "utf8"));
});

test("every example is shown, and every code block is an example", () => {
  const examples = readdirSync(`${FOLDER}/examples`).map((file) => `examples/${file}`);
  expect(blocks.map(({ file }) => file).sort()).toEqual(examples.sort());
  const fences = pages.flatMap((page) => readFileSync(`${FOLDER}/${page}`, "utf8").match(/^```ts$/gm) ?? []);
  expect(fences).toHaveLength(blocks.length);
});
