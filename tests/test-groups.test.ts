import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { getIsolation, testFiles, testGroups } from "./test-groups";

const groups = testGroups();

test("every test file is in one group", () => {
  const files = ["tests", "ledger/tests"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.test\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  expect(Object.values(groups).flat().toSorted()).toEqual(files.toSorted());
});

test("a group is chosen by its name, and another name is an error", () => {
  expect(testFiles("stored")).toEqual(groups.stored);
  expect(() => testFiles("storde")).toThrow("TEST_GROUP is storde; use pure, ledger, stored.");
});

test("the stored group contains every test that reads a server's settings, directly or through imports", () => {
  // Through tests/support/database, through two files of support, and directly.
  for (const file of ["db/schema", "api/campaigns/cancel", "lib/service/kv/key-value-store"])
    expect(groups.stored).toContain(`tests/${file}.test.ts`);
  expect(groups.ledger).toContain("ledger/tests/kit.test.ts");
  for (const file of ["lib/core/merkle/tree", "components/format/amount"])
    expect(groups.pure).toContain(`tests/${file}.test.ts`);
});

test("only tests that replace modules or the date run alone in a process, and those with a DOM share other processes", () => {
  const kv = "tests/lib/service/kv/key-value-store.test.ts";
  for (const file of ["tests/components/wallet/phone.test.tsx", "tests/proxy.test.ts", kv])
    expect(getIsolation(file)).toBe("alone");
  expect(getIsolation("tests/components/sheet/grid/recipient-grid.test.tsx")).toBe("dom");
  for (const file of [
    "tests/components/sheet/sheet.test.ts",
    "ledger/tests/kit.test.ts",
    "tests/server/http-server.test.ts",
  ])
    expect(getIsolation(file)).toBe("shared");
});
