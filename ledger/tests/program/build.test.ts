import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TESTED_BUILDS, trimCode } from "@/lib/core/solana/program-account";
import { COMPILER, compileProgram, hasCompiler, PROGRAM_FILE } from "../../program/compile";

test("the committed program equals the compilation of its source", (context) => {
  const advice = `${COMPILER} is not installed: apt-get install ${COMPILER}`;
  // CI must have the compiler: its absence fails there, because a skipped test would go unnoticed.
  if (!hasCompiler() && !process.env.CI) context.skip(advice);
  expect(hasCompiler(), advice).toBe(true);
  expect(compileProgram().equals(readFileSync(PROGRAM_FILE))).toBe(true);
});

test("the hash of the committed program is recorded as a tested build", () => {
  const hash = createHash("sha256")
    .update(trimCode(readFileSync(PROGRAM_FILE)))
    .digest("hex");
  expect(TESTED_BUILDS).toContain(hash);
});
