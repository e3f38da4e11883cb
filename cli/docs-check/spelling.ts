import { spawnSync } from "node:child_process";

/** A line for each word of the files that neither the language nor `docs/words.txt` has. */
export function checkSpelling(files: readonly string[]): string[] {
  const quiet = ["--no-progress", "--no-summary", "--no-color"];
  const args = ["--no-install", "cspell", "lint", ...quiet, "--", ...files];
  const { status, stdout, stderr } = spawnSync("npx", args, { encoding: "utf8" });
  if (status === 0) return [];
  const lines = stdout.split("\n").filter(Boolean);
  return lines.length > 0 ? lines : [stderr.trim() || `cspell ended with ${status}.`];
}
