import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { type Asker, type EndSignal, isDatabaseUnavailable } from "@/db/failures";
import { openPostgres } from "@/db/postgres";
import { builtOnce } from "@/db/queries/built-once";
import { waitlist } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { createServerDatabase } from "../support/database";

const server = process.env.TEST_DATABASE_URL;

const one = sql`(select 1) one`;
/** Its number as it was given, which is divided by, and the process of the server that answered. */
const echo = builtOnce((db) =>
  db
    .select({
      number: sql`100 / ${sql.placeholder("divisor")}::int`.mapWith(Number),
      process: sql`pg_backend_pid()`.mapWith(Number),
    })
    .from(one),
);
const sleep = builtOnce((db) =>
  db
    .select({ process: sql`pg_backend_pid()`.mapWith(Number) })
    .from(sql`(select pg_sleep(${sql.placeholder("seconds")}::float8)) slept`),
);

const processOf = ([row]: { process: number }[]) => row?.process;

/** An end that comes when it is told to. */
class End implements EndSignal {
  aborted = false;
  private readonly listeners = new Set<() => void>();
  addEventListener(_type: "abort", listener: () => void): void {
    this.listeners.add(listener);
  }
  removeEventListener(_type: "abort", listener: () => void): void {
    this.listeners.delete(listener);
  }
  come(): void {
    this.aborted = true;
    for (const listener of this.listeners) listener();
  }
}

describe.runIf(server)("on a server, those who ask the same in one turn of the loop", () => {
  let database: { url: string; drop(): Promise<void> };
  let opened: Awaited<ReturnType<typeof openPostgres>>;
  let asker: Asker | undefined;
  let db: Database;
  beforeAll(async () => {
    database = await createServerDatabase(server ?? "");
  }, LONG.timeout);
  const open = async (maxConnections: number) => {
    opened = await openPostgres({ url: database.url, maxConnections, asker: () => asker });
    db = opened.db;
  };
  beforeEach(() => open(4));
  afterEach(async () => {
    asker = undefined;
    await opened.close();
  });
  afterAll(() => database.drop());

  test("ask one connection, eight at most, and get each his own answer", async () => {
    const divisors = Array.from({ length: 20 }, (_, place) => place + 1);
    const answers = await Promise.all(divisors.map((divisor) => echo(db, { divisor })));
    expect(answers.map(([row]) => row?.number)).toEqual(divisors.map((divisor) => Math.trunc(100 / divisor)));
    const processes = answers.map(processOf);
    expect(processes.map((process) => processes.indexOf(process))).toEqual(
      divisors.map((_, place) => place - (place % 8)),
    );
    expect(opened.connections()).toMatchObject({ lent: 0, waiting: 0 });
  });

  test("fail alone", async () => {
    const answers = await Promise.allSettled([1, 0, 2].map((divisor) => echo(db, { divisor })));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(opened.connections()).toMatchObject({ open: 1, lent: 0 });
  });

  test("are kept apart from those who ask something else, and from transactions", async () => {
    const inside = db.transaction(async (tx) => processOf(await sleepIn(tx)));
    const answers = await Promise.all([
      inside,
      sleep(db, { seconds: 0 }).then(processOf),
      echo(db, { divisor: 1 }).then(processOf),
    ]);
    expect(new Set(answers).size).toBe(3);
  });

  test("go on asking one connection while there is no other, and then wait", async () => {
    await opened.close();
    await open(1);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) => echo(db, { divisor: place + 1 })),
    );
    expect(new Set(answers.map(processOf)).size).toBe(1);
    expect(opened.connections()).toMatchObject({ open: 1, lent: 0, waiting: 0 });
  });

  test("whoever leaves does not take the others' answers along, and nobody is lent what still works for him", async () => {
    const end = new End();
    const others = [sleep(db, { seconds: 0.2 })];
    asker = { signal: end };
    const left = sleep(db, { seconds: 3 });
    asker = undefined;
    others.push(sleep(db, { seconds: 0 }));
    await new Promise(setImmediate);
    end.come();
    const refusal = await left.catch((error: unknown) => error);
    expect(isDatabaseUnavailable(refusal)).toBe(true);
    const [first, second] = (await Promise.all(others)).map(processOf);
    expect(first).toBe(second);
    const last = new End();
    asker = { signal: last };
    const leftLast = sleep(db, { seconds: 3 }).catch(isDatabaseUnavailable);
    asker = undefined;
    await new Promise(setImmediate);
    last.come();
    expect(await leftLast).toBe(true);
    const next = await Promise.all(Array.from({ length: 4 }, () => sleepIn(db)));
    expect(next.map(processOf)).not.toContain(first);
  });

  test("are asked again where their prepared statement was lost", async () => {
    const find = builtOnce((of) =>
      of
        .select()
        .from(waitlist)
        .where(sql`${waitlist.email} = ${sql.placeholder("email")}`),
    );
    await Promise.all([find(db, { email: "a" }), find(db, { email: "b" })]);
    await db.execute(sql`alter table waitlist add column extra text`);
    const again = await Promise.all([find(db, { email: "a" }), find(db, { email: "b" })]);
    expect(again).toEqual([[], []]);
    await db.execute(sql`alter table waitlist drop column extra`);
  });
});

async function sleepIn(of: Pick<Database, "execute">): Promise<{ process: number }[]> {
  const rows: unknown = await of.execute(sql`select pg_backend_pid() as process from pg_sleep(0.05)`);
  return rows as { process: number }[];
}
