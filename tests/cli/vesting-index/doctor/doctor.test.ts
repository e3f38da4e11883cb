import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Check, writeSentence } from "@/cli/vesting-index/doctor/check";
import { checkDatabaseClock, checkNetworkClock } from "@/cli/vesting-index/doctor/clock";
import { checkConnections } from "@/cli/vesting-index/doctor/database";
import { checkSpace, examineDisk } from "@/cli/vesting-index/doctor/disk";
import { examineKeyValue } from "@/cli/vesting-index/doctor/key-value";
import { examineMail } from "@/cli/vesting-index/doctor/mail";
import { examineService } from "@/cli/vesting-index/doctor/service";
import { selectServerFacts } from "@/db/queries/server-facts";
import { readEnv } from "@/lib/service/env";
import { ROUTES } from "@/server/api";
import { createHttpServer } from "@/server/http-server";
import { startMailServer } from "@/tests/lib/service/reminders/support/mail-server";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

const now = () => Math.floor(Date.now() / 1000);
const failures = (checks: readonly Check[]) =>
  checks.filter(({ state }) => state !== "passed").map(({ state, found }) => `${state}: ${found}`);

describe("writeSentence", () => {
  test("returns the first cause, without the wrappers' messages", () => {
    const cause = new Error("not stored", { cause: new Error("the disk is full") });
    expect(writeSentence(new Error("Failed query: …", { cause }))).toBe("the disk is full.");
  });
});

describe("the check of the database's clock", () => {
  test("accepts a difference of half a minute, and fails beyond", () => {
    expect(checkDatabaseClock(now() - 20).state).toBe("passed");
    expect(failures([checkDatabaseClock(now() - 600)])).toEqual([
      expect.stringMatching(/^failed: this machine's clock is 60\d s ahead of the database's/),
    ]);
    expect(checkDatabaseClock(now() + 600).found).toMatch(/behind the database's/);
  });
});

describe("the check of the network's clock", () => {
  test("distinguishes a slow clock of this machine from an old block", () => {
    expect(checkNetworkClock("ledger node", now() - 40).state).toBe("passed");
    expect(checkNetworkClock("ledger node", now() + 300).found).toMatch(
      /this machine's clock is \d+ s behind/,
    );
    expect(checkNetworkClock("ledger node", now() - 300).found).toMatch(
      /newest block of ledger node is 30\d s old/,
    );
  });
});

describe("the check of the database's connections", () => {
  const url = "postgres://user@db.example/vesting";
  const server = { maxConnections: 97, port: 5432 };

  test("accepts as many as the server allows the user", () => {
    expect(checkConnections(server, url, { WORKERS: 9, DATABASE_POOL_SIZE: 10 }).state).toBe("passed");
  });

  test("fails where all processes together may open more", () => {
    const check = checkConnections(server, url, { WORKERS: 10, DATABASE_POOL_SIZE: 10 });
    expect(check).toMatchObject({ state: "failed", found: expect.stringContaining("10 × 10") });
    expect(check.found).toContain("are 100 connections, but the server allows this user 97");
    expect(check.fix).toContain("max_connections");
  });

  test("warns where a pooler may share connections, and reports no error", () => {
    const check = checkConnections({ ...server, port: 6432 }, url, { WORKERS: 10, DATABASE_POOL_SIZE: 10 });
    expect(check).toMatchObject({ state: "warning", fix: expect.stringContaining("pooler") });
  });

  const database = openTestDatabase();
  test("reads the limit without the connections that are reserved", async () => {
    const facts = await selectServerFacts(database.db);
    expect(facts?.maxConnections).toBeGreaterThan(0);
    expect(Math.abs((facts?.seconds ?? 0) - now())).toBeLessThan(30);
    expect(facts?.version).toMatch(/^\d+/);
  });
});

describe("the check of the disk", () => {
  test("fails for a disk that is more than nine tenths full", () => {
    expect(checkSpace({ size: 100 * 2 ** 30, free: 9 * 2 ** 30 })).toMatchObject({
      state: "failed",
      found: "9.0 of 100.0 GiB are free.",
    });
    expect(checkSpace({ size: 100 * 2 ** 30, free: 10 * 2 ** 30 }).state).toBe("passed");
  });

  test("reads the disk of an existing folder, and nothing of a missing one", async () => {
    expect(await examineDisk(tmpdir())).toHaveLength(1);
    expect(await examineDisk(join(tmpdir(), "a-folder-that-is-missing"))).toEqual([]);
  });
});

/** A Redis server with the commands of the check, which answers late. */
function startSlowRedis(delayMs: number): Promise<LocalServer> {
  const values = new Map<string, string>();
  const answer = (words: string[]): string => {
    const [name = "", key = "", value = ""] = words;
    if (name.toLowerCase() === "set") values.set(key, value);
    if (name.toLowerCase() !== "getdel") return "+OK\r\n";
    const found = values.get(key) ?? "";
    return `$${found.length}\r\n${found}\r\n`;
  };
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const commands = chunk
        .toString()
        .split(/^\*\d+\r\n/m)
        .slice(1);
      for (const command of commands) {
        const words = command.split("\r\n").filter((_, at) => at % 2 === 1);
        setTimeout(() => socket.write(answer(words)), delayMs);
      }
    });
  });
  return listenLocally(Object.assign(server, { closeAllConnections: () => undefined }) as never);
}

describe("the check of the key-value store", () => {
  test("accepts a Redis that responds slowly on a busy machine, with a warning", async () => {
    const redis = await startSlowRedis(700);
    const checks = await examineKeyValue(readEnv({ REDIS_URL: `redis://127.0.0.1:${redis.port}` }));
    expect(failures(checks)).toEqual([
      expect.stringMatching(/^warning: responds, but two commands took \d+ ms/),
    ]);
  });

  test("fails where nothing answers", async () => {
    const checks = await examineKeyValue(readEnv({ REDIS_URL: "redis://127.0.0.1:1" }));
    expect(checks).toMatchObject([{ state: "failed", found: expect.stringContaining("cannot be reached") }]);
  });
});

describe("the check of the mail server", () => {
  test("accepts a server that responds, and skips a service without one", async () => {
    const server = await startMailServer();
    const settings = { SMTP_URL: server.url, MAIL_FROM: "vesting@service.example" };
    expect(await examineMail(readEnv(settings))).toMatchObject([{ state: "passed" }]);
    await server.close();
    expect(await examineMail(readEnv({}))).toEqual([]);
  });

  test("fails where nothing answers, without the password", async () => {
    const settings = {
      SMTP_URL: "smtp://user:very-secret@127.0.0.1:1",
      MAIL_FROM: "vesting@service.example",
    };
    const checks = await examineMail(readEnv(settings));
    expect(checks).toMatchObject([{ name: "mail server 127.0.0.1:1", state: "failed" }]);
    expect(JSON.stringify(checks)).not.toContain("very-secret");
  });
});

describe("the check of the running service", () => {
  const KEY = "a-key-of-the-operator";
  const database = openTestDatabase();
  let server: LocalServer;
  beforeEach(async () => {
    const env = readEnv({ ADMIN_API_KEY: KEY, LOG_LEVEL: "silent" });
    const { log } = startServices({ db: database.db, env, chain: null });
    server = await listenLocally(createHttpServer({ env, log, handle: async () => {}, routes: ROUTES }));
  });
  afterEach(() => server.close());

  test("fails for an admin key that the service does not accept", async () => {
    const keyed = (key: string) => examineService(server.url, { key, missing: "" });
    const refused = expect.stringContaining("does not accept the ADMIN_API_KEY");
    expect(failures(await keyed("another-key-of-the-operator"))).toContainEqual(refused);
    expect(failures(await keyed(KEY))).not.toContainEqual(refused);
  });

  test("does not call the index empty while the service cannot read its database", async () => {
    const health = {
      ...{ status: "down", db: false, writable: false, rpc: true, version: "1", timestamp: 1 },
      indexer: { lastSyncedSlot: "0", lastSyncTimestamp: "0", lagSeconds: null, problems: [] },
    };
    const down = await listenLocally(createServer((_, response) => response.end(JSON.stringify(health))));
    const checks = await examineService(down.url, { key: undefined, missing: "" }).finally(() =>
      down.close(),
    );
    expect(failures(checks)).toEqual(["failed: is down: it cannot reach its database."]);
  });

  test("warns of a stream that is down, which the index does without", async () => {
    const health = {
      ...{ status: "degraded", db: true, rpc: true, stream: "down", version: "1", timestamp: 1 },
      indexer: { lastSyncedSlot: "9", lastSyncTimestamp: "1", lagSeconds: 3 },
    };
    const degraded = await listenLocally(createServer((_, response) => response.end(JSON.stringify(health))));
    const checks = await examineService(degraded.url, { key: undefined, missing: "" }).finally(() =>
      degraded.close(),
    );
    expect(failures(checks)).toEqual([
      "warning: receives no blocks from GEYSER_URL. New transactions are indexed by polling, seconds later.",
    ]);
  });
});
