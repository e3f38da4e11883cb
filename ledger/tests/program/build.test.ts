import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMPILER, compileProgram, hasCompiler, PROGRAM_FILE } from "../../program/compile";

test("the committed program equals the compilation of its source", (context) => {
  const advice = `${COMPILER} is not installed: apt-get install ${COMPILER}`;
  // CI must have the compiler: there its absence fails, because nobody would see a skipped test.
  if (!hasCompiler() && !process.env.CI) context.skip(advice);
  expect(hasCompiler(), advice).toBe(true);
  expect(compileProgram().equals(readFileSync(PROGRAM_FILE))).toBe(true);
});
