import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const document = readFileSync("docs/architecture.md", "utf8");

/** The files of a section's numbered list, in order. */
function getSteps(heading: string): string[] {
  const [section = ""] = document.split(`\n## ${heading}\n`)[1]?.split("\n## ") ?? [];
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
}

test.each([
  ["A proof request", 14],
  ["An event", 14],
  ["A click on Claim", 16],
])(
  "the architecture document describes %s in at most %i files, each of which exists once",
  (heading, max) => {
    const steps = getSteps(heading);
    expect(steps.length).toBeGreaterThan(10);
    expect(steps.length).toBeLessThanOrEqual(max);
    expect(new Set(steps).size).toBe(steps.length);
    expect(steps.filter((file) => !existsSync(file))).toEqual([]);
  },
);
