import { readFileSync } from "node:fs";

/** A program of docs/integrators.md; `prints` is its documented output, or null. */
export type Program = { title: string; source: string; prints: string | null };

/** Returns the programs of a part of docs/integrators.md. Each begins with the lines of the first one. */
export function readPrograms(part: "Tutorial" | "Recipes"): Program[] {
  const sections = readFileSync("docs/integrators.md", "utf8").split(/^## /m);
  const getSection = (title: string) => sections.find((section) => section.startsWith(`${title}\n`)) ?? "";
  const [, install = ""] = getSection("Tutorial").split(/^### /m);
  const programs = getSection(part)
    .split(/^### /m)
    .slice(1)
    .filter((text) => text !== install);
  return programs.map((text) => ({
    title: text.split("\n")[0] ?? "",
    source: blockIn(install, "ts") + blockIn(text, "ts"),
    prints: /^```text\n([\s\S]*?)\n```$/m.exec(text)?.[1] ?? null,
  }));
}

function blockIn(text: string, language: string): string {
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}[^\n]*\n([\\s\\S]*?)^\`\`\`$`, "gm"))];
  if (blocks.length !== 1) throw new Error(`There are ${blocks.length} programs where one should be.`);
  return blocks[0]?.[1] ?? "";
}
