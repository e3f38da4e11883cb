import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startStep } from "@/cli/demo/progress";
import type { Block } from "./blocks";
import type { Scratch } from "./scratch";

/** Examples that are shown as they stand in a file begin with its name. */
const SHOWN_FILE = /^\/\/ (\S+\.ts)\n/;

/** Runs shell and TypeScript blocks in their order; a text for each that fails. TypeScript is checked for its types first. */
export async function runBlocks(scratch: Scratch, blocks: readonly Block[]): Promise<string[]> {
  const faults: string[] = [];
  const attempt = async (title: string, work: () => Promise<unknown>) => {
    const step = startStep(title);
    try {
      await work();
      step.done();
    } catch (error) {
      step.done("failed");
      const fault = `${title}: ${error instanceof Error ? error.message : error}`;
      console.error(fault);
      faults.push(fault);
    }
  };
  await attempt("npm ci", () => scratch.run({ command: "npm ci --no-audit --no-fund" }));
  const files = new Map(
    blocks.filter(({ language }) => language === "ts").map((block) => [block, write(scratch, block)]),
  );
  if (files.size > 0)
    await attempt("the types of TypeScript blocks", () => checkTypes(scratch, [...files.values()]));
  for (const block of blocks) {
    await attempt(`${block.file}:${block.line}`, async () => {
      if (!block.service) await scratch.stopService();
      const env = {
        ...(block.service && (await scratch.startService())),
        ...(block.postgres && { DATABASE_URL: await scratch.startPostgres() }),
      };
      const file = files.get(block);
      const command = file
        ? `npx --no-install tsx --tsconfig server/tsconfig.json ${file}`
        : scratch.withPorts(block.code);
      await scratch.run({ command, env, ...(block.until && { until: block.until }) });
    });
  }
  return faults;
}

/** Where a TypeScript block stands to be run: the file that it shows, or one beside its page. */
function write(scratch: Scratch, { file, line, code }: Block): string {
  const shown = SHOWN_FILE.exec(code)?.[1];
  const path = join(dirname(file), shown ?? `block-${line}.ts`);
  const place = join(scratch.folder, path);
  if (!shown || !existsSync(place)) writeFileSync(place, `${scratch.withPorts(code)}\n`);
  return path;
}

async function checkTypes(scratch: Scratch, files: string[]): Promise<void> {
  // A block without an import is a module as well: it may wait at its top.
  const compilerOptions = { moduleDetection: "force" };
  const config = {
    extends: "./tsconfig.json",
    compilerOptions,
    include: [],
    files: ["next-env.d.ts", ...files],
  };
  writeFileSync(join(scratch.folder, "tsconfig.blocks.json"), JSON.stringify(config));
  await scratch.run({
    command: "npx --no-install next typegen && npx --no-install tsc --project tsconfig.blocks.json",
  });
}
