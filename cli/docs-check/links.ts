import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { everyToken, readDocument } from "@/lib/core/documents/document";
import { resolveFile } from "@/lib/core/documents/document-index";

/** Returns the text of each Markdown file of the project by its path, uncommitted files included. */
export function readMarkdownFiles(): Map<string, string> {
  const args = ["ls-files", "-co", "--exclude-standard", "*.md"];
  const files = execFileSync("git", args, { encoding: "utf8" }).trim().split("\n");
  return new Map(files.sort().map((file) => [file, readFileSync(file, "utf8")]));
}

/** Returns a sentence for each broken link and picture. `files` are Markdown texts by their paths from the root. */
export function checkLinks(files: ReadonlyMap<string, string>): string[] {
  const documents = new Map([...files].map(([file, text]) => [file, readDocument(text)]));
  const getAnchors = (file: string) => [...(documents.get(file)?.anchors.values() ?? [])];
  const errors: string[] = [];
  for (const [file, { tokens }] of documents) {
    for (const token of everyToken(tokens)) {
      if (token.type !== "link" && token.type !== "image") continue;
      const error = findLinkError(file, token.href, getAnchors);
      if (error) errors.push(`${file}: ${token.href} ${error}`);
    }
  }
  return errors;
}

function findLinkError(file: string, href: string, getAnchors: (file: string) => string[]): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
    if (!/^(?:https?|mailto):/.test(href)) return "has a scheme that is not allowed.";
    return URL.canParse(href) ? null : "is not a valid address.";
  }
  const target = resolveFile(file, href);
  if (target === null) return "points outside the repository.";
  if (!existsSync(target)) return "does not exist.";
  const anchor = href.split("#")[1];
  if (anchor === undefined) return null;
  if (statSync(target).isDirectory() || !getAnchors(target).includes(anchor)) return "has no such heading.";
  return null;
}
