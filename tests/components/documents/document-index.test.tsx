// @vitest-environment happy-dom

import { readFileSync } from "node:fs";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DocumentIndex } from "@/components/documents/document-index";
import { INDEX_FILE, readSections } from "@/lib/core/documents/document-index";
import { openPath } from "@/tests/support/next-navigation";
import { show } from "../show";

beforeEach(() => openPath("/docs"));
afterEach(cleanup);

const document = {
  slug: "stream",
  title: "Stream",
  summary: "live events",
  language: "en" as const,
  file: "docs/stream.md",
  translations: {},
};
const sections = [{ title: "Reference", documents: [document] }];
const links = () => screen.getAllByRole("link", { name: /^Stream/, hidden: true });

describe("DocumentIndex", () => {
  it("lists each document once", () => {
    show(<DocumentIndex sections={sections} />);
    expect(links()).toHaveLength(1);
    expect(screen.queryByRole("navigation", { name: "Documents" })).toBeNull();
  });

  it("links each role to its section, whose title the index of the documents has", () => {
    const all = readSections(readFileSync(INDEX_FILE, "utf8"));
    const { container } = show(<DocumentIndex sections={all} />);
    const targets = [...container.querySelectorAll('a[href^="#"]')].map((link) => link.getAttribute("href"));
    expect(targets).toHaveLength(4);
    expect(targets.filter((target) => !container.querySelector(target ?? ""))).toEqual([]);
  });

  it("begins summaries with a capital letter, but leaves names such as .sol as they are", () => {
    const names = { ...document, slug: "names", title: "Names", summary: ".sol names" };
    const { text } = show(<DocumentIndex sections={[{ title: "Guides", documents: [document, names] }]} />);
    expect(text()).toContain("Live events");
    expect(text()).toContain(".sol names");
  });

  it("has the list of all documents beside the results of a search", () => {
    show(
      <DocumentIndex sections={sections} query="slot">
        <p>results</p>
      </DocumentIndex>,
    );
    expect(screen.getByRole("navigation", { name: "Documents" })).toBeTruthy();
  });
});
