import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DatabaseHandle, openDatabase } from "@/db/client";
import { waitlist } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { createServerDatabase } from "../support/database";
import { inSequence, startFaultyProxy } from "../support/outages";

/** `npm run test:cluster` uses a real read replica; this test covers addresses without one. */

/** The longest wait of a reader, the primary's response included, with delays of this process. */
const AT_ONCE_MS = 600;

const server = process.env.TEST_DATABASE_URL;

describe.runIf(server)("a read replica", () => {
  let database: { url: string; drop(): Promise<void> };
  let other: { url: string; drop(): Promise<void> };
  let opened: DatabaseHandle | undefined;

  beforeAll(async () => {
    database = await createServerDatabase(server ?? "");
    other = await createServerDatabase(server ?? "");
  }, LONG.timeout);
  afterAll(async () => {
    await opened?.close();
    await Promise.all([database.drop(), other.drop()]);
  });

  test.each(["another database", "the primary itself"])(
    "a replica that is %s is refused in one sentence",
    async (which) => {
      const readUrl = which === "another database" ? other.url : database.url;
      await expect(openDatabase({ url: database.url, readUrl })).rejects.toThrow(
        /^DATABASE_READ_URL is not a read replica of [^.]+ DATABASE_URL: set it to [^.]+\.$/,
      );
    },
  );

  test.each(["never answers", "refuses"])(
    "a replica that %s causes no error, and soon no delay",
    async (how) => {
      const away = await startFaultyProxy();
      if (how === "refuses") await away.refuse();
      const states: string[] = [];
      const readUrl = away.through(database.url);
      opened = await openDatabase({
        url: database.url,
        readUrl,
        onReplicaChange: (state) => states.push(state),
      });
      const { db, reads, replica: readReplica } = opened;
      await db.insert(waitlist).values({ email: how, createdAt: 1n });
      for (let round = 0; round < 20; round++) {
        const all = Promise.all(Array.from({ length: 20 }, () => reads.select().from(waitlist)));
        const { given, isDue } = await inSequence(AT_ONCE_MS, all);
        expect(given.every((rows) => rows.some(({ email }) => email === how))).toBe(true);
        expect(isDue).toBe(true);
      }
      expect(await readReplica?.check()).toBe("unavailable");
      expect(states).toEqual(["unavailable"]);
      // A wrong statement fails with the same error as on the primary.
      await expect(reads.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: "22012" } });
      await opened.close();
      opened = undefined;
      await away.close();
    },
  );
});
