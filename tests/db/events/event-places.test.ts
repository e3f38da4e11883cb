import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { storeEvents } from "@/db/queries/events/event-rows";
import { lockCampaigns } from "@/db/queries/events/projection";
import { updateEventPlaces } from "@/db/queries/events/stored-events";
import { pauseEvents } from "@/db/schema";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();

test("placing events and storing them again wait for each other in one order", async () => {
  const { db } = database;
  const { id } = await addCampaign(db);
  const pause = { ...envelopeValues(id), paused: true, txIndex: null };
  await db.transaction((tx) => storeEvents(tx, { paused: [pause] }));
  let placing = Promise.resolve();
  await db.transaction(async (tx) => {
    await lockCampaigns(tx, [id]);
    placing = db.transaction((other) =>
      updateEventPlaces(other, [{ signature: pause.signature, txIndex: 4 }]),
    );
    await sleep(300);
    await storeEvents(tx, { paused: [{ ...pause, slot: pause.slot + 1n }] });
  });
  await placing;
  const [row] = await db.select().from(pauseEvents);
  expect(row).toMatchObject({ slot: pause.slot + 1n, txIndex: 4 });
});
