import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as getClaims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { waitlist } from "@/db/schema";
import { readEnv } from "@/lib/service/env";
import { reply } from "@/lib/service/http/reply";
import { route } from "@/lib/service/http/route";
import { provideServices, type Services } from "@/lib/service/services";
import { openLonelyDatabase, openTestDatabase } from "@/tests/support/database";
import { type CallOptions, call, startServices } from "@/tests/support/http";
import { OPERATIONS } from "@/tests/support/routes";
import { addOneOfEachEvent } from "@/tests/support/rows";
import { storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();
const lonely = openLonelyDatabase();

let second = 1_800_000_000n;
const start = (settings: Record<string, string> = {}, { db }: Pick<Services, "db"> = lonely): Services =>
  startServices({
    db,
    now: () => second,
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", ...settings }),
  });
beforeEach(() => {
  second++;
  start();
});

let emails = 0;
const write = ({ db }: Pick<Services, "db"> = lonely) =>
  db.insert(waitlist).values({ email: `${++emails}`, createdAt: 0n });

/** A route that says how many rows there are, and how often it was run. */
function rowCount(padding = "") {
  let made = 0;
  const get = route(
    { summary: "Rows", databaseAlone: true },
    async ({ services: { db } }): Promise<object> => {
      made++;
      const rows = await db.$count(waitlist);
      return reply(200, { rows, second: String(second), padding }, { link: `<${made}>` });
    },
  );
  const ask = (options: CallOptions = {}) => call<{ rows: number; second: string }>(get, options);
  return { get, ask, made: () => made };
}

/** Asks until an answer is known. */
async function heat({ ask }: Pick<ReturnType<typeof rowCount>, "ask">, options: CallOptions = {}) {
  for (let time = 0; time < 20; time++) await ask(options);
}

test("who asks is told everything that was committed before he asked, however many ask and write", async () => {
  start({}, database);
  const { ask, made } = rowCount();
  let [begun, committed, isOver] = [0, 0, false];
  const writer = async () => {
    for (let row = 0; row < 60; row++) {
      begun++;
      await write(database);
      committed++;
      await pause(row % 3 === 0 ? 25 : Math.random() * 3);
    }
    isOver = true;
  };
  const asker = async () => {
    while (!isOver) {
      const least = committed;
      const { body } = await ask();
      expect(body.rows).toBeGreaterThanOrEqual(least);
      expect(body.rows).toBeLessThanOrEqual(begun);
      await pause(0);
    }
  };
  await Promise.all([writer(), ...Array.from({ length: 12 }, asker)]);
  expect((await ask()).body.rows).toBe(committed);
  const isGivenAgain = async () => {
    const before = made();
    await ask();
    return made() === before;
  };
  // Of a server that others write to as well there is not much to be seen.
  await expect.poll(isGivenAgain, { interval: 0 }).toBe(true);
});

describe("an answer that is asked for again and again", () => {
  // However long the machine takes, a second is over when the test says so.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is made a few times, and then given again as it was, each time with an id of its own", async () => {
    const rows = rowCount();
    await heat(rows);
    const before = rows.made();
    const answers = await Promise.all(Array.from({ length: 50 }, () => rows.ask()));
    expect(rows.made()).toBe(before);
    expect(before).toBeLessThan(20);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    for (const name of ["etag", "link", "cache-control", "content-type"])
      expect(new Set(answers.map(({ headers }) => headers.get(name))).size, name).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size).toBe(50);
  });

  test("is 304 to who has it", async () => {
    const rows = rowCount();
    await heat(rows);
    const etag = (await rows.ask()).headers.get("etag") ?? "";
    const before = rows.made();
    const again = await rows.ask({ headers: { "if-none-match": etag } });
    expect([again.status, again.text, rows.made()]).toEqual([304, "", before]);
    await write();
    expect((await rows.ask({ headers: { "if-none-match": etag } })).status).toBe(200);
  });

  test("is made anew in another second", async () => {
    const rows = rowCount();
    await heat(rows);
    second++;
    expect((await rows.ask()).body.second).toBe(String(second));
    second -= 10n;
    expect((await rows.ask()).body.second).toBe(String(second));
  });

  test("is forgotten after a second by a clock that stands still", async () => {
    const rows = rowCount();
    await heat(rows);
    const before = rows.made();
    vi.advanceTimersByTime(999);
    await rows.ask();
    expect(rows.made()).toBe(before);
    vi.advanceTimersByTime(1);
    await rows.ask();
    expect(rows.made()).toBe(before + 1);
  });

  test("is of one URL alone", async () => {
    const echo = route({ summary: "Echo", databaseAlone: true, ignoresQuery: true }, ({ request }) => ({
      of: request.url,
    }));
    for (let time = 0; time < 20; time++) {
      for (const query of ["a=1", "a=2"]) {
        const path = "/api/echo";
        const of = `http://localhost${path}?${query}`;
        expect(await call(echo, { path, query })).toMatchObject({ body: { of } });
      }
    }
  });

  test("is no CSV to who wants JSON, nor the other way round", async () => {
    const campaign = await storeCampaign(lonely.db, {});
    const { treeAddress } = campaign;
    const at = { path: "/api/campaigns/:treeAddress/claims", params: { treeAddress } };
    for (let time = 0; time < 20; time++) {
      for (const accept of ["application/json", "text/csv"]) {
        const { headers } = await call(getClaims, { ...at, headers: { accept } });
        expect(headers.get("content-type")).toContain(accept);
      }
    }
  });

  test("is made each time where it is long, where that is turned off, and by a route that says nothing of it", async () => {
    const long = rowCount("x".repeat(300_000));
    await heat(long);
    expect(long.made()).toBe(20);
    start({ ANSWER_CACHE: "off" });
    const anew = rowCount();
    await heat(anew);
    expect(anew.made()).toBe(20);
    start();
    let made = 0;
    const silent = route({ summary: "Silent" }, () => ({ made: ++made }));
    for (let time = 0; time < 20; time++) await call(silent);
    expect(made).toBe(20);
  });

  test("is not what failed, nor kept while the database does not tell how it stands", async () => {
    let isBroken = true;
    const moody = route({ summary: "Moody", databaseAlone: true }, () => {
      if (isBroken) throw new Error("broken");
      return { ok: true };
    });
    start({ LOG_LEVEL: "silent" });
    for (let time = 0; time < 20; time++) expect((await call(moody)).status).toBe(500);
    isBroken = false;
    for (let time = 0; time < 20; time++) expect((await call(moody)).status).toBe(200);
    const noDatabase = new Proxy({} as Services["db"], {
      get() {
        throw new Error("The database is away.");
      },
    });
    startServices({
      db: noDatabase,
      now: () => second,
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }),
    });
    for (let time = 0; time < 20; time++) expect((await call(moody)).status).toBe(200);
  });
});

/** What an answer may be made of that is given to others too; the rest is not the answer's, but the request's. */
const MAY_BE_USED = ["db", "reads", "now", "env", "log", "rateLimiter"];

test("routes whose answers are given again use nothing but the database and the second", async () => {
  const campaign = await storeCampaign(lonely.db, {});
  await addOneOfEachEvent(lonely.db, campaign.id);
  const params = { treeAddress: campaign.treeAddress, address: campaign.creator };
  const used = new Set<string | symbol>();
  const watched = new Proxy(start(), {
    get(target, name, receiver) {
      used.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
  provideServices(watched);
  const shared = OPERATIONS.filter(({ contract }) => contract.databaseAlone);
  expect(shared.map(({ name }) => name)).toContain("GET /api/campaigns/{treeAddress}/timeline");
  for (const { path, method, handler } of shared) {
    expect(method).toBe("GET");
    const at = { path: path.replaceAll(/\{(\w+)\}/g, ":$1"), params };
    expect((await call(handler, at)).status).toBe(200);
  }
  // A promise's own, as services are waited for.
  expect([...used].filter((name) => name !== "then" && !MAY_BE_USED.includes(String(name)))).toEqual([]);
});
