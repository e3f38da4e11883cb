/**
 * npm run docs:check [-- files…] — runs every block of the documents that a reader would run, in a copy of the project, and
 * checks links, spelling and what is only parsed. It takes minutes; the parts that do not are in the test suite too.
 */
import { type Block, BlockError, readBlocks, treatmentOf } from "./blocks";
import { checkLinks } from "./links";
import { readMarkdownFiles } from "./markdown-files";
import { parseBlocks } from "./parse-blocks";
import { runBlocks } from "./run-blocks";
import { Scratch } from "./scratch";
import { checkSpelling } from "./spelling";

const files = readMarkdownFiles();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((file) => !files.has(file));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}. Files are named from the project's root: docs/deploy.md`);
  process.exit(2);
}

/** The package's recipes need their own project, which `tests/client` makes for them; its report is no document. */
const ELSEWHERE = "client/";

/** README first: what it does a newcomer does first. */
function blocksOf(texts: ReadonlyMap<string, string>): Block[] {
  const here = [...texts].filter(([file]) => !file.startsWith(ELSEWHERE));
  const inOrder = here.toSorted(([a], [b]) => Number(b === "README.md") - Number(a === "README.md"));
  return inOrder.flatMap(([file, text]) =>
    wanted.length === 0 || wanted.includes(file) ? readBlocks(file, text) : [],
  );
}

async function check(): Promise<string[]> {
  const blocks = blocksOf(files);
  const faults = [...checkLinks(files), ...checkSpelling([...files.keys()])];
  const parsed = blocks.filter((block) => treatmentOf(block) === "parse");
  faults.push(...(await parseBlocks(parsed)));
  const runnable = blocks.filter((block) => treatmentOf(block) === "run");
  const excused = runnable.filter(({ excused }) => excused !== undefined);
  const run = runnable.filter(({ excused }) => excused === undefined);
  if (run.length > 0) faults.push(...(await runInScratch(run)));
  const shown = blocks.length - parsed.length - runnable.length;
  console.log(
    `\n${run.length} blocks run, ${parsed.length} parsed, ${shown} only shown, ${excused.length} excused:`,
  );
  for (const { file, line, excused: why } of excused) console.log(`  ${file}:${line}: ${why}`);
  return faults;
}

async function runInScratch(blocks: readonly Block[]): Promise<string[]> {
  const scratch = await Scratch.make();
  const stop = () => void scratch.remove().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    return await runBlocks(scratch, blocks);
  } finally {
    await scratch.remove();
  }
}

try {
  const faults = await check();
  for (const fault of faults) console.error(`✗ ${fault.split("\n")[0]}`);
  console.log(faults.length === 0 ? "\nThe documents hold." : `\n${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof BlockError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
