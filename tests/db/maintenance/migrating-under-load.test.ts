import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { expect, test } from "vitest";
import { migrateDatabase } from "@/db/maintenance/migrate";
import { LONG } from "@/ledger/tests/support/long";
import { withMigrations } from "@/tests/load/service/half-migrated";

const server = process.env.TEST_DATABASE_URL ?? "";
/** The number of earlier migrations; the last of them rewrites the table of campaigns. */
const EARLIER = 15;

test.runIf(server)(
  "a migration yields to transactions that read first and then write, and completes after them",
  LONG,
  async () => {
    const name = `vesting_index_earlier_${process.pid}`;
    const admin = postgres(server, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create database ${name}`);
    const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
    const client = postgres(url, { max: 4, onnotice: () => {} });
    try {
      await withMigrations(EARLIER, (migrationsFolder) => migrate(drizzle(client), { migrationsFolder }));
      let isMigrated = false;
      const waiting =
        "select count(*)::int as waiting from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";
      const writing = client.begin(async (tx) => {
        await tx.unsafe("select count(*) from campaigns");
        const migrating = migrateDatabase(url).then((applied) => {
          isMigrated = true;
          return applied;
        });
        // The migration waits for this reader now; without yielding, the two would wait for each other.
        const tick = async () => (await client.unsafe(waiting))[0]?.waiting > 0;
        while (!(await tick())) await pause(20);
        await tx.unsafe("insert into waitlist (email, created_at) values ('a@example.com', 1)");
        await tx.unsafe("update campaigns set paused = paused");
        expect(isMigrated).toBe(false);
        return { migrating };
      });
      const { migrating } = await writing;
      expect((await migrating).at(-1)).toMatch(/^00\d\d_/);
      expect(await client.unsafe("select sort_name from campaigns")).toEqual([]);
      expect(await migrateDatabase(url)).toEqual([]);
    } finally {
      await client.end();
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    }
  },
);
