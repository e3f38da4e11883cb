import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = "docs/screens";
const MAX_BYTES = 6_000_000;

test("the pictures of all pages are WebP, and under 6 MB together", () => {
  const pictures = readdirSync(FOLDER);
  expect(pictures.filter((name) => !name.endsWith(".webp"))).toEqual([]);
  expect(pictures.length).toBeGreaterThan(60);
  const bytes = pictures.reduce((sum, name) => sum + statSync(join(FOLDER, name)).size, 0);
  expect(bytes).toBeLessThan(MAX_BYTES);
});
