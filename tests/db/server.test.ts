import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { waitlist } from "@/db/schema";

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("server", () => {
  const name = `vesting_index_test_${randomBytes(6).toString("hex")}`;
  const admin = postgres(server ?? "", { max: 1, onnotice: () => {} });
  const url = Object.assign(new URL(server ?? "postgres://none"), { pathname: `/${name}` }).toString();
  beforeAll(async () => {
    await admin.unsafe(`create database ${name}`);
  });
  afterAll(async () => {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });

  test("names the missing migrations, then opens once they are applied", async () => {
    await expect(openDatabase({ url })).rejects.toThrow(
      /lacks the migrations 0000_schema, 0001_.*db:migrate/,
    );
    const applied = await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    const opened = await openDatabase({ url });
    expect(opened.kind).toBe("postgres");
    expect(await opened.db.$count(waitlist)).toBe(0);
    await opened.close();
    expect(await migrateDatabase(url)).toEqual([]);
  });
});
