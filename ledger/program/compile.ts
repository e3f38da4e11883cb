import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readElfObject } from "./elf-object";
import { writeElfProgram } from "./elf-program";
import { linkProgram } from "./link";

/** Another compiler produces another program, so the version is part of the source. */
export const COMPILER = "clang-22";

const SOURCE = join(import.meta.dirname, "src", "main.c");
export const PROGRAM_FILE = join(import.meta.dirname, "vesting.so");

/** The programs of this folder: the vesting program, and the test double of the Squads program. */
export const PROGRAMS = [
  { source: SOURCE, file: PROGRAM_FILE },
  {
    source: join(import.meta.dirname, "squads-double", "main.c"),
    file: join(import.meta.dirname, "squads-double.so"),
  },
] as const;

const FLAGS = [
  "--target=bpfel",
  // SBPF v0 supports the second generation of eBPF instructions; it misreads or rejects later ones.
  "-mcpu=v2",
  "-O2",
  "-ffreestanding",
  "-fno-builtin",
  "-fno-jump-tables",
  ...["-mllvm", "-bpf-stack-size=4096"],
  ...["-Xclang", "-target-feature", "-Xclang", "+allows-misaligned-mem-access"],
  ...["-std=c11", "-Wall", "-Wextra", "-Werror"],
];

/** Returns whether the compiler that built the committed program is installed. */
export function hasCompiler(): boolean {
  try {
    execFileSync(COMPILER, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * Compiles a program from its C source. The same source produces the same bytes. Throws when the compiler
 * fails, which prints its errors to stderr.
 */
export function compileProgram(source = SOURCE): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "vesting-program-"));
  try {
    const object = join(folder, "main.o");
    execFileSync(COMPILER, [...FLAGS, "-c", source, "-o", object], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    return writeElfProgram(linkProgram(readElfObject(readFileSync(object))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
