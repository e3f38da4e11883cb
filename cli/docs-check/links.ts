import { existsSync, statSync } from "node:fs";
import { everyToken, readDocument } from "@/lib/core/documents/document";
import { resolveFile } from "@/lib/core/documents/library";

/** A sentence for each link and picture that leads nowhere. `files` are Markdown texts by their paths from the root. */
export function checkLinks(files: ReadonlyMap<string, string>): string[] {
  const documents = new Map([...files].map(([file, text]) => [file, readDocument(text)]));
  const anchorsOf = (file: string) => [...(documents.get(file)?.anchors.values() ?? [])];
  const faults: string[] = [];
  for (const [file, { tokens }] of documents) {
    for (const token of everyToken(tokens)) {
      if (token.type !== "link" && token.type !== "image") continue;
      const fault = faultOf({ file, href: token.href, anchorsOf });
      if (fault) faults.push(`${file}: ${token.href} ${fault}`);
    }
  }
  return faults;
}

type Link = { file: string; href: string; anchorsOf: (file: string) => string[] };

function faultOf({ file, href, anchorsOf }: Link): string | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) {
    if (!/^(?:https?|mailto):/.test(href)) return "is of a scheme that nobody may follow.";
    return URL.canParse(href) ? null : "is no address.";
  }
  const target = resolveFile(file, href);
  if (target === null) return "leads out of the repository.";
  if (!existsSync(target)) return "is not there.";
  const anchor = href.split("#")[1];
  if (anchor === undefined) return null;
  if (statSync(target).isDirectory() || !anchorsOf(target).includes(anchor)) return "has no such heading.";
  return null;
}
