import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { InvalidCursorError, writeCursor } from "@/db/queries/cursor";
import { selectClaims } from "@/db/queries/events/claims";
import { type Feed, type FeedFilter, selectActivity, selectTimeline } from "@/db/queries/events/event-feed";
import { type NewEvents, storeEvents } from "@/db/queries/events/event-rows";
import { LONG } from "@/ledger/tests/support/long";
import { EVENT_TYPES, type EventType } from "@/lib/core/events/event-types";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign, addLeaf, addRootVersion } from "@/tests/support/rows";

const U64_MAX = 2n ** 64n - 1n;
const ADDRESS = "someone";

type At = {
  campaignId: number;
  signature: string;
  eventIndex: number;
  slot: bigint;
  txIndex: number | null;
  blockTime: bigint;
};

/** Builds one row of a type at a position, with extreme values in each of its own fields. */
const rowsAt: { [Type in EventType]: (at: At) => NewEvents } = {
  claimed: (at) => ({
    claimed: [
      {
        ...at,
        beneficiary: at.eventIndex % 2 === 0 ? "a" : "b",
        leafIndex: 2 ** 32 - 1,
        amount: U64_MAX,
        totalClaimedByUser: 1n,
        totalClaimedOverall: 2n,
        milestoneIdx: null,
      },
    ],
  }),
  cancelled: (at) => ({ cancelled: [{ ...at, cancelledAt: -(2n ** 63n), claimedAtCancel: U64_MAX }] }),
  paused: (at) => ({ paused: [{ ...at, paused: false }] }),
  root_updated: (at) => ({
    root_updated: [{ ...at, oldRoot: "aa", newRoot: "bb", newLeafCount: 2 ** 32 - 1 }],
  }),
  withdrawn: (at) => ({ withdrawn: [{ ...at, amount: U64_MAX }] }),
  milestone_released: (at) => ({ milestone_released: [{ ...at, milestoneIdx: 255, releasedBy: "c" }] }),
  stream_cancelled: (at) => ({
    stream_cancelled: [
      { ...at, cancelledAt: 2n ** 63n - 1n, amountToBeneficiary: U64_MAX, amountToCreator: 0n },
    ],
  }),
  instant_refunded: (at) => ({
    instant_refunded: [{ ...at, cancelledAt: 1n, refundedTo: "c", amount: U64_MAX }],
  }),
};

const DATA: { [Type in EventType]: object } = {
  claimed: {
    beneficiary: "a",
    leafIndex: 2 ** 32 - 1,
    amount: "18446744073709551615",
    milestoneIdx: null,
  },
  cancelled: { cancelledAt: "-9223372036854775808", claimedAtCancel: "18446744073709551615" },
  paused: { paused: false },
  root_updated: { oldRoot: "aa", newRoot: "bb", newLeafCount: 2 ** 32 - 1 },
  withdrawn: { amount: "18446744073709551615" },
  milestone_released: { milestoneIdx: 255, releasedBy: "c" },
  stream_cancelled: {
    cancelledAt: "9223372036854775807",
    amountToBeneficiary: "18446744073709551615",
    amountToCreator: "0",
  },
  instant_refunded: { cancelledAt: "1", refundedTo: "c", amount: "18446744073709551615" },
};

/** Few slots, times and positions, so that ties reach every part of the order. */
const positions = fc.array(
  fc.record({
    // Claims also have their own list, and some must remain under the filters.
    type: fc.oneof(fc.constant("claimed" as const), fc.constantFrom(...EVENT_TYPES)),
    campaign: fc.nat(2),
    slot: fc.bigInt(1n, 3n),
    blockTime: fc.bigInt(1n, 3n),
    txIndex: fc.option(fc.nat(1)),
    transaction: fc.nat(3),
  }),
  { minLength: 70, maxLength: 70 },
);

/** A position with its number in the order of insertion. */
type Placed = At & { type: EventType; order: number };

const compare = <T extends bigint | number | string>(a: T, b: T) => (a < b ? 1 : a > b ? -1 : 0);
const newestInTime = (a: Placed, b: Placed) => compare(a.blockTime, b.blockTime) || newestOnLedger(a, b);
const newestOnLedger = (a: Placed, b: Placed) =>
  compare(a.slot, b.slot) ||
  compare(a.txIndex ?? -1, b.txIndex ?? -1) ||
  compare(a.eventIndex, b.eventIndex) ||
  compare(EVENT_TYPES.indexOf(a.type), EVENT_TYPES.indexOf(b.type)) ||
  compare(a.order, b.order);

const database = openTestDatabase();
let campaigns: { id: number; treeAddress: string }[];
let placed: Placed[];

beforeAll(async () => {
  const { db } = database;
  const created = await addCampaign(db, { creator: ADDRESS, metadata: { name: "Created" } });
  const receives = await addCampaign(db);
  const received = await addRootVersion(db, { campaignId: receives.id });
  await addLeaf(db, { rootVersionId: received.id, beneficiary: ADDRESS });
  await addLeaf(db, { rootVersionId: received.id, leafIndex: 1, beneficiary: ADDRESS });
  await addRootVersion(db, { campaignId: receives.id, version: 2 });
  const stranger = await addCampaign(db);
  campaigns = [created, receives, stranger];
  placed = fc.sample(positions, { numRuns: 1, seed: 11 }).flatMap((sample) =>
    sample.map(({ campaign, transaction, type, ...at }, index) => ({
      ...at,
      type,
      campaignId: campaigns[campaign]?.id ?? 0,
      signature: `signature-${index}`,
      eventIndex: transaction,
      order: index,
    })),
  );
  for (const { type, order: _, ...at } of placed) {
    await db.transaction((tx) => storeEvents(tx, rowsAt[type](at)));
  }
}, LONG.timeout);

type PageCursors = { total: number; nextCursor: string | null; previousCursor: string | null };

/** Returns every page of a list from the newest to the last one, and asserts equal pages on the way back. */
async function walk<Page extends PageCursors>(
  read: (cursor?: string) => Promise<Page>,
  toRows: (page: Page) => object[],
) {
  const pages: Page[] = [await read()];
  for (let cursor = pages.at(-1)?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
    pages.push(await read(cursor));
  }
  expect(pages[0]?.previousCursor).toBeNull();
  let previous = pages.at(-1)?.previousCursor ?? null;
  for (const page of pages.slice(0, -1).reverse()) {
    const back = await read(previous ?? "no previous page");
    expect(toRows(back)).toEqual(toRows(page));
    expect(back.nextCursor).toBe(page.nextCursor);
    previous = back.previousCursor;
  }
  expect(previous).toBeNull();
  return pages;
}

async function walkFeed(read: (cursor?: string) => Promise<Feed>) {
  const pages = await walk(read, ({ events }) => events);
  return {
    events: pages.flatMap(({ events }) => events),
    totals: [...new Set(pages.map(({ total }) => total))],
  };
}

const essence = ({ type, signature, slot, blockTime }: Feed["events"][number] | Placed) =>
  `${type} ${signature} ${slot} ${blockTime}`;

const FILTERS: FeedFilter[] = [
  {},
  { types: ["claimed"] },
  { types: ["withdrawn", "paused", "paused"] },
  { fromBlockTime: 2n },
  { toBlockTime: 2n },
  { fromBlockTime: 2n, toBlockTime: 2n, types: ["claimed", "cancelled", "root_updated"] },
  { fromBlockTime: 3n, toBlockTime: 1n },
  { types: [] },
];

test.each(FILTERS)("returns the sorted listing as a timeline under %o, at any page size", async (filter) => {
  for (const { id, treeAddress } of campaigns) {
    const expected = placed
      .filter((event) => event.campaignId === id)
      .filter((event) => filter.types?.includes(event.type) ?? true)
      .filter((event) => event.blockTime >= (filter.fromBlockTime ?? 0n))
      .filter((event) => event.blockTime <= (filter.toBlockTime ?? 9n))
      .sort(newestInTime);
    for (const limit of [1, 4, 100]) {
      const { events, totals } = await walkFeed((cursor) =>
        selectTimeline(database.db, { campaignRowId: id, limit, cursor, ...filter }),
      );
      expect(events.map(essence)).toEqual(expected.map(essence));
      expect(events.every((event) => event.treeAddress === treeAddress)).toBe(true);
      expect(totals).toEqual([expected.length]);
    }
  }
});

test("returns as activity the created campaigns and those of any root version, each event once", async () => {
  const ids = campaigns.slice(0, 2).map((campaign) => campaign.id);
  const expected = placed.filter((event) => ids.includes(event.campaignId)).sort(newestInTime);
  for (const limit of [3, 100]) {
    const { events, totals } = await walkFeed((cursor) =>
      selectActivity(database.db, { address: ADDRESS, limit, cursor }),
    );
    expect(events.map(essence)).toEqual(expected.map(essence));
    expect(totals).toEqual([expected.length]);
  }
  const { events } = await selectActivity(database.db, { address: ADDRESS, limit: 100 });
  expect(new Set(events.map((event) => event.metadata?.name))).toEqual(new Set(["Created", undefined]));
  expect(await selectActivity(database.db, { address: "nobody", limit: 5 })).toEqual({
    events: [],
    total: 0,
    nextCursor: null,
    previousCursor: null,
  });
});

test("returns as the own activity the events that name the address, with their number", async () => {
  const { db } = database;
  const { id } = await addCampaign(db, { creator: "c" });
  await addCampaign(db, { creator: "a" });
  const at = { campaignId: id, txIndex: null, blockTime: 1n, eventIndex: 0 };
  for (const [rank, type] of EVENT_TYPES.entries()) {
    const event = { ...at, signature: `own-${type}`, slot: BigInt(rank) };
    await db.transaction((tx) => storeEvents(tx, rowsAt[type](event)));
  }
  const own = { address: "c", isOwn: true };
  const { events, totals } = await walkFeed((cursor) => selectActivity(db, { ...own, limit: 1, cursor }));
  expect(events.map(({ type }) => type)).toEqual(["instant_refunded", "milestone_released"]);
  expect(totals).toEqual([2]);
  expect(await selectActivity(db, { ...own, types: ["claimed"], limit: 5 })).toMatchObject({ total: 0 });
  expect(await selectActivity(db, { ...own, types: ["paused"], limit: 5 })).toMatchObject({
    events: [],
    total: 0,
  });
  await addLeaf(db, {
    rootVersionId: (await addRootVersion(db, { campaignId: id })).id,
    beneficiary: "a",
  });
  expect(await selectActivity(db, { address: "a", isOwn: true, limit: 5 })).toMatchObject({
    events: [{ type: "claimed" }],
    total: 1,
  });
});

test("continues from a position that is gone", async () => {
  const { id } = await addCampaign(database.db);
  const at = { campaignId: id, eventIndex: 0, txIndex: null, blockTime: 1n };
  for (const slot of [1n, 3n]) {
    await database.db.transaction((tx) =>
      storeEvents(tx, rowsAt.claimed({ ...at, signature: `${id}-${slot}`, slot })),
    );
  }
  const gone = { slot: 2n, txIndex: -1, eventIndex: 0, id: 1 };
  const slots = async (isNewer?: true) => {
    const event = writeCursor("events", { ...gone, blockTime: 1n, type: "paused", isNewer });
    const { events } = await selectTimeline(database.db, { campaignRowId: id, limit: 5, cursor: event });
    const claim = writeCursor("claims", { ...gone, isNewer });
    const { claims } = await selectClaims(database.db, { campaignRowId: id, limit: 5, cursor: claim });
    return [events.map(({ slot }) => slot), claims.map(({ slot }) => BigInt(slot))];
  };
  expect(await slots()).toEqual([[1n], [1n]]);
  expect(await slots(true)).toEqual([[3n], [3n]]);
});

test("refuses a text that the list did not return, also another list's cursor", async () => {
  const position = { slot: 1n, txIndex: 0, eventIndex: 0, id: 1 };
  const event = writeCursor("events", { ...position, blockTime: 1n, type: "paused" });
  const claim = writeCursor("claims", position);
  const page = { campaignRowId: 1, limit: 5 };
  await expect(selectTimeline(database.db, { ...page, cursor: claim })).rejects.toThrow(InvalidCursorError);
  await expect(selectClaims(database.db, { ...page, cursor: event })).rejects.toThrow(InvalidCursorError);
  await expect(selectActivity(database.db, { address: ADDRESS, limit: 5, cursor: "" })).rejects.toThrow(
    InvalidCursorError,
  );
});

test.each(EVENT_TYPES)("%s has its own fields, 64-bit ones as decimal texts", async (type) => {
  const { db } = database;
  const { id } = await addCampaign(db);
  const at = { signature: `data-${type}`, eventIndex: 0, slot: 1n, txIndex: null, blockTime: 1n };
  await db.transaction((tx) => storeEvents(tx, rowsAt[type]({ campaignId: id, ...at })));
  const { events } = await selectTimeline(db, { campaignRowId: id, limit: 2 });
  expect(events.map((event) => [event.type, event.data])).toEqual([[type, DATA[type]]]);
});

test.each([
  {},
  { beneficiary: "a" },
  { fromSlot: 2n },
  { beneficiary: "b", fromSlot: 3n },
  { fromSlot: 2n ** 64n - 1n },
])("returns the sorted listing as claims under %o, at any page size", async (filter) => {
  const { db } = database;
  const [{ id } = { id: 0 }] = campaigns;
  const expected = placed
    .filter((event) => event.campaignId === id && event.type === "claimed")
    .filter((event) => !filter.beneficiary || (event.eventIndex % 2 === 0 ? "a" : "b") === filter.beneficiary)
    .filter((event) => event.slot >= (filter.fromSlot ?? 0n))
    .sort(newestOnLedger);
  for (const limit of [1, 2, 100]) {
    const pages = await walk(
      (cursor) => selectClaims(db, { campaignRowId: id, limit, cursor, ...filter }),
      ({ claims }) => claims,
    );
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([expected.length]));
    const found = pages.flatMap(({ claims }) => claims.map(({ signature }) => signature));
    expect(found).toEqual(expected.map((event) => event.signature));
  }
});
