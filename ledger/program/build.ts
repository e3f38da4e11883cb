import { writeFileSync } from "node:fs";
import { COMPILER, compileProgram, hasCompiler, PROGRAM_FILE } from "./compile";

if (!hasCompiler()) {
  process.stderr.write(`${COMPILER} is not installed. On Debian: apt-get install ${COMPILER}\n`);
  process.exit(1);
}
const program = compileProgram();
writeFileSync(PROGRAM_FILE, program);
process.stdout.write(`${PROGRAM_FILE}: ${program.length} bytes\n`);
