import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TESTED_BUILDS, trimCode } from "@/lib/core/solana/program-account";
import { COMPILER, compileProgram, hasCompiler, PROGRAM_FILE, PROGRAMS } from "../../program/compile";

test("the committed programs equal the compilation of their sources", (context) => {
  const advice = `${COMPILER} is not installed: apt-get install ${COMPILER}`;
  // CI must have the compiler: its absence fails there, because a skipped test would go unnoticed.
  if (!hasCompiler() && !process.env.CI) context.skip(advice);
  expect(hasCompiler(), advice).toBe(true);
  for (const { source, file } of PROGRAMS)
    expect(compileProgram(source).equals(readFileSync(file)), file).toBe(true);
});

test("the hash of the committed program is recorded as a tested build", () => {
  const hash = createHash("sha256")
    .update(trimCode(readFileSync(PROGRAM_FILE)))
    .digest("hex");
  expect(TESTED_BUILDS).toContain(hash);
});
