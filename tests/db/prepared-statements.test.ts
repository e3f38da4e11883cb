import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "@/db/in-transaction";
import { openPostgres } from "@/db/postgres";
import { waitlist } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { createServerDatabase } from "../support/database";

const server = process.env.TEST_DATABASE_URL;

type Opened = Awaited<ReturnType<typeof openPostgres>>;
type Rows = Record<string, unknown>[];

describe.runIf(server)("on a server, statements with parameters", () => {
  let database: { url: string; drop(): Promise<void> };
  let opened: Opened;
  beforeAll(async () => {
    database = await createServerDatabase(server ?? "");
  }, LONG.timeout);
  // One connection, so that its own list of prepared statements is complete.
  const open = async (prepare?: boolean) => {
    opened = await openPostgres({ url: database.url, maxConnections: 1, prepare });
  };
  beforeEach(() => open());
  afterEach(() => opened.close());
  afterAll(() => database.drop());

  const find = (email: string) => opened.db.select().from(waitlist).where(eq(waitlist.email, email));
  const prepared = async (like: string) => {
    const rows: unknown = await opened.db.execute(
      sql.raw(
        `select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '${like}'`,
      ),
    );
    return (rows as { runs: string }[]).map(({ runs }) => Number(runs));
  };

  test("are prepared once and reused, and those without parameters are not", async () => {
    for (let time = 0; time < 10; time++) await find(`nobody-${time}`);
    await opened.db.select().from(waitlist);
    expect(await prepared('%from "waitlist"%')).toEqual([10]);
  });

  test("are not prepared when that is disabled", async () => {
    await opened.close();
    await open(false);
    for (let time = 0; time < 10; time++) await find(`nobody-${time}`);
    expect(await prepared("%")).toEqual([]);
  });

  test("are bounded on a connection, for any number of texts", async () => {
    await find("nobody");
    const query = (db: Pick<Opened["db"], "execute">, number: number) =>
      db.execute(sql`select ${number}::int as ${sql.identifier(`column_${number}`)}`);
    for (let number = 1; number <= 450; number++) {
      await query(opened.db, number);
      if (number % 50 === 0) expect((await prepared("%")).length).toBeLessThanOrEqual(200);
    }
    await opened.db.transaction(async (tx) => {
      for (let number = 1; number <= 450; number++) await query(tx, number);
      const rows: unknown = await tx.execute(sql.raw("select 1 from pg_prepared_statements"));
      expect((rows as Rows).length).toBeLessThanOrEqual(200);
    });
    expect(await find("nobody")).toEqual([]);
  });

  describe("whose table changes meanwhile", () => {
    const read = (db: Pick<Opened["db"], "execute">) =>
      db.execute(sql`select * from changing where id >= ${1}::int`) as Promise<unknown> as Promise<Rows>;
    const fill = "create table changing as select 1 as id, 7 as value";
    const change = sql.raw("alter table changing alter value type text, add added int default 3");
    const changed = [{ id: 1, value: "7", added: 3 }];
    let other: Opened;
    beforeEach(async () => {
      other = await openPostgres({ url: database.url, maxConnections: 1 });
      await other.db.execute(sql.raw("drop table if exists changing"));
      await other.db.execute(sql.raw(fill));
    });
    afterEach(() => other.close());

    test("return the current columns", async () => {
      for (let time = 0; time < 7; time++) expect(await read(opened.db)).toEqual([{ id: 1, value: 7 }]);
      await other.db.execute(change);
      for (let time = 0; time < 7; time++) expect(await read(opened.db)).toEqual(changed);
    });

    test("return them in transactions too, which are retried", async () => {
      for (let time = 0; time < 7; time++) await inTransaction(opened.db, read);
      await other.db.execute(change);
      expect(await inTransaction(opened.db, read)).toEqual(changed);
      expect(await opened.db.transaction(read)).toEqual(changed);
    });

    test("succeed after the server lost its prepared statements", async () => {
      await read(opened.db);
      await opened.db.execute(sql.raw("deallocate all"));
      expect(await read(opened.db)).toHaveLength(1);
      await opened.db.execute(sql.raw("deallocate all"));
      expect(await inTransaction(opened.db, read)).toHaveLength(1);
    });
  });
});
