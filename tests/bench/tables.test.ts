import { expect, test } from "vitest";
import { type Row, readDocument, readResult, withTables } from "@/bench/support/report";

test("docs/performance.md contains the tables of the recorded results", () => {
  expect(withTables(readDocument(), readResult)).toBe(readDocument());
});

test("a table replaces the text between its comments, and no other text", () => {
  const text = "before\n<!-- bench:memory -->\nanything | at all\n<!-- /bench -->\nafter\n";
  const machine = { node: "v20.1.0", cpu: "one | two", cores: 2, loadAverage: 0.5 };
  const rows: Row[] = [{ "resident memory": "idle", MiB: 12_345.6 }, { goal: "≤ 300 | 400" }];
  const written = withTables(text, () => ({ measuredAt: "2026-01-02T03:04:05Z", machine, rows }));
  expect(written).toMatch(/^before\n<!-- bench:memory -->\n\n2026-01-02, Node 20\.1\.0, 2 cores/);
  expect(written).toContain("| resident memory | MiB | goal |\n| --- | --- | --- |\n| idle | 12,350 |  |\n");
  expect(written).toContain("|  |  | ≤ 300 \\| 400 |\n");
  expect(written).not.toContain("anything");
  expect(written).toMatch(/<!-- \/bench -->\nafter\n$/);
  expect(withTables(written, () => null)).toContain("Not recorded yet: `npm run bench -- --only memory`.");
});
