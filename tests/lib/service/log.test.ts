import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

async function getLines(end: string, count: number): Promise<string[]> {
  const program = ["--import", "tsx", "tests/lib/service/support/logging.ts", end, String(count)];
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: "test" as const,
    TSX_TSCONFIG_PATH: "server/tsconfig.json",
  };
  const { stdout } = await run(process.execPath, program, { env }).catch(
    (ended: { stdout: string }) => ended,
  );
  return stdout.split("\n").slice(0, -1);
}

/** More lines than one write holds. */
const MANY = 500;
/** Few enough lines that a process can end without waiting for a write in progress. */
const FEW = 80;

test.each([
  { end: "by itself", count: MANY, last: null },
  { end: "by process.exit", count: FEW, last: null },
  { end: "by process.exit, after a pause and as many again", count: FEW, last: null },
  { end: "by what nobody catches", count: FEW, last: null },
  { end: "by a signal after a fatal line", count: FEW, last: "the end" },
])("writes every line in order from a process of $count lines that ends $end", async (item) => {
  const { end, last } = item;
  const count = end.endsWith("as many again") ? 2 * item.count : item.count;
  const lines = (await getLines(end, item.count)).map(
    (line) => JSON.parse(line) as { line?: number; msg: string },
  );
  expect(lines).toHaveLength(last ? count + 1 : count);
  expect(lines.slice(0, count).map(({ line }) => line)).toEqual(Array.from({ length: count }, (_, at) => at));
  if (last) expect(lines.at(-1)?.msg).toBe(last);
});
