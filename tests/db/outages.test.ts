import { type AddressInfo, createServer } from "node:net";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "@/db/client";
import { getSqlState, isDatabaseUnavailable, isServerUnreachable, type QueryContext } from "@/db/failures";
import { inTransaction } from "@/db/in-transaction";
import { openPostgres } from "@/db/postgres";
import { waitlist } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { createServerDatabase } from "../support/database";
import { type FaultyProxy, inSequence, startFaultyProxy } from "../support/outages";

/** The database's part of the deadline of five seconds for a whole response. */
const PROMPT_MS = 4_000;

/** Returns the outcome of a promise, and whether it settled in time. */
async function ending(work: Promise<unknown>) {
  const ended = work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { given: error, isDue } = await inSequence(PROMPT_MS, ended);
  return { unavailable: isDatabaseUnavailable(error), prompt: isDue, error };
}

const RETRYABLE_ROLLBACKS = { unavailable: true, prompt: true };

test("times out on a server that accepts the connection and never answers", async () => {
  const silent = await startFaultyProxy();
  const opening = openDatabase({ url: `postgres://tester@127.0.0.1:${silent.port}/any` });
  expect(await ending(opening)).toMatchObject(RETRYABLE_ROLLBACKS);
  await silent.close();
});

test("fails on a server that refuses connections, or closes them before the handshake", async () => {
  const closed = await startFaultyProxy();
  const url = `postgres://tester@127.0.0.1:${closed.port}/any`;
  await closed.close();
  expect(await ending(openDatabase({ url }))).toMatchObject(RETRYABLE_ROLLBACKS);
  const refusing = await startFaultyProxy({ host: "127.0.0.1", port: closed.port });
  expect(await ending(openDatabase({ url: refusing.through(url) }))).toMatchObject(RETRYABLE_ROLLBACKS);
  await refusing.close();
});

test("does not reconnect repeatedly to a server that closes the connection before the handshake", async () => {
  let calls = 0;
  const busy = createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
  const { port } = busy.address() as AddressInfo;
  expect(await ending(openDatabase({ url: `postgres://tester@127.0.0.1:${port}/any` }))).toMatchObject(
    RETRYABLE_ROLLBACKS,
  );
  await new Promise((resolve) => busy.close(resolve));
  expect(calls).toBe(1);
});

test("does not treat an operating system error as a Postgres code, but as an unreachable server", () => {
  const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  expect([getSqlState(broken), isServerUnreachable(broken)]).toEqual([undefined, true]);
});

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("a server", () => {
  let database: { url: string; drop(): Promise<void> };
  let proxy: FaultyProxy;
  let opened: Awaited<ReturnType<typeof openPostgres>>;
  let context: QueryContext | undefined;
  let failures: unknown[] = [];
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);

  beforeAll(async () => {
    database = await createServerDatabase(server ?? "");
    const { hostname, port } = new URL(database.url);
    proxy = await startFaultyProxy({ host: hostname, port: Number(port) });
    process.on("uncaughtException", note).on("unhandledRejection", note);
  }, LONG.timeout);
  beforeEach(async () => {
    await proxy.pass();
    context = {};
    failures = [];
    opened = await openPostgres({
      url: proxy.through(database.url),
      maxConnections: 3,
      queryContext: () => context,
      onFailure: (cause) => failures.push(cause),
    });
  });
  afterEach(async () => {
    await proxy.pass();
    await opened.close();
    expect(uncaught).toEqual([]);
  });
  afterAll(async () => {
    process.off("uncaughtException", note).off("unhandledRejection", note);
    await proxy.close();
    await database.drop();
  });

  const read = () => opened.db.select().from(waitlist);
  const pause = (seconds: number) => opened.db.execute(sql`select pg_sleep(${seconds}::float)`);

  test("a server that hangs times out for all callers beyond its connections, and works again when it responds", async () => {
    await Promise.all([read(), read(), read()]);
    proxy.hang();
    const endings = await Promise.all(Array.from({ length: 12 }, () => ending(read())));
    expect(endings.filter(({ unavailable, prompt }) => unavailable && prompt)).toHaveLength(12);
    expect(failures).not.toEqual([]);
    const transacting = ending(opened.db.transaction((tx) => tx.select().from(waitlist)));
    expect(await transacting).toMatchObject(RETRYABLE_ROLLBACKS);
    await proxy.pass();
    await expect.poll(() => ending(read())).toMatchObject({ unavailable: false });
    expect(await Promise.all(Array.from({ length: 12 }, read))).toHaveLength(12);
  });

  test("queries wait for a server that is busy with long statements, also in the queue", async () => {
    const slow = [1, 2, 3].map(() => pause(2.5));
    expect(await Promise.all([...slow, read()])).toHaveLength(4);
  });

  test("queries fail at once while the server is unreachable, and work again when it is back", async () => {
    await Promise.all([read(), read(), read()]);
    await proxy.refuse();
    const endings = await Promise.all(Array.from({ length: 12 }, () => ending(read())));
    expect(endings.filter(({ unavailable, prompt }) => unavailable && prompt)).toHaveLength(12);
    await proxy.pass();
    expect(await Promise.all(Array.from({ length: 12 }, read))).toHaveLength(12);
  });

  test("a connection that drops in a statement, between two of a transaction, or at its commit, loses nothing else", async () => {
    const inStatement = ending(pause(100));
    await expect.poll(() => sleeping(database.url)).toBe(1);
    proxy.cut();
    expect(await inStatement).toMatchObject(RETRYABLE_ROLLBACKS);
    await expect.poll(() => sleeping(database.url)).toBe(0);
    for (let time = 0; time < 6; time++) {
      const between = opened.db.transaction(async (tx) => {
        await tx.insert(waitlist).values({ email: `between ${time}`, createdAt: 1n });
        proxy.cut();
        await new Promise((resolve) => setImmediate(resolve));
        await tx.insert(waitlist).values({ email: `after ${time}`, createdAt: 1n });
      });
      expect(await ending(between)).toMatchObject(RETRYABLE_ROLLBACKS);
    }
    const idle = opened.db.transaction(async (tx) => {
      await tx.insert(waitlist).values({ email: "idle", createdAt: 1n });
      proxy.cut();
      await expect.poll(() => sessions(database.url)).toBe(0);
      throw new Error("of our own");
    });
    expect(await ending(idle)).toMatchObject({ prompt: true });
    expect(await read()).toEqual([]);
    const atCommit = opened.db.transaction(async (tx) => {
      await tx.insert(waitlist).values({ email: "kept", createdAt: 1n });
      proxy.cutAtAnswer();
    });
    expect(await ending(atCommit)).toMatchObject(RETRYABLE_ROLLBACKS);
    await proxy.pass();
    expect(await read()).toMatchObject([{ email: "kept" }]);
    expect(await Promise.all(Array.from({ length: 12 }, read))).toHaveLength(12);
  });

  test("the next statement works after the server ended its sessions, as on a restart", async () => {
    await Promise.all([read(), read(), read()]);
    const inStatement = ending(pause(100));
    await expect.poll(() => sleeping(database.url)).toBe(1);
    await terminate(database.url);
    expect(await inStatement).toMatchObject(RETRYABLE_ROLLBACKS);
    await expect.poll(() => sessions(database.url)).toBe(0);
    expect(await Promise.all(Array.from({ length: 12 }, read))).toHaveLength(12);
  });

  test("runs no statement of a request past its deadline, and ends a running one at its timeout", async () => {
    await opened.close();
    const url = `${proxy.through(database.url)}?statement_timeout=2000`;
    opened = await openPostgres({ url, maxConnections: 3, queryContext: () => context });
    const requested = ending(Promise.all([1, 2, 3, 4].map(() => pause(100))));
    await expect.poll(() => sleeping(database.url)).toBe(3);
    Object.assign(context ?? {}, { deadlineMs: performance.now() });
    expect(await requested).toMatchObject(RETRYABLE_ROLLBACKS);
    expect(await ending(read())).toMatchObject(RETRYABLE_ROLLBACKS);
    await expect.poll(() => sleeping(database.url), { timeout: 5_000 }).toBe(0);
    context = {};
    expect(await Promise.all(Array.from({ length: 12 }, read))).toHaveLength(12);
  });

  test("a server that responds while this process is busy counts as available", async () => {
    const slow = opened.db.execute(sql`select pg_sleep(3)`);
    const busyFor = (ms: number) => {
      const untilMs = performance.now() + ms;
      while (performance.now() < untilMs);
    };
    // The pool asks whether the server answers after a second, and waits a second.
    for (let afterMs = 1_001; afterMs < 1_010; afterMs += 2) setTimeout(() => busyFor(500), afterMs);
    expect(await ending(slow)).toMatchObject({ error: undefined });
  });

  test("returns other errors unchanged", async () => {
    const { error, unavailable } = await ending(opened.db.execute("select nonsense"));
    expect([getSqlState(error), unavailable, failures]).toEqual(["42703", false, []]);
  });

  test("transactions that the server aborts because of a deadlock are retried", async () => {
    const names = ["a", "b"];
    const lock = (name: string) => sql`select pg_advisory_xact_lock(${name === "a" ? 1 : 2}::bigint)`;
    let [locked, deadlocks] = [0, 0];
    let bothHaveOne = () => {};
    const bothLocked = new Promise<void>((resolve) => {
      bothHaveOne = resolve;
    });
    const crosswise = names.map((first) =>
      inTransaction(opened.db, async (tx) => {
        await tx.execute(lock(first));
        if (++locked === 2) bothHaveOne();
        await bothLocked;
        await tx.execute(lock(first === "a" ? "b" : "a")).catch((error: unknown) => {
          if (getSqlState(error) === "40P01") deadlocks++;
          throw error;
        });
        return first;
      }),
    );
    expect(await Promise.all(crosswise)).toEqual(names);
    expect(deadlocks).toBeGreaterThan(0);
  });

  test("transactions that the server aborts under serializable isolation are retried", async () => {
    await opened.db.delete(waitlist);
    await opened.db.insert(waitlist).values({ email: "count", createdAt: 0n });
    const raise = () =>
      inTransaction(opened.db, async (tx) => {
        await tx.execute(sql`set transaction isolation level serializable`);
        const [row] = await tx.select().from(waitlist);
        await tx.update(waitlist).set({ createdAt: (row?.createdAt ?? 0n) + 1n });
      });
    await Promise.all([raise(), raise(), raise()]);
    expect(await read()).toMatchObject([{ createdAt: 3n }]);
  });
});

async function asAdmin(url: string, statement: string): Promise<number> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await admin.unsafe(statement);
  await admin.end();
  return rows.length;
}

/** Excludes the sessions of `asAdmin`, because a poll can still have one when the sessions are terminated. */
const OURS =
  "from pg_stat_activity where datname = current_database() and application_name = 'vesting-index'";
const sleeping = (url: string) =>
  asAdmin(url, `select 1 ${OURS} and query like '%pg_sleep%' and state = 'active'`);
const sessions = (url: string) => asAdmin(url, `select 1 ${OURS}`);
const terminate = (url: string) => asAdmin(url, `select pg_terminate_backend(pid) ${OURS}`);
