import { readdirSync, readFileSync } from "node:fs";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, test } from "vitest";
import * as schema from "@/db/schema";

test("the migrations say all that the schema says", async () => {
  const newest = readdirSync("drizzle/meta")
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  const shipped = JSON.parse(readFileSync(`drizzle/meta/${newest}`, "utf8"));
  const current = generateDrizzleJson(schema, shipped.id);
  expect(await generateMigration(shipped, current)).toEqual([]);
});
