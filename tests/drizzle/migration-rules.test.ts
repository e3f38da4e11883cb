import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { getErrors } from "./support/migration-rules";

/** The migrations that shipped before upgrades had to work while the previous version serves. */
const BASELINE = 15;

const shipped = readdirSync("drizzle")
  .filter((name) => name.endsWith(".sql"))
  .sort();

test.each(shipped.slice(BASELINE))("the previous version keeps serving while %s is applied", (name) => {
  expect(getErrors(readFileSync(`drizzle/${name}`, "utf8"))).toEqual([]);
});

test("reports changes that remove from the previous version, or refuse its writes", () => {
  const refused = [
    'DROP TABLE "campaigns";',
    'ALTER TABLE "campaigns" DROP COLUMN "name";',
    'ALTER TABLE "campaigns" drop "name";',
    'ALTER TABLE "campaigns" RENAME COLUMN "name" TO "title";',
    'ALTER TABLE "campaigns" RENAME TO "trees";',
    'ALTER TABLE "campaigns" ADD COLUMN "kind" text NOT NULL;',
    'ALTER TABLE "campaigns" ALTER COLUMN "name" SET NOT NULL;',
    'ALTER TABLE "campaigns" ALTER COLUMN "name" DROP DEFAULT;',
    'ALTER TABLE "campaigns" ALTER COLUMN "name" SET DATA TYPE integer;',
    'ALTER TABLE "campaigns" ALTER COLUMN "name" TYPE integer USING 1;',
    'ALTER TABLE "campaigns" ADD CONSTRAINT "short" CHECK (length(name) < 9);',
    'ALTER TABLE "campaigns" ADD CONSTRAINT "one" UNIQUE("name");',
    'CREATE UNIQUE INDEX "one" ON "campaigns" USING btree ("name");',
    'DROP FUNCTION "count_campaign"();',
    'DROP TRIGGER "counted" ON "campaigns";',
    "TRUNCATE campaigns;",
    "DELETE FROM campaigns;",
    "CREATE INDEX CONCURRENTLY idx ON campaigns (name);",
  ];
  expect(refused.filter((statement) => getErrors(statement).length === 0)).toEqual([]);
  const hidden = `CREATE TABLE "a" ("b" text);--> statement-breakpoint\n${refused[1]}`;
  expect(getErrors(hidden)).toHaveLength(1);
});

test("does not report changes that only add", () => {
  const allowed = [
    'ALTER TABLE "campaigns" ADD COLUMN "kind" text;',
    'ALTER TABLE "campaigns" ADD COLUMN "kind" text DEFAULT \'none\' NOT NULL;',
    'ALTER TABLE "campaigns" ADD COLUMN "share" integer GENERATED ALWAYS AS (1) STORED NOT NULL;',
    'ALTER TABLE "campaigns" ALTER COLUMN "name" DROP NOT NULL;',
    'CREATE INDEX "idx" ON "campaigns" USING btree ("name");',
    'CREATE TABLE "new" ("id" serial PRIMARY KEY NOT NULL, "name" text NOT NULL);\n' +
      'ALTER TABLE "new" ADD CONSTRAINT "one" UNIQUE("name");\nCREATE UNIQUE INDEX "two" ON "new" ("name");',
    'UPDATE "campaigns" SET "kind" = \'drop table; rename to\';',
    "-- DROP TABLE campaigns;\nSELECT 1;",
  ];
  expect(allowed.flatMap(getErrors)).toEqual([]);
});
