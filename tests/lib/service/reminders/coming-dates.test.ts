import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ReminderDay } from "@/db/queries/reminders/reminder-dates";
import { DATE_REMINDERS } from "@/lib/core/events/reminder-kinds";
import { dueReminders, getStarts, HORIZON_SECONDS, LATE_SECONDS } from "@/lib/service/reminders/coming-dates";
import { DAY, NOON } from "./support/harness";

const subscribed = (over: object = {}) => ({
  ...{ id: "rs_1", wallet: "ann", kinds: [...DATE_REMINDERS], leads: [Number(DAY)], confirmedAt: 0n },
  ...over,
});
const dateAt = (at: bigint, over: Partial<ReminderDay> = {}) => ({
  ...{ wallet: "ann", kind: "unlock.due" as const, day: Number(at / DAY), at },
  ...over,
});

/** Returns the due reminders of a subscription whose wallet has these dates, all on different days or soonest last. */
function getDueAmount(
  subscription: ReturnType<typeof subscribed>,
  dates: readonly ReturnType<typeof dateAt>[],
  now: bigint,
) {
  const days = getStarts(subscription, now).flatMap(({ from }) => [
    ...new Map(
      dates.filter(({ at }) => at >= from).map((date) => [`${date.kind} ${date.day}`, { ...date, from }]),
    ).values(),
  ]);
  return dueReminders(subscription, days, now);
}

describe("dueReminders", () => {
  test("is due the lead time before the first date of a day", () => {
    const at = NOON + DAY;
    expect(getDueAmount(subscribed(), [dateAt(at)], NOON)).toEqual([
      { subscriptionId: "rs_1", kind: "unlock.due", leadSeconds: 86_400, day: Number(at / DAY), dueAt: NOON },
    ]);
    expect(getDueAmount(subscribed(), [dateAt(at + HORIZON_SECONDS + 1n)], NOON)).toEqual([]);
  });

  test("skips other wallets, other kinds, and times before the confirmation", () => {
    const at = NOON + DAY;
    expect(getDueAmount(subscribed(), [dateAt(at, { wallet: "bob" })], NOON)).toEqual([]);
    expect(getDueAmount(subscribed({ kinds: ["grace.ending"] }), [dateAt(at)], NOON)).toEqual([]);
    expect(getDueAmount(subscribed({ confirmedAt: NOON + 1n }), [dateAt(at)], NOON)).toEqual([]);
    expect(getDueAmount(subscribed({ confirmedAt: null }), [dateAt(at)], NOON)).toEqual([]);
  });

  test("is due the lead time before the first date of a day that was announced after the confirmation", () => {
    const [late, early] = [NOON + DAY + 300n, NOON + DAY - 300n];
    const found = getDueAmount(
      subscribed({ confirmedAt: NOON }),
      [late, early].map((at) => dateAt(at)),
      NOON,
    );
    expect(found).toMatchObject([{ dueAt: NOON + 300n }]);
    const both = getDueAmount(
      subscribed({ leads: [0, Number(DAY)] }),
      [late, early].map((at) => dateAt(at)),
      early,
    );
    expect(both).toMatchObject([{ leadSeconds: 0, dueAt: early }]);
  });

  test("sends only the newest of several late reminders of a date", () => {
    const leads = [7, 3, 1].map((days) => days * 86_400);
    const found = getDueAmount(subscribed({ leads }), [dateAt(NOON + 2n * DAY)], NOON);
    expect(found.map(({ leadSeconds }) => leadSeconds)).toEqual([3 * 86_400]);
  });

  test("stores every reminder before it is due, at any pause between scans that is shorter than the horizon", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: NOON, max: NOON + 100n * DAY }),
        fc.uniqueArray(fc.integer({ min: 0, max: 90 * 86_400 }), { minLength: 1, maxLength: 5 }),
        fc.bigInt({ min: 1n, max: HORIZON_SECONDS }),
        (at, leads, pause) => {
          for (const lead of leads) {
            const dueAt = at - BigInt(lead);
            // The first scan after the reminder came within the horizon.
            const now = dueAt - HORIZON_SECONDS + (pause - 1n);
            const found = getDueAmount(subscribed({ leads }), [dateAt(at)], now);
            expect(found).toContainEqual(expect.objectContaining({ leadSeconds: lead, dueAt }));
          }
        },
      ),
    );
  });

  test("returns no reminder before the horizon, and none long after its date", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: NOON, max: NOON + 10n * DAY }),
        fc.bigInt({ min: NOON - 10n * DAY, max: NOON + 20n * DAY }),
        fc.array(fc.integer({ min: 0, max: 10 * 86_400 }), { maxLength: 5 }),
        (at, now, leads) => {
          for (const found of getDueAmount(subscribed({ leads }), [dateAt(at)], now)) {
            expect(found.dueAt).toBe(at - BigInt(found.leadSeconds));
            expect(found.dueAt).toBeLessThanOrEqual(now + HORIZON_SECONDS);
            expect(at).toBeGreaterThanOrEqual(now - LATE_SECONDS);
          }
        },
      ),
    );
  });
});
