import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { Database } from "@/db/client";
import { storeEvents } from "@/db/queries/events/event-rows";
import { lockCampaigns } from "@/db/queries/events/projection";
import { updateEventPositions } from "@/db/queries/events/stored-events";
import { pauseEvents } from "@/db/schema";
import { PATIENT } from "@/ledger/tests/support/long";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

/** Asserts that a session waits for a lock in this database. */
const expectWaiting = async (db: Database) =>
  expect(
    await db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`),
  ).not.toHaveLength(0);

test("locks rows in one order when events are placed and stored again concurrently", async () => {
  const { db } = database;
  const { id } = await addCampaign(db);
  const pause = { ...envelopeValues(id), paused: true, txIndex: null };
  await db.transaction((tx) => storeEvents(tx, { paused: [pause] }));
  let placing = Promise.resolve();
  await db.transaction(async (tx) => {
    await lockCampaigns(tx, [id]);
    placing = db.transaction((other) =>
      updateEventPositions(other, [{ signature: pause.signature, txIndex: 4 }]),
    );
    // The embedded database has one connection, on which the others wait anyway.
    if (database.kind === "postgres") await vi.waitFor(() => expectWaiting(db), PATIENT);
    await storeEvents(tx, { paused: [{ ...pause, slot: pause.slot + 1n }] });
  });
  await placing;
  const [row] = await db.select().from(pauseEvents);
  expect(row).toMatchObject({ slot: pause.slot + 1n, txIndex: 4 });
});
