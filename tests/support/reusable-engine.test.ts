import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { campaigns, syncState } from "@/db/schema";
import { createEmbeddedDatabase } from "@/tests/support/embedded-database";
import { addCampaign } from "./rows";

type Created = Awaited<ReturnType<typeof createEmbeddedDatabase>>;

let opened: Created[] = [];

async function create(): Promise<Created> {
  const created = await createEmbeddedDatabase();
  opened.push(created);
  return created;
}

afterEach(async () => {
  for (const { close } of opened) await close();
  opened = [];
});

const getTables = async (db: Database) => {
  const found = sql`select count(*)::int as count from pg_tables where schemaname = 'public'`;
  return [...(await db.execute(found))];
};

test("the next database has no rows, the first row ids, default settings and the first sync state", async () => {
  const first = await create();
  const untouched = await first.db.select().from(syncState).orderBy(syncState.key);
  await addCampaign(first.db);
  await first.db.update(syncState).set({ value: "7" });
  await first.db.execute(sql`set statement_timeout = 12345`);
  await first.close();
  const next = await create();
  expect(await next.db.select().from(campaigns)).toEqual([]);
  expect(await next.db.select().from(syncState).orderBy(syncState.key)).toEqual(untouched);
  expect([...(await next.db.execute(sql`show statement_timeout`))]).toEqual([{ statement_timeout: "0" }]);
  await addCampaign(next.db);
  expect(await next.db.select({ id: campaigns.id }).from(campaigns)).toEqual([{ id: 1 }]);
});

test("a database whose schema a test changed is not used again", async () => {
  const first = await create();
  const before = await getTables(first.db);
  await first.db.execute(sql`create table extra (id integer)`);
  expect(await getTables(first.db)).not.toEqual(before);
  await first.close();
  expect(await getTables((await create()).db)).toEqual(before);
});

test("closing a database waits for a transaction that has begun, and fails every later statement", async () => {
  const { db, close } = await create();
  let closing: Promise<void> | undefined;
  const transaction = db.transaction(async (tx) => {
    closing = close();
    return tx.execute(sql`select 1 as one`);
  });
  expect([...(await transaction)]).toEqual([{ one: 1 }]);
  await closing;
  await expect(db.execute(sql`select 1`)).rejects.toThrow();
});
