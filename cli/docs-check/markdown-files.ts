import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The project's files of a pattern, or all, also those that are not committed yet, by their paths. */
export function projectFiles(...patterns: readonly string[]): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...patterns];
  const listed = execFileSync("git", args, { maxBuffer: 1 << 26 }).toString();
  return [...new Set(listed.split("\0"))].filter(Boolean).sort();
}

/** The project's Markdown files with their texts by their paths. */
export const readMarkdownFiles = (): Map<string, string> =>
  new Map(projectFiles("*.md").map((file) => [file, readFileSync(file, "utf8")]));
