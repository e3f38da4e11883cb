import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import client from "@/client/package.json" with { type: "json" };
import ledger from "@/ledger/package.json" with { type: "json" };
import service from "@/package.json" with { type: "json" };

test("the document lists every production package once, and no other package", () => {
  const rows = readFileSync("docs/dependencies.md", "utf8").matchAll(/^\| (`[^|]+) \|/gm);
  const listed = [...rows].flatMap(([, names = ""]) => names.split(", ").map((name) => name.slice(1, -1)));
  const installed = new Set(
    [service, client, ledger].flatMap(({ dependencies }) => Object.keys(dependencies)),
  );
  expect(listed.toSorted()).toEqual([...installed].sort());
});
