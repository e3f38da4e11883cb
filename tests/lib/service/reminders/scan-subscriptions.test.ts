import { beforeEach, describe, expect, test } from "vitest";
import { insertReminders } from "@/db/queries/reminders/reminder-queue";
import { deleteSubscription, selectSubscription } from "@/db/queries/reminders/subscriptions";
import { scanSubscriptions } from "@/lib/service/reminders/scan-subscriptions";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaignOf, addSubscription, clearReminders, getReminders, NOON } from "./support/harness";

const database = openTestDatabase();
beforeEach(() => clearReminders(database.db));

const NOON_MS = Number(NOON) * 1000;
const indexed = { slot: 100n, now: NOON };

/** Subscribes a wallet that gets tokens now. */
async function subscribeNow(wallet: string) {
  await addCampaignOf(database.db, [{ beneficiary: wallet, cliffTime: NOON }]);
  return addSubscription(database.db, { wallet, leads: [0] });
}

describe("insertReminders", () => {
  test("skips a subscription that was deleted or stopped after its scan began", async () => {
    const [ann, bob, cleo] = [
      await addSubscription(database.db, { wallet: "ann" }),
      await addSubscription(database.db, { wallet: "bob" }),
      await addSubscription(database.db, { wallet: "cleo", stoppedAt: NOON, stoppedReason: "gone" }),
    ];
    await deleteSubscription(database.db, ann);
    const reminder = { kind: "unlock.due" as const, leadSeconds: 0, day: 1, dueAt: NOON };
    await insertReminders(
      database.db,
      [ann, bob, cleo].map(({ id }) => ({ ...reminder, subscriptionId: id })),
    );
    expect(await getReminders(database.db)).toMatchObject([{ subscriptionId: bob.id }]);
  });
});

describe("scanSubscriptions", () => {
  test("repeats a failed scan after half a minute, and not before", async () => {
    const { id } = await subscribeNow("ann");
    const broken = new Proxy(database.db, {
      get: (db, key) =>
        key === "execute" ? () => Promise.reject(new Error("The disk is full.")) : Reflect.get(db, key, db),
    });
    const scan = (db: typeof broken, ms: number) => scanSubscriptions({ db, nowMs: () => ms }, indexed);
    await expect(scan(broken, NOON_MS)).rejects.toThrow("The disk is full.");
    expect((await selectSubscription(database.db, id))?.nextScanMs).toBe(NOON_MS + 30_000);
    await scan(database.db, NOON_MS + 29_999);
    expect(await getReminders(database.db)).toEqual([]);
    await scan(database.db, NOON_MS + 30_000);
    expect(await getReminders(database.db)).toMatchObject([{ subscriptionId: id }]);
    expect((await selectSubscription(database.db, id))?.nextScanMs).toBe(NOON_MS + 330_000);
  });
});
