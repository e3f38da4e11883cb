import { expect, test } from "vitest";
import { readDocument, readResult, withTables } from "@/bench/support/tables";

test("the tables of docs/performance.md are what the recorded results say", () => {
  expect(withTables(readDocument(), readResult)).toBe(readDocument());
});

test("what stands between a table's comments gives way to its result, and nothing else does", () => {
  const text =
    "before\n<!-- bench:memory -->\nanything | at all\n<!-- /bench -->\n<!-- bench:other -->\nkept\n<!-- /bench -->\n";
  const machine = { node: "v20.1.0", cpu: "one | two", cores: 2, loadAverage: 0.5 };
  const found = { idleMib: 200, startPeakMib: 250, loadedMib: 400, loadedPeakMib: 410, idleAgainMib: 390 };
  const recorded = { wantedMib: { idle: 300, loaded: 450 }, minutes: 10, requests: 12_345, ...found };
  const written = withTables(text, () => ({ measuredAt: "2026-01-02T03:04:05Z", machine, ...recorded }));
  expect(written).toMatch(/^before\n<!-- bench:memory -->\n\n2026-01-02, Node 20\.1\.0, 2 cores/);
  expect(written).toContain("| idle, 15 s after the start | 200 | ≤ 300 |");
  expect(written).toContain("| after 10 minutes and 12,350 reads | 400 | ≤ 450 |");
  expect(written).not.toContain("anything");
  expect(written).toContain("<!-- bench:other -->\nkept\n<!-- /bench -->\n");
  expect(withTables(written, () => null)).toContain("Not recorded yet: `npm run bench -- --only memory`.");
});
