import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMPILER, compileProgram, hasCompiler, PROGRAM_FILE } from "../../program/compile";

test("the committed program equals the compilation of its source", (context) => {
  const advice = `${COMPILER} is not installed: apt-get install ${COMPILER}`;
  // CI must have the compiler: its absence fails there, because a skipped test would go unnoticed.
  if (!hasCompiler() && !process.env.CI) context.skip(advice);
  expect(hasCompiler(), advice).toBe(true);
  expect(compileProgram().equals(readFileSync(PROGRAM_FILE))).toBe(true);
});
