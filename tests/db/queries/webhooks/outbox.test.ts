import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { storeEvents } from "@/db/queries/events/event-rows";
import { removeEvents, updateEventPositions } from "@/db/queries/events/stored-events";
import { insertCampaign, insertRootVersion } from "@/db/queries/registration/registration";
import { insertEndpoint } from "@/db/queries/webhooks/endpoints";
import { campaigns, unregisteredEvents, webhookDeliveries, webhookEndpoints } from "@/db/schema";
import { caseCount } from "@/ledger/tests/support/thorough";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { encodeEvent } from "@/lib/core/solana/events";
import { named } from "@/tests/indexer/support/fake-ledger";
import {
  addEndpoint,
  getDeliveries,
  getPause,
  getQueues,
} from "@/tests/lib/service/webhooks/support/harness";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion, campaignValues, envelopeValues } from "@/tests/support/rows";

const database = openTestDatabase();
beforeEach(async () => {
  await database.db.delete(campaigns);
  await database.db.delete(webhookEndpoints);
});

const PEOPLE = ["ann", "bob", "cleo"];

/** Returns the events of one campaign, of two types: a pause, and a claim of each person. */
const getEvents = (campaignId: number) => ({
  paused: [{ ...getPause(campaignId) }],
  claimed: PEOPLE.map((beneficiary, leafIndex) => ({
    ...envelopeValues(campaignId),
    ...{ beneficiary, leafIndex, amount: 1n, totalClaimedByUser: 1n, totalClaimedOverall: 1n },
  })),
});

type Hearing = {
  of: "campaigns" | "address" | "creator";
  who: string;
  tree: number;
  types: EventType[] | null;
};

const hearing: fc.Arbitrary<Hearing> = fc.record({
  of: fc.constantFrom("campaigns", "address", "creator"),
  who: fc.constantFrom(...PEOPLE),
  tree: fc.nat(1),
  types: fc.option(fc.subarray([...EVENT_TYPES], { minLength: 1 })),
});

describe("the outbox", () => {
  test("queues an event for exactly its subscribers, once each", async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(
        fc.array(hearing, { minLength: 1, maxLength: 5 }),
        fc.array(fc.constantFrom(...PEOPLE), { minLength: 2, maxLength: 2 }),
        fc.array(fc.subarray(PEOPLE), { minLength: 2, maxLength: 2 }),
        async (hearings, creators, recipients) => {
          await db.delete(campaigns);
          await db.delete(webhookEndpoints);
          const made = [];
          for (const [at, creator] of creators.entries()) {
            const campaign = await addCampaign(db, { creator });
            const version = await addRootVersion(db, { campaignId: campaign.id });
            for (const [leafIndex, beneficiary] of (recipients[at] ?? []).entries())
              await addLeaf(db, { rootVersionId: version.id, leafIndex, beneficiary });
            made.push(campaign);
          }
          const expected: string[] = [];
          const endpoints = [];
          for (const { of, who, tree, types } of hearings) {
            const trees = [made[tree]?.treeAddress ?? ""];
            endpoints.push(await addEndpoint(db, { types, [of]: of === "campaigns" ? trees : who }));
          }
          for (const [at, campaign] of made.entries()) {
            const events = getEvents(campaign.id);
            await db.transaction((tx) => storeEvents(tx, events));
            await db.transaction((tx) => storeEvents(tx, events));
            for (const [n, { of, who, tree, types }] of hearings.entries()) {
              const isWhole =
                (of === "campaigns" && tree === at) || (of !== "campaigns" && creators[at] === who);
              const isRecipient = of === "address" && recipients[at]?.includes(who);
              const receives = (type: EventType, own: boolean) =>
                (types === null || types.includes(type)) && (isWhole || own);
              for (const { signature } of events.paused)
                if (receives("paused", isRecipient === true))
                  expected.push(`${endpoints[n]?.id} ${signature}`);
              for (const { signature, beneficiary } of events.claimed)
                if (receives("claimed", of === "address" && beneficiary === who))
                  expected.push(`${endpoints[n]?.id} ${signature}`);
            }
          }
          const written = await getDeliveries(db);
          expect(written.map(({ endpointId, signature }) => `${endpointId} ${signature}`).sort()).toEqual(
            expected.sort(),
          );
          const queues = new Set(written.map(({ endpointId, campaignId }) => `${endpointId} ${campaignId}`));
          expect(await getQueues(db)).toHaveLength(queues.size);
        },
      ),
      { numRuns: caseCount(25) },
    );
  });

  test("queues an event only if the endpoint is enabled", async () => {
    const { db } = database;
    const campaign = await addCampaign(db);
    await addEndpoint(db, { campaigns: [campaign.treeAddress] });
    await db.update(webhookEndpoints).set({ disabledAt: 1n });
    await db.transaction((tx) => storeEvents(tx, { paused: [getPause(campaign.id)] }));
    expect(await getDeliveries(db)).toEqual([]);
  });

  test("queues an event with its transaction, or not at all", async () => {
    const { db } = database;
    const campaign = await addCampaign(db);
    await addEndpoint(db, { campaigns: [campaign.treeAddress] });
    const storing = db.transaction(async (tx) => {
      await storeEvents(tx, { paused: [getPause(campaign.id)] });
      throw new Error("rolled back");
    });
    await expect(storing).rejects.toThrow("rolled back");
    expect(await getDeliveries(db)).toEqual([]);
    expect(await getQueues(db)).toEqual([]);
  });
});

describe("an event that", () => {
  /** Stores a pending event and a sent one. */
  async function start() {
    const { db } = database;
    const campaign = await addCampaign(db);
    await addEndpoint(db, { campaigns: [campaign.treeAddress] });
    const [open, sent] = [getPause(campaign.id, { txIndex: null }), getPause(campaign.id, { txIndex: null })];
    await db.transaction((tx) => storeEvents(tx, { paused: [open, sent] }));
    await db
      .update(webhookDeliveries)
      .set({ deliveredAt: 5n })
      .where(eq(webhookDeliveries.signature, sent.signature));
    return { db, open, sent };
  }

  test("moved to another slot is queued at its new position, unless it was sent", async () => {
    const { db, open, sent } = await start();
    const moved = [open, sent].map((event) => ({ ...event, slot: event.slot + 7n, blockTime: 9n }));
    await db.transaction((tx) => storeEvents(tx, { paused: moved }));
    expect(await getDeliveries(db)).toMatchObject([
      { signature: open.signature, slot: open.slot + 7n, blockTime: 9n, deliveredAt: null },
      { signature: sent.signature, slot: sent.slot, deliveredAt: 5n },
    ]);
  });

  test("received its position in the slot is queued there", async () => {
    const { db, open, sent } = await start();
    const positions = [open, sent].map(({ signature }) => ({ signature, txIndex: 3 }));
    await db.transaction((tx) => updateEventPositions(tx, positions));
    expect(await getDeliveries(db)).toMatchObject([{ txIndex: 3 }, { txIndex: null }]);
  });

  test("was dropped by the network is not queued, and once it is back, only if it was not sent", async () => {
    const { db, open, sent } = await start();
    await db.transaction((tx) => removeEvents(tx, [open.signature, sent.signature]));
    expect(await getDeliveries(db)).toMatchObject([{ signature: sent.signature }]);
    await db.transaction((tx) => storeEvents(tx, { paused: [open, sent] }));
    expect(await getDeliveries(db)).toMatchObject([
      { signature: sent.signature, deliveredAt: 5n },
      { signature: open.signature, deliveredAt: null },
    ]);
  });
});

describe("a subscriber of an address", () => {
  const getLeaf = (beneficiary: string, leafIndex: number) => ({
    ...{ leafIndex, beneficiary, amount: 1n, releaseType: 0, startTime: 0n, cliffTime: 0n, endTime: 0n },
    ...{ milestoneIdx: 0, proof: new Uint8Array() },
  });
  const getLeaves = (count: number) => [
    Array.from({ length: count }, (_, at) => getLeaf(at === count - 1 ? "ann" : `other ${at}`, at)),
  ];

  // The larger list is stored before its campaign has it.
  test.each([1, 501])(
    "receives events of a campaign of %i leaves that is registered later",
    async (count) => {
      const { db } = database;
      await addEndpoint(db, { address: "ann" });
      const { treeAddress, ...values } = campaignValues();
      const campaign = {
        ...{ ...values, treeAddress: named(`tree of ${count}`), leafCount: count, verified: true },
        ...{ cancellable: true, cancelAuthority: null, pauseAuthority: null, metadata: null },
        ...{ usedMilestones: [], minCliffTime: 0n },
      };
      // Events that were kept until the registration are queued as well.
      const bytes = encodeEvent({ name: "CampaignPaused", data: { tree: campaign.treeAddress } });
      await db.insert(unregisteredEvents).values({
        ...{ treeAddress: campaign.treeAddress, signature: `kept ${count}`, eventIndex: 0, slot: 1n },
        ...{ blockTime: 1n, payload: Buffer.from(bytes).toString("base64") },
      });
      await insertCampaign(db, { campaign, ipfsCid: null, leaves: getLeaves(count) });
      expect(await getDeliveries(db)).toMatchObject([{ signature: `kept ${count}` }]);
    },
  );

  test("receives events of a campaign from the rotation that adds the address, and afterwards", async () => {
    const { db } = database;
    const campaign = await addCampaign(db);
    await addRootVersion(db, { campaignId: campaign.id });
    await addEndpoint(db, { address: "ann" });
    const pause = async () => db.transaction((tx) => storeEvents(tx, { paused: [getPause(campaign.id)] }));
    await pause();
    expect(await getDeliveries(db)).toHaveLength(0);
    const rotation = (merkleRoot: string, leaves: ReturnType<typeof getLeaves>) => ({
      ...{ campaignRowId: campaign.id, merkleRoot, leafCount: 1, minCliffTime: 0n, usedMilestones: [] },
      ...{ firstTimedCliff: null, paidTwice: null, createdAt: 0n, ipfsCid: null, leaves },
    });
    await insertRootVersion(db, rotation("01".repeat(32), getLeaves(1)));
    await pause();
    await insertRootVersion(db, rotation("02".repeat(32), [[getLeaf("bob", 0)]]));
    await pause();
    expect(await getDeliveries(db)).toHaveLength(2);
  });
});

test("endpoints per wallet and in total are limited, also when created concurrently", async () => {
  const { db } = database;
  const getEndpoint = (wallet: string, n: number) => ({
    ...{ id: `${wallet} ${n}`, wallet, url: "", secret: "", campaigns: ["tree"], address: null },
    ...{ creator: null, types: null, createdAt: 0n },
  });
  const make = (wallet: string, n: number) =>
    insertEndpoint(db, getEndpoint(wallet, n), { perWallet: 2, all: 3 });
  const outcomes = await Promise.all([1, 2, 3].map((n) => make("ann", n)));
  expect(outcomes.sort()).toEqual(["stored", "stored", "wallet full"]);
  expect(await make("bob", 1)).toBe("stored");
  expect(await make("bob", 2)).toBe("full");
  await db.update(webhookEndpoints).set({ disabledAt: 1n });
  expect(await make("bob", 3)).toBe("stored");
});
