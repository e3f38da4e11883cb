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

const tablesOf = async (db: Database) => {
  const found = sql`select count(*)::int as count from pg_tables where schemaname = 'public'`;
  return (await db.execute(found)) as unknown;
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
  const { rows } = (await next.db.execute(sql`show statement_timeout`)) as unknown as { rows: object[] };
  expect(rows).toEqual([{ statement_timeout: "0" }]);
  await addCampaign(next.db);
  expect(await next.db.select({ id: campaigns.id }).from(campaigns)).toEqual([{ id: 1 }]);
});

test("a database whose schema a test changed is not used again", async () => {
  const first = await create();
  const before = await tablesOf(first.db);
  await first.db.execute(sql`create table extra (id integer)`);
  expect(await tablesOf(first.db)).not.toEqual(before);
  await first.close();
  expect(await tablesOf((await create()).db)).toEqual(before);
});

test("a closed database fails every statement, also of a transaction that has begun", async () => {
  const { db, close } = await create();
  let closing: Promise<void> | undefined;
  const transaction = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    closing = close();
    await tx.execute(sql`select 1`);
  });
  await expect(transaction).rejects.toThrow();
  await closing;
  await expect(db.execute(sql`select 1`)).rejects.toThrow();
});
