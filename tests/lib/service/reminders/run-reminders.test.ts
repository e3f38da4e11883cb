import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { campaigns, drifts, reminderSubscriptions } from "@/db/schema";
import { reminderMessages } from "@/lib/contract/openapi/reminder-messages";
import type { ReminderKind } from "@/lib/core/events/reminder-kinds";
import { createLogger } from "@/lib/service/log";
import type { ReminderContext } from "@/lib/service/reminders/deliver-reminder";
import { sendDueReminders, sweepReminders } from "@/lib/service/reminders/run-reminders";
import { openTestDatabase } from "@/tests/support/database";
import { addLeaf, addRootVersion } from "@/tests/support/rows";
import {
  addCampaignOf,
  addSubscription,
  clearReminders,
  DAY,
  getReminders,
  indexAt,
  NOON,
  openWorld,
  refused,
} from "./support/harness";

const database = openTestDatabase();
beforeEach(async () => {
  await clearReminders(database.db);
  await indexAt(database.db, { time: NOON });
});

type World = ReturnType<typeof openWorld>["world"];

/** Opens a world whose clock and index move together. */
function open(over: Partial<ReminderContext> = {}) {
  const { world, context } = openWorld(database.db, over);
  const run = async (now: bigint = world.now) => {
    world.now = now;
    await indexAt(database.db, { time: now });
    await sendDueReminders(context);
  };
  return { world, context, run };
}

const getBodies = ({ received }: World) =>
  received.map(({ body }) => {
    const message = JSON.parse(body);
    expect(reminderMessages[message.type as ReminderKind].safeParse(message).error).toBeUndefined();
    return message;
  });
const cancel = (id: number, cancelledAt = NOON) =>
  database.db.update(campaigns).set({ cancelledAt }).where(eq(campaigns.id, id));
const getState = async (id: string) => {
  const [row] = await database.db
    .select()
    .from(reminderSubscriptions)
    .where(eq(reminderSubscriptions.id, id));
  return row?.stoppedReason ?? null;
};

describe("a reminder of dates", () => {
  test("is sent once, when it is due and not before", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "ann" });
    const at = NOON + DAY + 400n;
    const leaf = { beneficiary: "ann", cliffTime: at, amount: 250n };
    const { treeAddress } = await addCampaignOf(database.db, [leaf], { metadata: { name: "Team" } });
    await run();
    await run(NOON + 399n);
    expect(world.received).toEqual([]);
    await run(NOON + 400n);
    await run(NOON + 800n);
    expect(getBodies(world)).toEqual([
      {
        type: "cliff.reached",
        timestamp: new Date(Number(NOON + 400n) * 1000).toISOString(),
        data: {
          ...{ wallet: "ann", leadSeconds: 86_400, total: 1 },
          dates: [
            {
              ...{ treeAddress, name: "Team", mint: "mint", paused: false },
              ...{ at: Number(at), type: "unlock", amount: "250" },
            },
          ],
        },
      },
    ]);
    const [message] = world.received;
    expect(message?.headers["webhook-timestamp"]).toBe(String(NOON + 400n));
  });

  test("is stored and sent once by concurrent processes", async () => {
    const { world, run } = open();
    const others = [open(), open()];
    for (let n = 0; n < 30; n++) {
      await addSubscription(database.db, { wallet: `wallet ${n}`, leads: [0] });
      await addCampaignOf(database.db, [{ beneficiary: `wallet ${n}`, cliffTime: NOON }]);
    }
    await Promise.all([run(), ...others.map((other) => other.run())]);
    await Promise.all([run(), ...others.map((other) => other.run())]);
    const received = [world, ...others.map((other) => other.world)].flatMap((item) => item.received);
    expect(received).toHaveLength(30);
    expect(new Set(received.map(({ id }) => id)).size).toBe(30);
  });

  test("covers all campaigns of a day, and lists at most 20 dates", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "ann", leads: [0] });
    for (let n = 0n; n < 25n; n++)
      await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON + n }]);
    await run();
    const [message, ...rest] = getBodies(world);
    expect(rest).toEqual([]);
    expect(message.data).toMatchObject({ total: 25, dates: { length: 20 } });
  });

  test("is not sent for a campaign that was cancelled after it was stored", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "ann" });
    const [gone, moved] = await Promise.all([
      addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON + DAY + 300n }]),
      addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON + DAY + 500n }]),
    ]);
    await run();
    expect(await getReminders(database.db)).toHaveLength(1);
    await cancel(gone.id, NOON - 100n * DAY);
    await run(NOON + 300n);
    expect(world.received).toEqual([]);
    expect(await getReminders(database.db)).toMatchObject([{ dueAt: NOON + 500n }]);
    await cancel(moved.id, NOON - 100n * DAY);
    await run(NOON + 500n);
    expect(world.received).toEqual([]);
    expect(await getReminders(database.db)).toEqual([]);
  });

  test("announces a date of a day whose first date was due before the subscription", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "ann", createdAt: NOON, confirmedAt: NOON });
    for (const at of [NOON + DAY - 21_600n, NOON + DAY + 21_600n])
      await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: at }]);
    for (const seconds of [0n, 21_500n, 21_600n, 22_000n]) await run(NOON + seconds);
    expect(getBodies(world)).toMatchObject([
      { data: { total: 1, dates: [{ at: Number(NOON + DAY + 21_600n) }] } },
    ]);
  });

  test("is sent after an outage until a day after the last date of its day", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "ann", leads: [0] });
    const dates = [NOON - 21_600n, NOON + 21_600n];
    for (const cliffTime of dates) await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime }]);
    await run(NOON - 21_700n);
    expect(await getReminders(database.db)).toHaveLength(1);
    await run(NOON + DAY + 21_600n);
    expect(getBodies(world)).toMatchObject([{ data: { dates: dates.map((at) => ({ at: Number(at) })) } }]);
  });

  test.each([
    ["adds an earlier unlock", [NOON + DAY], [NOON, NOON + DAY]],
    ["removes an earlier unlock", [NOON - DAY, NOON + DAY], [NOON + DAY]],
  ])("is not sent again as another kind after a rotation that %s", async (_, before, after) => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "ann", confirmedAt: NOON - 100n });
    const getLeaves = (times: readonly bigint[]) =>
      times.map((cliffTime) => ({ beneficiary: "ann", cliffTime }));
    const { id } = await addCampaignOf(database.db, getLeaves(before), { createdAt: NOON - 9n * DAY });
    await run(NOON);
    expect(world.received).toHaveLength(1);
    const merkleRoot = "77".repeat(32);
    const rotated = { campaignId: id, merkleRoot, version: 2, createdAt: NOON + 100n };
    const version = await addRootVersion(database.db, rotated);
    for (const [leafIndex, leaf] of getLeaves(after).entries())
      await addLeaf(database.db, { rootVersionId: version.id, leafIndex, ...leaf, endTime: leaf.cliffTime });
    await database.db.update(campaigns).set({ merkleRoot }).where(eq(campaigns.id, id));
    // Another campaign has an unlock on that day, which was not announced.
    const foreign = getLeaves([NOON - 5n * DAY, NOON + DAY + 900n]);
    const { treeAddress } = await addCampaignOf(database.db, foreign);
    for (const seconds of [400n, 900n, 1_300n]) await run(NOON + seconds);
    const [, ...rest] = getBodies(world);
    const trees = rest
      .flatMap(({ data }) => data.dates as { treeAddress: string }[])
      .map((date) => date.treeAddress);
    expect(trees.every((tree) => tree === treeAddress)).toBe(true);
    expect(rest).toHaveLength(before.length === 1 ? 1 : 0);
  });

  test("waits while the index is older than five minutes", async () => {
    const { world, context } = open();
    await addSubscription(database.db, { wallet: "ann", leads: [0] });
    await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON }]);
    world.now = NOON + 301n;
    await sendDueReminders(context);
    expect(world.received).toEqual([]);
    world.now = NOON + 300n;
    await sendDueReminders(context);
    expect(world.received).toHaveLength(1);
  });

  test("is retried with the same ID, until the subscription is stopped as failing", async () => {
    const { world, run } = open({ random: () => 0 } as Partial<ReminderContext>);
    const { id } = await addSubscription(database.db, { wallet: "ann", leads: [0] });
    await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON }]);
    world.answer = () => refused();
    for (const seconds of [0n, 30n, 73n, 100n]) await run(NOON + seconds);
    expect(world.received).toHaveLength(2);
    expect(await getReminders(database.db)).toMatchObject([{ attempts: 2, lastError: expect.any(String) }]);
    expect(await getState(id)).toBe(null);
    await run(NOON + 1_000n);
    expect(new Set(world.received.map((message) => message.id)).size).toBe(1);
    expect(world.received).toHaveLength(3);
    expect(await getState(id)).toBe("failing");
    expect(await getReminders(database.db)).toEqual([]);
  });

  test("stops the subscription after a 410 response", async () => {
    const { world, run } = open();
    const { id } = await addSubscription(database.db, { wallet: "ann", leads: [0] });
    await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON }]);
    world.answer = () => refused(410);
    await run();
    await run(NOON + 1_000n);
    expect(world.received).toHaveLength(1);
    expect(await getState(id)).toBe("gone");
  });
});

describe("a reminder of a condition", () => {
  const underfunded = { totalSupply: 100n, totalClaimed: 20n, vaultBalance: 50n, vaultSlot: 90n };

  test("reports missing funds to the creator once, and again after they were complete", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "dora", kinds: ["campaign.underfunded"] });
    const { id, treeAddress } = await addCampaignOf(database.db, [], { creator: "dora", ...underfunded });
    const set = (change: object) => database.db.update(campaigns).set(change).where(eq(campaigns.id, id));
    await run();
    await run(NOON + 400n);
    // The vault was read ahead of the index: the condition is neither over nor new.
    await set({ vaultBalance: 10n, vaultSlot: 150n });
    await run(NOON + 800n);
    expect(getBodies(world)).toEqual([
      expect.objectContaining({
        type: "campaign.underfunded",
        data: { wallet: "dora", campaign: { treeAddress, name: null, mint: "mint", missing: "30" } },
      }),
    ]);
    await set({ vaultBalance: 80n, vaultSlot: 151n });
    await run(NOON + 1_200n);
    expect(await getReminders(database.db)).toEqual([]);
    await set({ vaultBalance: 79n, vaultSlot: 152n });
    await run(NOON + 1_600n);
    expect(world.received).toHaveLength(1);
    await indexAt(database.db, { slot: 152n, time: NOON + 2_000n });
    world.now = NOON + 2_000n;
    const { context } = openWorld(database.db, {
      post: async (message) => {
        world.received.push({ ...message, id: "", headers: { ...message.headers } });
        return { status: 204, error: null, retryAfterMs: null };
      },
      now: () => world.now,
      nowMs: () => Number(world.now) * 1000,
    });
    await sendDueReminders(context);
    expect(world.received).toHaveLength(2);
  });

  test("is not sent for a campaign that is new, cancelled, unverified, or of another creator", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "dora" });
    await addCampaignOf(database.db, [], { creator: "dora", ...underfunded, createdAt: NOON - 599n });
    await addCampaignOf(database.db, [], { creator: "dora", ...underfunded, instantRefunded: true });
    await addCampaignOf(database.db, [], { creator: "dora", ...underfunded, verified: false });
    await addCampaignOf(database.db, [], { creator: "emil", ...underfunded });
    await run();
    expect(world.received).toEqual([]);
  });

  test("reports a difference between the index and the network to the creator", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { wallet: "dora" });
    const { id } = await addCampaignOf(database.db, [], { creator: "dora", hasDrift: true });
    const drift = { field: "paused", indexed: "true", onChain: "false", slot: 1n, detectedAt: 1n };
    await database.db.insert(drifts).values({ campaignId: id, ...drift });
    await run();
    await run(NOON + 400n);
    expect(getBodies(world)).toMatchObject([
      { type: "drift.detected", data: { campaign: { missing: null } } },
    ]);
  });
});

describe("a reminder by email", () => {
  const mail = { channel: "email", target: "ann@example.com", wallet: "ann", leads: [0] } as const;
  const leaf = { beneficiary: "ann", cliffTime: NOON, amount: 123_456n };

  test("has headers for one-click unsubscription, and is translated", async () => {
    const { world, run } = open();
    await addSubscription(database.db, { ...mail, leads: [0], language: "de" });
    await addCampaignOf(database.db, [leaf], { metadata: { name: "Team, 2027" } });
    await run();
    const [sent] = world.mails;
    expect(sent?.to).toBe("ann@example.com");
    expect(sent?.headers).toMatchObject({
      "List-Unsubscribe": expect.stringMatching(
        /^<https:\/\/vesting\.example\/api\/reminders\/unsubscribe\?token=rs_[\w-]{22}\.[\w-]{43}>$/,
      ),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(sent?.subject).toContain("1. März 2026");
    expect(sent?.text).toContain("Team, 2027");
    expect(sent?.text).toContain("1234.56");
    expect(sent?.text).toContain("https://vesting.example/portfolio?address=ann");
  });

  test.each(["evil.example", "www evil", "https://evil", "a@b", "<b>", "evil。example", "a\u202Eb"])(
    "replaces the campaign name %j by the address",
    async (name) => {
      const { world, run } = open();
      await addSubscription(database.db, { ...mail, leads: [0] });
      await addSubscription(database.db, { wallet: "ann", channel: "slack", leads: [0] });
      await addCampaignOf(database.db, [leaf], { metadata: { name } });
      await run();
      const slack = JSON.parse(world.received[0]?.body ?? "").text as string;
      for (const text of [world.mails[0]?.text, slack]) {
        expect(text).toContain("Campaign tree");
        expect(text).not.toContain(name);
      }
    },
  );

  test("survives errors of the service's mail server, which stop no subscription", async () => {
    const { world, run } = open();
    const { id } = await addSubscription(database.db, { ...mail, leads: [0] });
    await addCampaignOf(database.db, [leaf]);
    world.mailAnswer = () => ({
      error: "The service's mail server did not accept.",
      isRecipientRefused: false,
    });
    for (let n = 0n; n < 20n; n++) await run(NOON + n * 300n);
    expect(await getState(id)).toBe(null);
    expect(world.mails).toHaveLength(20);
    world.mailAnswer = () => ({ error: null, isRecipientRefused: false });
    await run(NOON + 20n * 300n);
    expect(await getReminders(database.db)).toMatchObject([{ attempts: 1, sentAt: NOON + 6_000n }]);
    expect(new Set(world.mails.map((item) => item.id)).size).toBe(1);
  });

  test("waits longer after each permanent error of the mail server, and is dropped a day after its date", async () => {
    const lines: string[] = [];
    const log = createLogger("warn", { write: (line) => lines.push(line) });
    const { world, run } = open({ log });
    const { id } = await addSubscription(database.db, { ...mail, leads: [0] });
    await addCampaignOf(database.db, [leaf]);
    const failure = { code: "EENVELOPE", command: "MAIL FROM", responseCode: 550 };
    world.mailAnswer = () => ({
      error: "Not accepted.",
      isRecipientRefused: false,
      isPermanent: true,
      failure,
    });
    const times = [0n, 300n, 600n, 1_200n, 2_400n, 4_800n, 9_600n, 19_200n, 38_400n, 60_000n, 81_600n];
    for (const [n, seconds] of times.entries()) {
      if (seconds > 0n) await run(NOON + seconds - 1n);
      expect(world.mails).toHaveLength(n);
      await run(NOON + seconds);
    }
    expect(world.mails).toHaveLength(times.length);
    await run(NOON + 103_200n);
    expect(await getState(id)).toBe(null);
    expect(await getReminders(database.db)).toEqual([]);
    expect(lines.filter((line) => line.includes('"command":"MAIL FROM","responseCode":550'))).toHaveLength(
      world.mails.length,
    );
    expect(lines.filter((line) => line.includes("a reminder is dropped"))).toHaveLength(1);
  });

  test("stops the subscription after the last attempt if the receiver refuses the address", async () => {
    const { world, run } = open();
    const { id } = await addSubscription(database.db, { ...mail, leads: [0] });
    await addCampaignOf(database.db, [leaf]);
    world.mailAnswer = () => ({ error: "Refused with status 550.", isRecipientRefused: true });
    await run();
    expect(await getState(id)).toBe(null);
    await run(NOON + 100n);
    await run(NOON + 1_000n);
    expect(await getState(id)).toBe("failing");
  });

  test("is sent only after the owner of the address has confirmed it, within a day", async () => {
    const { world, context, run } = open();
    const { id } = await addSubscription(database.db, {
      ...mail,
      leads: [0],
      createdAt: NOON,
      confirmedAt: null,
    });
    await addCampaignOf(database.db, [leaf]);
    await run();
    expect(world.mails.map(({ subject }) => subject)).toEqual(["Confirm your reminders"]);
    await run(NOON + 400n);
    expect(world.mails).toHaveLength(1);
    world.now = NOON + DAY;
    await sweepReminders(context);
    expect(await getState(id)).toBe(null);
    expect(await getReminders(database.db)).toHaveLength(1);
    world.now += 1n;
    await sweepReminders(context);
    expect(await getReminders(database.db)).toEqual([]);
  });
});

test("old reminders are deleted 30 days after the day of their dates, and conditions stay", async () => {
  const { context, world } = open();
  const { id } = await addSubscription(database.db);
  const midnight = NOON - DAY / 2n;
  const first = Number(midnight / DAY) - 30;
  const old = { dueAt: NOON - 90n * DAY, leadSeconds: 30 };
  const rows = [
    { kind: "unlock.due", day: first - 1, ...old },
    { kind: "unlock.due", day: first, ...old },
    { kind: "drift.detected", day: 0, dueAt: 0n, leadSeconds: 0 },
    { kind: "confirmation", day: 0, dueAt: NOON - 30n * DAY - 1n, leadSeconds: 1 },
    { kind: "confirmation", day: 0, dueAt: NOON - 30n * DAY, leadSeconds: 2 },
  ];
  for (const { kind, day, dueAt, leadSeconds } of rows)
    await database.db.execute(sql`insert into reminders
      (subscription_id, kind, lead_seconds, day, campaign_id, due_at)
      values (${id}, ${kind}, ${leadSeconds}, ${day}, 0, ${dueAt})`);
  expect(world.now).toBe(NOON);
  expect(await sweepReminders(context)).toBe(false);
  const left = await getReminders(database.db);
  expect(left.map(({ kind, day, leadSeconds }) => [kind, day, leadSeconds])).toEqual([
    ["unlock.due", first, 30],
    ["drift.detected", 0, 0],
    ["confirmation", 0, 2],
  ]);
});

test.each([30, 90])("a reminder %i days before a date is sent once", async (days) => {
  const { world, context, run } = open();
  await addSubscription(database.db, { wallet: "ann", leads: [days * 86_400] });
  await addCampaignOf(database.db, [{ beneficiary: "ann", cliffTime: NOON + BigInt(days) * DAY + 60n }]);
  const tick = async (now: bigint) => {
    await run(now);
    await sweepReminders(context);
  };
  await tick(NOON + 60n);
  expect(world.received).toHaveLength(1);
  for (let n = 1n; n < 6n; n++) await tick(NOON + 30n * DAY + n * 400n);
  expect(world.received).toHaveLength(1);
});
