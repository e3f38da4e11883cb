import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import {
  type BackupRow,
  type BackupTable,
  RestoreRefusedError,
  readBackup,
  writeBackup,
} from "@/db/maintenance/backup";
import {
  changes,
  confirmationLists,
  recipientLabels,
  reminderSubscriptions,
  sponsoredClaims,
  sponsorQuotas,
  syncState,
  tokenMetadata,
  tokenPrices,
  waitlist,
  webhookEndpoints,
} from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign } from "@/tests/support/rows";

const database = openTestDatabase();

type Part = { table: BackupTable } | { rows: BackupRow[] };

async function* stream(parts: readonly Part[]) {
  yield* parts;
}

/** Restores the parts of a backup; by default, of one without tables and rows. */
const restore = (parts: readonly Part[] = []) => writeBackup(database.db, stream(parts));

/** Returns a backup of the database. */
async function read(): Promise<Part[]> {
  const parts: Part[] = [];
  await readBackup(database.db, {
    table: (table) => void parts.push({ table }),
    rows: (rows) => void parts.push({ rows }),
  });
  return parts;
}

const countRows = async (table: string): Promise<number> => {
  const [row] = await database.db.execute(sql`select count(*) from ${sql.identifier(table)}`);
  return Number(row?.count);
};

const wallet = "wallet";
const USER_DATA: [table: string, add: (db: Database) => Promise<unknown>][] = [
  ["campaigns", (db) => addCampaign(db)],
  ["waitlist", (db) => db.insert(waitlist).values({ email: "ann@example.com", createdAt: 0n })],
  [
    "webhook_endpoints",
    (db) => db.insert(webhookEndpoints).values({ id: "ep", wallet, url: "", secret: "", createdAt: 0n }),
  ],
  [
    "confirmation_lists",
    (db) =>
      db
        .insert(confirmationLists)
        .values({ id: "cl", creator: wallet, name: "Team", recipientCount: 0, createdAt: 0n }),
  ],
  [
    "recipient_labels",
    (db) =>
      db
        .insert(recipientLabels)
        .values({ owner: wallet, recipient: "ann", keyId: "", ciphertext: "", updatedAt: 0n }),
  ],
  [
    "reminder_subscriptions",
    (db) =>
      db.insert(reminderSubscriptions).values({
        ...{ id: "rs", wallet, channel: "email", target: "ann@example.com", secret: "", language: "en" },
        ...{ kinds: [], leads: [], createdAt: 0n },
      }),
  ],
  [
    "sponsored_claims",
    (db) =>
      db.insert(sponsoredClaims).values({
        ...{ day: 1, wallet, treeAddress: "tree", lamports: 1n, lastValidBlockHeight: 1n, createdAt: 0n },
        state: "open",
      }),
  ],
  ["sponsor_quotas", (db) => db.insert(sponsorQuotas).values({ day: 1, wallet, claims: 1, lamports: 1n })],
  ["token_prices", (db) => db.insert(tokenPrices).values({ mint: "mint", hour: 1, usd: 1 })],
];

describe("writeBackup", () => {
  test.each(USER_DATA)("refuses a database with rows in %s and keeps them", async (table, add) => {
    await add(database.db);
    await expect(restore()).rejects.toThrow(RestoreRefusedError);
    await expect(restore()).rejects.toThrow(`The database has ${table.replaceAll("_", " ")} already.`);
    expect(await countRows(table)).toBe(1);
    await database.db.execute(sql`delete from ${sql.identifier(table)}`);
  });

  // The single connection of the embedded database allows no other transaction in between.
  test.runIf(process.env.TEST_DATABASE_URL)(
    "refuses rows of a transaction that commits while the restore waits for its locks",
    async () => {
      const { db } = database;
      const waiting = sql`select 1 from pg_locks where not granted and relation = 'waitlist'::regclass`;
      let restoring: Promise<void> | undefined;
      await db.transaction(async (tx) => {
        await tx.insert(waitlist).values({ email: "bob@example.com", createdAt: 0n });
        restoring = restore();
        // Awaited after this transaction.
        restoring.catch(() => undefined);
        await expect.poll(() => db.execute(waiting)).toHaveLength(1);
      });
      await expect(restoring).rejects.toThrow("The database has waitlist already.");
      expect(await countRows("waitlist")).toBe(1);
      await db.delete(waitlist);
    },
  );

  test("replaces rows that contain only state and caches of the service", async () => {
    const { db } = database;
    const before = await read();
    await db.insert(syncState).values({ key: "later", value: "", updatedAt: 0n });
    await db.insert(tokenMetadata).values({ mint: "mint", found: false, fetchedAt: 0 });
    await db.insert(changes).values({ kind: "removed", campaignId: 1 });
    await restore(before);
    expect(await read()).toEqual(before);
  });
});
