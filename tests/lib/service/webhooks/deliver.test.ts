import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { removeEvents } from "@/db/queries/events/stored-events";
import { leaseQueues } from "@/db/queries/webhooks/delivery-queues";
import {
  deleteEndpoint,
  disableEndpoint,
  updateEndpoint,
  updateSecret,
} from "@/db/queries/webhooks/endpoints";
import { requeueDelivery } from "@/db/queries/webhooks/outbox";
import { campaigns, webhookEndpoints } from "@/db/schema";
import { deliverDue, sweepDeliveries } from "@/lib/service/webhooks/deliver";
import { newSecret } from "@/lib/service/webhooks/message";
import type { WebhookAttempt } from "@/lib/service/webhooks/post";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign } from "@/tests/support/rows";
import {
  addEndpoint,
  finalize,
  getDeliveries,
  getPause,
  getQueues,
  indexUpTo,
  openWorld,
  refused,
  storePauses,
  storeUnsettled,
  taken,
  verify,
} from "./support/harness";

const database = openTestDatabase();
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await database.db.delete(campaigns);
  await database.db.delete(webhookEndpoints);
});

/** Stores a campaign to which one endpoint subscribes, with its first pauses in network order. */
async function start(count = 3) {
  const { db } = database;
  const campaign = await addCampaign(db);
  const endpoint = await addEndpoint(db, { campaigns: [campaign.treeAddress] });
  // In descending order, so that deliveries sorted by signature fail the tests of network order.
  const pauses = Array.from({ length: count }, (_, at) =>
    getPause(campaign.id, { signature: `${campaign.id}-${count - at}` }),
  );
  await storePauses(db, pauses);
  return { db, campaign, endpoint, signatures: pauses.map(({ signature }) => signature), ...openWorld(db) };
}

const row = async (id: string) => {
  const [found] = await database.db.select().from(webhookEndpoints).where(sql`id = ${id}`);
  return found;
};

/** An answer of a receiver that the test gives later. */
function openAnswer() {
  let respond: (posted: WebhookAttempt) => void = () => {};
  const promise = new Promise<WebhookAttempt>((resolve) => {
    respond = resolve;
  });
  return { promise, respond };
}

describe("the delivered events", () => {
  test("include each event once, in network order, with the item of the activity feed", async () => {
    const { db, campaign, signatures, world, context } = await start();
    expect(await deliverDue(context)).toEqual({ delivered: 3, failed: 0 });
    expect(world.received.map(({ signature }) => signature)).toEqual(signatures);
    expect(JSON.parse(world.received[0]?.body ?? "")).toEqual({
      type: "campaign.paused",
      timestamp: expect.stringMatching(/^19\d\d-.*Z$/),
      data: {
        type: "paused",
        treeAddress: campaign.treeAddress,
        campaignName: null,
        signature: signatures[0],
        slot: expect.stringMatching(/^\d+$/),
        blockTime: expect.stringMatching(/^\d+$/),
        eventIndex: 0,
        data: { paused: true },
        reconstructed: false,
        verified: true,
        earlierGeneration: null,
      },
    });
    expect(await deliverDue(context)).toEqual({ delivered: 0, failed: 0 });
    expect(await getQueues(db)).toEqual([]);
    expect(await getDeliveries(db)).toMatchObject(
      signatures.map((signature) => ({ signature, attempts: 1, lastStatus: 200, lastError: null })),
    );
  });

  test("verify with the endpoint's secret, and with the previous one while it is valid", async () => {
    const { db, endpoint, world, context } = await start();
    world.nowMs = Date.now();
    const owned = { wallet: endpoint.wallet, endpointId: endpoint.id };
    const secret = newSecret();
    const previousUntil = BigInt(Math.floor(world.nowMs / 1000)) + 60n;
    await updateSecret(db, owned, { secret, previousUntil });
    await deliverDue(context);
    const [first] = world.received;
    if (!first) throw new Error("Nothing was sent.");
    expect(first.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    for (const good of [secret, endpoint.secret]) expect(verify(first, good)).toHaveProperty("type");
    expect(() => verify(first, newSecret())).toThrow("No matching signature");
    expect(() => verify({ ...first, body: first.body.replace("true", "false") }, secret)).toThrow();

    await updateSecret(db, owned, { secret, previousUntil: previousUntil - 60n });
    const [{ id = 0 } = {}] = await getDeliveries(db);
    await db.transaction((tx) => requeueDelivery(tx, { endpointId: endpoint.id, deliveryId: id }));
    await deliverDue(context);
    expect(world.received.at(-1)?.headers["webhook-signature"]?.split(" ")).toHaveLength(1);
    expect(world.received.at(-1)?.id).toBe(first.id);
  });

  test("exclude events that may still change or that an earlier one may precede, for a limited time", async () => {
    const { db, campaign, world, context } = await start(1);
    await deliverDue(context);
    const [early, late] = [getPause(campaign.id), getPause(campaign.id)];
    const deliver = async () => {
      world.nowMs += 2_000;
      await deliverDue(context);
      return world.received.slice(1).map(({ signature }) => signature);
    };
    await storeUnsettled(db, [late]);
    expect(await deliver()).toEqual([]);
    await finalize(db, [late]);
    expect(await deliver()).toEqual([]);
    await storeUnsettled(db, [early]);
    await indexUpTo(db, late.slot);
    expect(await deliver()).toEqual([]);
    await finalize(db, [early]);
    expect(await deliver()).toEqual([early.signature, late.signature]);

    const unseen = getPause(campaign.id);
    await storeUnsettled(db, [unseen]);
    await db.execute(sql`update webhook_deliveries set stored_at = ${Math.floor(world.nowMs / 1000) - 297}
      where delivered_at is null`);
    expect(await deliver()).toHaveLength(2);
    expect((await deliver()).at(-1)).toBe(unseen.signature);
  });

  test("exclude events that the network dropped or that are gone", async () => {
    const { db, signatures, world, context } = await start();
    world.answer = ({ signature }) => (signature === signatures[0] ? taken : refused());
    await deliverDue(context);
    await db.transaction((tx) => removeEvents(tx, signatures.slice(0, 2)));
    // The state after a deletion that bypasses the outbox.
    await db.execute(sql`delete from pause_events where signature = ${signatures[2] ?? ""}`);
    world.answer = () => taken;
    world.nowMs += DAY_MS;
    await deliverDue(context);
    expect(world.received.map(({ signature }) => signature)).toEqual(signatures.slice(0, 2));
    expect((await getDeliveries(db)).map(({ signature }) => signature)).toEqual(signatures.slice(0, 1));
    expect(await getQueues(db)).toEqual([]);
  });
});

describe("an event that the receiver refuses", () => {
  test("is retried after each backoff, and delays only the later events of its campaign", async () => {
    const { db, endpoint, signatures, world, context } = await start();
    const other = await addCampaign(db, { creator: "somebody" });
    await addEndpoint(db, { creator: "somebody", url: endpoint.url });
    await storePauses(db, [getPause(other.id)]);
    world.answer = ({ signature }) => (signature === signatures[0] ? refused(503) : taken);
    expect(await deliverDue(context)).toEqual({ delivered: 1, failed: 1 });
    const first = () => world.received.filter(({ signature }) => signature === signatures[0]).length;
    for (const [pause, attempts] of [
      [5, 2],
      [300, 3],
    ] as const) {
      world.nowMs += pause * 1000 - 1;
      await deliverDue(context);
      expect(first()).toBe(attempts - 1);
      world.nowMs += 1;
      await deliverDue(context);
      expect(first()).toBe(attempts);
    }
    expect((await getDeliveries(db))[0]).toMatchObject({
      attempts: 3,
      lastStatus: 503,
      lastError: "The endpoint responded with HTTP status 503.",
      nextAttemptAt: BigInt(world.nowMs / 1000) + 1_800n,
    });
    world.answer = () => taken;
    world.nowMs += 1_800_000;
    await deliverDue(context);
    expect(world.received.slice(-3).map(({ signature }) => signature)).toEqual(signatures);
    expect(
      new Set(world.received.filter(({ signature }) => signature === signatures[0]).map(({ id }) => id)).size,
    ).toBe(1);
  });

  test("waits longer by a random amount, and as long as the receiver asks for up to a day", async () => {
    const { db, world, context } = await start(1);
    const dueIn = async () => ((await getQueues(db))[0]?.dueMs ?? 0) - world.nowMs;
    world.answer = () => refused();
    await deliverDue({ ...context, random: () => 1 });
    expect(await dueIn()).toBe(6_000);
    world.nowMs += DAY_MS;
    world.answer = () => refused(429, 600_000);
    await deliverDue(context);
    expect(await dueIn()).toBe(600_000);
    world.nowMs += DAY_MS;
    world.answer = () => refused(503, 100 * DAY_MS);
    await deliverDue(context);
    expect(await dueIn()).toBe(DAY_MS);
  });

  test("disables its endpoint after the last attempt, and continues once the endpoint is enabled", async () => {
    const { db, endpoint, signatures, world, context } = await start();
    const startedAt = BigInt(world.nowMs / 1000);
    world.answer = () => refused();
    for (let attempt = 0; attempt < 6; attempt++) {
      await deliverDue(context);
      world.nowMs += DAY_MS;
    }
    expect(world.received).toHaveLength(4);
    expect(await row(endpoint.id)).toMatchObject({ disabledReason: "failing", failingSince: startedAt });
    world.answer = () => taken;
    const owned = { wallet: endpoint.wallet, endpointId: endpoint.id };
    await updateEndpoint(db, owned, { change: { enabled: true }, now: 0n, all: 10 });
    await deliverDue(context);
    expect(world.received.slice(4).map(({ signature }) => signature)).toEqual(signatures);
    expect(await row(endpoint.id)).toMatchObject({
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    });
  });

  test("disables the endpoint at once when its receiver is gone", async () => {
    const { endpoint, world, context } = await start();
    world.answer = () => refused(410);
    await deliverDue(context);
    world.nowMs += DAY_MS;
    await deliverDue(context);
    expect(world.received).toHaveLength(1);
    expect(await row(endpoint.id)).toMatchObject({ disabledReason: "gone" });
  });
});

describe("several processes", () => {
  test("share the lanes, and one of them sends each event in order", async () => {
    const { db } = database;
    const made = await Promise.all(Array.from({ length: 12 }, () => addCampaign(db)));
    const trees = made.map(({ treeAddress }) => treeAddress);
    const endpoints = [
      await addEndpoint(db, { campaigns: trees }),
      await addEndpoint(db, { campaigns: trees }),
    ];
    const expected: string[][] = [];
    for (const { id } of made) {
      const pauses = Array.from({ length: 8 }, () => getPause(id));
      // The network order counts, whatever the order of arrival.
      await storePauses(db, pauses.toReversed());
      expected.push(pauses.map(({ signature }) => signature));
    }
    const { world, context } = openWorld(db);
    await Promise.all([deliverDue(context), deliverDue(context), deliverDue(context)]);
    expect(world.received).toHaveLength(2 * 12 * 8);
    for (const { url } of endpoints) {
      for (const signatures of expected) {
        const of = world.received.filter((item) => item.url === url && signatures.includes(item.signature));
        expect(of.map(({ signature }) => signature)).toEqual(signatures);
      }
    }
    expect(await getQueues(db)).toEqual([]);
  });

  test("take over a killed process's lanes at the end of its lease, and the killed one records nothing more", async () => {
    const { db, signatures, world, context } = await start();
    let answer: (() => void) | undefined;
    world.answer = () =>
      new Promise((resolve) => {
        answer = () => resolve(taken);
      });
    const slow = deliverDue(context);
    await expect.poll(() => answer).toBeDefined();
    expect(await deliverDue(context)).toEqual({ delivered: 0, failed: 0 });
    world.answer = () => taken;
    world.nowMs += 30_000;
    expect(await deliverDue(context)).toEqual({ delivered: 3, failed: 0 });
    answer?.();
    expect(await slow).toEqual({ delivered: 1, failed: 0 });
    expect(world.received.map(({ signature }) => signature)).toEqual([signatures[0], ...signatures]);
    expect(await getQueues(db)).toEqual([]);
  });

  test("keep an endpoint enabled if a process records its last failed attempt after losing its lease", async () => {
    const { db, endpoint, signatures, world, context } = await start();
    const once = { ...context, retrySeconds: [] };
    const first = openAnswer();
    world.answer = () => first.promise;
    const slow = deliverDue(once);
    await expect.poll(() => world.received).toHaveLength(1);
    world.answer = () => taken;
    world.nowMs += 30_000;
    expect(await deliverDue(once)).toEqual({ delivered: 3, failed: 0 });
    first.respond(refused());
    expect(await slow).toEqual({ delivered: 0, failed: 1 });
    expect(await getDeliveries(db)).toMatchObject(
      signatures.map((signature) => ({ signature, attempts: 1, lastStatus: 200, lastError: null })),
    );
    expect(await row(endpoint.id)).toMatchObject({ disabledReason: null, failingSince: null });
  });

  test("keep an endpoint enabled also if the same process has leased the queue again", async () => {
    const { db, endpoint, world, context } = await start(2);
    const [first, third] = [openAnswer(), openAnswer()];
    const answers = [first.promise, taken, third.promise];
    world.answer = () => answers[world.received.length - 1] ?? taken;
    const delivering = deliverDue({ ...context, retrySeconds: [], pollIntervalMs: 5 });
    await expect.poll(() => world.received).toHaveLength(1);
    const [before] = await getQueues(db);
    world.nowMs += 30_000;
    await expect.poll(() => world.received).toHaveLength(3);
    const [after] = await getQueues(db);
    expect(after?.holder).not.toBe(before?.holder);
    first.respond(refused());
    third.respond(taken);
    expect(await delivering).toEqual({ delivered: 2, failed: 1 });
    expect(await row(endpoint.id)).toMatchObject({ disabledReason: null, failingSince: null });
  });

  test("release the unsent events of a stopping process, for another to send at once", async () => {
    const { signatures, world, context } = await start(1);
    const ended = new AbortController();
    world.answer = () => {
      ended.abort();
      return new Promise(() => {});
    };
    expect(await deliverDue(context, { signal: ended.signal })).toEqual({ delivered: 0, failed: 0 });
    world.answer = () => taken;
    expect(await deliverDue(context)).toEqual({ delivered: 1, failed: 0 });
    expect(world.received.map(({ signature }) => signature)).toEqual([signatures[0], signatures[0]]);
  });

  test("take few lanes of an endpoint, one of a failing one, and none of a disabled one", async () => {
    const { db } = database;
    const trees: string[] = [];
    for (let at = 0; at < 6; at++) trees.push((await addCampaign(db)).treeAddress);
    const [many, failing, off] = [
      await addEndpoint(db, { campaigns: trees }),
      await addEndpoint(db, { campaigns: trees }),
      await addEndpoint(db, { campaigns: trees }),
    ];
    for (const { id } of await db.select().from(campaigns)) await storePauses(db, [getPause(id)]);
    await db.execute(sql`update webhook_endpoints set failing_since = 1 where id = ${failing.id}`);
    await db.execute(sql`update webhook_endpoints set disabled_at = 1 where id = ${off.id}`);
    const claim = (busy: [string, number][] = [], limit = 100) =>
      leaseQueues(db, { holder: "me", nowMs: 1_000, leaseMs: 1_000, limit, busy: new Map(busy) });
    const first = await claim();
    const count = (queues: typeof first, id: string) =>
      queues.filter(({ endpointId }) => endpointId === id).length;
    expect([many, failing, off].map(({ id }) => count(first, id))).toEqual([4, 1, 0]);
    const busy: [string, number][] = [
      [many.id, 3],
      [failing.id, 1],
    ];
    expect((await claim(busy)).map(({ endpointId }) => endpointId)).toEqual([many.id]);
    expect(await claim([], 1)).toHaveLength(1);
  });
});

test("send nothing more to an endpoint that is deleted during a delivery", async () => {
  const { db, endpoint, world, context } = await start();
  world.answer = async () => {
    await deleteEndpoint(db, { wallet: endpoint.wallet, endpointId: endpoint.id });
    return taken;
  };
  await deliverDue(context);
  expect(world.received).toHaveLength(1);
  expect(await getDeliveries(db)).toEqual([]);
});

test("deliveries are kept for 30 days", async () => {
  const { db, world, context } = await start();
  await deliverDue(context);
  const storedAt = Number((await getDeliveries(db))[0]?.storedAt);
  world.nowMs = (storedAt + 30 * 86_400) * 1000;
  await sweepDeliveries(context);
  expect(await getDeliveries(db)).toHaveLength(3);
  world.nowMs += 60_000;
  await sweepDeliveries(context);
  expect(await getDeliveries(db)).toEqual([]);
});

test("an endpoint that was disabled for 90 days is deleted, and an enabled one stays", async () => {
  const { db } = database;
  const { world, context } = openWorld(db);
  const [disabled, enabled] = [
    await addEndpoint(db, { creator: "a" }),
    await addEndpoint(db, { creator: "b" }),
  ];
  const now = BigInt(world.nowMs / 1000);
  await disableEndpoint(db, { endpointId: disabled.id, reason: "failing", now });
  const left = async () => (await db.select().from(webhookEndpoints)).map(({ id }) => id).toSorted();
  world.nowMs += 90 * DAY_MS;
  await sweepDeliveries(context);
  expect(await left()).toEqual([disabled.id, enabled.id].toSorted());
  world.nowMs += 1_000;
  await sweepDeliveries(context);
  expect(await left()).toEqual([enabled.id]);
});
