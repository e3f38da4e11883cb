import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { getSqlState, UNIQUE_VIOLATION } from "@/db/failures";
import { inTransaction } from "@/db/in-transaction";
import { openPostgres } from "@/db/postgres";
import { waitlist } from "@/db/schema";
import { route } from "@/lib/service/http/route";
import { createServerDatabase, openTestDatabase } from "../support/database";
import { call, startServices } from "../support/http";
import { addRootVersion } from "../support/rows";

const database = openTestDatabase();
afterEach(() => database.db.delete(waitlist));

const insert = (db: Database, email: string) => db.insert(waitlist).values({ email, createdAt: 1n });
const emails = async (db: Database) => {
  const rows = await db.select({ email: waitlist.email }).from(waitlist);
  return rows.map(({ email }) => email).sort();
};

test("retries a transaction that conflicts every time up to five attempts, then throws the conflict", async () => {
  await insert(database.db, "taken");
  let times = 0;
  const storing = route({ summary: "Store" }, () =>
    inTransaction(database.db, async (tx) => {
      times++;
      await insert(tx, "taken");
    }),
  );
  startServices({ db: database.db });
  expect(await call(storing)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  expect(times).toBe(5);
});

test("retries a transaction whose campaign was deleted meanwhile up to five times", async () => {
  let times = 0;
  const storing = inTransaction(database.db, (tx) => {
    times++;
    return addRootVersion(tx, { campaignId: 1_000_000 });
  });
  await expect(storing).rejects.toMatchObject({ cause: { code: "23503" } });
  expect(times).toBe(5);
});

test("rolls back a nested transaction on its own", async () => {
  await database.db.transaction(async (tx) => {
    await insert(tx, "outer");
    const inner = tx.transaction(async (within) => {
      await insert(within, "inner");
      await insert(within, "outer");
    });
    const error = await inner.catch((thrown: unknown) => thrown);
    expect(getSqlState(error)).toBe(UNIQUE_VIOLATION);
    await tx.transaction((within) => insert(within, "second"));
  });
  expect(await emails(database.db)).toEqual(["outer", "second"]);
});

// The embedded database has one connection, so nothing runs between two statements of a transaction.
describe.runIf(process.env.TEST_DATABASE_URL)("on a server", () => {
  test("stores the same row once for two writers, and the later one finds the stored row", async () => {
    let looking = 0;
    let letBothGo = () => {};
    const bothLooked = new Promise<void>((resolve) => {
      letBothGo = resolve;
    });
    const store = () =>
      inTransaction(database.db, async (tx) => {
        const found = await tx.select().from(waitlist).where(eq(waitlist.email, "same"));
        if (found.length > 0) return "found";
        if (++looking === 2) letBothGo();
        await bothLooked;
        await insert(tx, "same");
        return "stored";
      });
    expect((await Promise.all([store(), store()])).sort()).toEqual(["found", "stored"]);
    expect(await emails(database.db)).toEqual(["same"]);
  });

  test("does not commit a transaction with a failed statement, even when its caller continued", async () => {
    const swallowing = database.db.transaction(async (tx) => {
      await insert(tx, "lost");
      await tx.execute("select nonsense").catch(() => undefined);
    });
    expect(getSqlState(await swallowing.catch((error: unknown) => error))).toBe("42703");
    expect(await emails(database.db)).toEqual([]);
  });

  test("stores its rows when the connection's prepared statements were lost meanwhile, as behind a pooler", async () => {
    const server = await createServerDatabase(process.env.TEST_DATABASE_URL ?? "");
    const { db, close } = await openPostgres({ url: server.url, maxConnections: 1 });
    for (const email of ["first", "second", "third"]) {
      await db.transaction((tx) =>
        tx.execute(`insert into waitlist (email, created_at) values ('${email}', 1)`),
      );
      await db.execute("deallocate all");
    }
    expect(await emails(db)).toEqual(["first", "second", "third"]);
    await close();
    await server.drop();
  });

  test("refuses a statement after the end", async () => {
    let late: Database | undefined;
    await database.db.transaction(async (tx) => {
      late = tx;
      await insert(tx, "first");
    });
    await expect(late && insert(late, "late")).rejects.toMatchObject({
      cause: { message: "The transaction is over." },
    });
    expect(await emails(database.db)).toEqual(["first"]);
  });
});
