import { readFileSync } from "node:fs";

/** The README's recipes as programs, by their number: what all of them begin with stands in front of each. */
export function readRecipes(): { number: number; source: string }[] {
  const text = readFileSync("client/README.md", "utf8");
  const [begin = "", ...recipes] = text.split(/^### /m);
  const setup = codeIn(begin);
  return recipes.map((recipe) => ({ number: Number.parseInt(recipe, 10), source: setup + codeIn(recipe) }));
}

function codeIn(text: string): string {
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  if (blocks.length !== 1) throw new Error(`There are ${blocks.length} programs where one should be.`);
  return blocks[0] ?? "";
}
