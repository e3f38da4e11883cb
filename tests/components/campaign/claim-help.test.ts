import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { claimHelpHref } from "@/components/campaign/claim-help";
import { readDocument } from "@/lib/core/documents/document";

test.each([
  ["en", "docs/recipients.md"],
  ["de", "docs/de/recipients.md"],
] as const)(
  "the link to claims that are not offered leads to a heading of the document in %s",
  (language, file) => {
    const { headings } = readDocument(readFileSync(file, "utf8"));
    const [path, anchor] = claimHelpHref({ language }).split("#");
    expect(path).toBe("/docs/recipients");
    expect(headings.map((heading) => heading.anchor)).toContain(anchor);
  },
);
