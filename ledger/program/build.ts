import { writeFileSync } from "node:fs";
import { COMPILER, compileProgram, hasCompiler, PROGRAMS } from "./compile";

if (!hasCompiler()) {
  process.stderr.write(`${COMPILER} is not installed. On Debian: apt-get install ${COMPILER}\n`);
  process.exit(1);
}
for (const { source, file } of PROGRAMS) {
  const program = compileProgram(source);
  writeFileSync(file, program);
  process.stdout.write(`${file}: ${program.length} bytes\n`);
}
