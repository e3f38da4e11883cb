import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

async function linesOf(end: string): Promise<string[]> {
  const program = ["--import", "tsx", "tests/lib/service/support/logging.ts", end];
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

test.each([
  ["by itself", 500],
  ["by process.exit", 500],
  ["by what nobody catches", 500],
  ["by a signal after a fatal line", 501],
  ["with a line as it ends", 501],
])("a process that ends %s has written every line of its log, whole and in order", async (end, count) => {
  const lines = (await linesOf(end)).map((line) => JSON.parse(line) as { line?: number; msg: string });
  expect(lines).toHaveLength(count);
  expect(lines.slice(0, 500).map(({ line }) => line)).toEqual(Array.from({ length: 500 }, (_, at) => at));
  if (count > 500) expect(lines.at(-1)?.msg).toBe("the end");
});
