import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "@/db/embedded/embedded";
import { openThreadedEngine } from "@/db/embedded/threaded-engine";
import { getSqlState, isDatabaseUnavailable } from "@/db/failures";
import { campaigns, waitlist } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { createEmbeddedDatabase } from "../../support/embedded-database";
import { campaignValues } from "../../support/rows";

let dataDir: string;
let opened: Awaited<ReturnType<typeof openEmbedded>>;
const open = () => openEmbedded({ dataDir, openEngine: openThreadedEngine });
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "vesting-index-"));
  opened = await open();
}, LONG.timeout);
afterAll(async () => {
  await opened.close();
  await rm(dataDir, { recursive: true });
});

const emails = async () => (await opened.db.select().from(waitlist)).map(({ email }) => email);

describe("the embedded database in a thread", () => {
  test("returns stored values of every kind unchanged", async () => {
    const second = await createEmbeddedDatabase();
    onTestFinished(() => second.close());
    const given = campaignValues({
      metadata: { name: "100" },
      usedMilestones: [0, 255],
      totalSupply: 2n ** 64n - 1n,
    });
    const [here, there] = await Promise.all(
      [opened, second].map(async ({ db }) => {
        await db.insert(campaigns).values(given);
        return db.select().from(campaigns);
      }),
    );
    expect(here).toMatchObject([given]);
    expect(here).toEqual(there);
    const plain = await opened.db.execute(
      sql`select '[[1],null]'::json as a, '"1"'::jsonb as b, null::json as c`,
    );
    expect([...plain]).toEqual([{ a: [[1], null], b: "1", c: null }]);
  });

  test("does not block the event loop while a statement runs", async () => {
    let isDone = false;
    const requested = opened.db.execute(sql`select count(*) from generate_series(1, 2000000)`).then(() => {
      isDone = true;
    });
    let steps = 0;
    for (; !isDone; steps++) await new Promise(setImmediate);
    await requested;
    // In this thread, the statement would finish within one turn of the event loop.
    expect(steps).toBeGreaterThan(10);
  });

  test("keeps all of a transaction or nothing, and excludes others from it", async () => {
    const { db } = opened;
    const add = (to: typeof db, email: string) => to.insert(waitlist).values({ email, createdAt: 1n });
    let others: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await add(tx, "kept");
      others = add(db, "afterwards");
      expect((await tx.select().from(waitlist)).map(({ email }) => email)).toEqual(["kept"]);
    });
    await others;
    const refused = db.transaction(async (tx) => {
      await add(tx, "lost");
      throw new Error("not this");
    });
    await expect(refused).rejects.toThrow("not this");
    expect(await emails()).toEqual(["kept", "afterwards"]);
    await expect(
      db.transaction((tx) => tx.transaction(() => add(tx, "kept").catch(() => add(tx, "x")))),
    ).rejects.toThrow();
    expect(await emails()).toEqual(["kept", "afterwards"]);
  });

  test("returns Postgres' error for a failed statement, and runs the next", async () => {
    const failure = await opened.db.execute(sql`select 1 / 0`).catch((error: unknown) => error);
    expect(getSqlState(failure)).toBe("22012");
    expect(isDatabaseUnavailable(failure)).toBe(false);
    expect(await opened.db.$count(waitlist)).toBe(2);
  });

  test("keeps its data, and is unavailable once closed", LONG, async () => {
    const { db } = opened;
    await opened.close();
    expect(isDatabaseUnavailable(await emails().catch((error: unknown) => error))).toBe(true);
    expect(isDatabaseUnavailable(await db.transaction(emails).catch((error: unknown) => error))).toBe(true);
    opened = await open();
    expect(await emails()).toEqual(["kept", "afterwards"]);
  });
});
