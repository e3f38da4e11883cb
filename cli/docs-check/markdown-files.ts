import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The project's Markdown files, also those that are not committed yet, with their texts by their paths. */
export function readMarkdownFiles(): Map<string, string> {
  const listed = execFileSync("git", [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    "*.md",
  ]);
  const files = [...new Set(listed.toString().split("\0"))].filter(Boolean).sort();
  return new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
}
