import { eq } from "drizzle-orm";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { reattributeTrees } from "@/db/queries/events/attribution";
import { type ReadTransaction, storeTransactions } from "@/db/queries/events/store-transactions";
import { removeEvents } from "@/db/queries/events/stored-events";
import { campaigns, claimEvents, pauseEvents, unregisteredEvents } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { encodeEvent, type ProgramEvent } from "@/lib/core/solana/events";
import { named, signatureNamed } from "@/tests/indexer/support/fake-ledger";
import { forgetIndex } from "@/tests/indexer/support/index-of";
import { openTestDatabase } from "@/tests/support/database";
import { addCampaign } from "@/tests/support/rows";

const TREE = named("tree");
const [CREATOR, MINT] = [named("creator"), named("mint")];
const database = openTestDatabase();

beforeEach(async () => {
  await forgetIndex(database.db);
  await database.db.delete(campaigns);
});

type Act = "create" | "claim" | "pause";
type Step = { acts: Act[]; slotGap: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    acts: fc.array(fc.constantFrom<Act>("claim", "claim", "pause", "create"), { minLength: 1, maxLength: 4 }),
    slotGap: fc.nat(2),
  }),
  { minLength: 2, maxLength: 10 },
);

/**
 * A played history; `belongs` maps an event to the number of its generation in network order, 0 before the
 * first.
 */
type Played = { transactions: ReadTransaction[]; belongs: Map<string, number>; times: bigint[] };

function play(history: readonly Step[]): Played {
  const belongs = new Map<string, number>();
  const times: bigint[] = [];
  let slot = 10n;
  const transactions = history.map(({ acts, slotGap }, txIndex): ReadTransaction => {
    slot += BigInt(slotGap);
    const signature = signatureNamed(`step ${txIndex}`);
    const events = acts.map((act, index) => {
      if (act === "create" && times.at(-1) !== slot) times.push(slot);
      else if (act === "create") return logged(toEvent("pause", 0), index);
      return logged(toEvent(act, times.length), index);
    });
    let generation = times.length;
    for (const { name, index } of events.toReversed()) {
      if (name === "CampaignCreated") generation -= 1;
      else belongs.set(`${signature} ${index}`, generation);
    }
    const read = { signature, slot, txIndex, blockTime: slot, events };
    return { ...read, status: "indexed", readError: null, isLogTruncated: false, lostAccounts: null };
  });
  return { transactions, belongs, times };
}

const logged = (event: ProgramEvent, index: number) => ({ ...event, index, bytes: encodeEvent(event) });

function toEvent(act: Act, generation: number): ProgramEvent {
  const tree = TREE;
  if (act === "pause") return { name: "CampaignPaused", data: { tree } };
  const [totalSupply, leafCount] = [1_000n, 3];
  if (act === "create")
    return {
      name: "CampaignCreated",
      data: { tree, creator: CREATOR, mint: MINT, totalSupply, leafCount, cancellable: true },
    };
  const who = { tree, beneficiary: named(`recipient ${generation}`), leafIndex: 0, milestoneIdx: null };
  return {
    name: "Claimed",
    data: { ...who, amount: 1n, totalClaimedByUser: 1n, totalClaimedOverall: BigInt(generation) },
  };
}

/** Registers the generation that was created at a time, as the network would confirm it. */
async function register(createdAt: bigint): Promise<number> {
  return database.db.transaction(async (tx) => {
    await tx.update(campaigns).set({ isCurrent: false }).where(eq(campaigns.treeAddress, TREE));
    const terms = { treeAddress: TREE, creator: CREATOR, mint: MINT, totalSupply: 1_000n, leafCount: 3 };
    const { id } = await addCampaign(tx, {
      ...terms,
      createdAt,
      accountCreatedAt: createdAt,
      verified: true,
    });
    await reattributeTrees(tx, [TREE]);
    return id;
  });
}

/** Returns the campaign, or null, of every stored event. */
async function attributed() {
  const found = new Map<string, number | null>();
  for (const table of [claimEvents, pauseEvents]) {
    for (const { signature, eventIndex, campaignId } of await database.db.select().from(table))
      found.set(`${signature} ${eventIndex}`, campaignId);
  }
  for (const { signature, eventIndex } of await database.db.select().from(unregisteredEvents)) {
    expect(found.has(`${signature} ${eventIndex}`)).toBe(false);
    found.set(`${signature} ${eventIndex}`, null);
  }
  return found;
}

const plan = steps.chain((history) =>
  fc.record({
    history: fc.constant(history),
    order: fc.shuffledSubarray([...history.keys()], { minLength: history.length }),
    batch: fc.integer({ min: 1, max: 4 }),
    registered: fc.array(fc.record({ generation: fc.nat(9), after: fc.nat(9) }), { maxLength: 3 }),
    dropped: fc.array(fc.nat(history.length - 1), { maxLength: 2 }),
  }),
);

test("attributes events to their generation in any order of arrival", LONG, async () => {
  const drawn = fc.asyncProperty(plan, async ({ history, order, batch, registered, dropped }) => {
    await forgetIndex(database.db);
    await database.db.delete(campaigns);
    const { transactions, belongs, times } = play(history);
    const chosen = [...new Set(registered.map(({ generation }) => generation))]
      .filter((generation) => generation < times.length)
      .sort((a, b) => a - b);
    const ids = new Map<number, number>();
    const store = async (indexes: readonly number[]) => {
      const found = indexes.flatMap((at) => transactions[at] ?? []);
      if (found.length > 0) await storeTransactions(database.db, found);
    };
    const registerNext = async () => {
      const next = chosen.find((generation) => !ids.has(generation));
      if (next !== undefined) ids.set(next, await register(times[next] ?? 0n));
    };
    for (let from = 0; from < order.length; from += batch) {
      await store(order.slice(from, from + batch));
      if (registered.some(({ after }) => after === from)) await registerNext();
    }
    for (const at of dropped) {
      const { signature = "" } = transactions[at] ?? {};
      await database.db.transaction((tx) => removeEvents(tx, [signature]));
      await store([at]);
    }
    while (ids.size < chosen.length) await registerNext();
    const expected = new Map(
      [...belongs].map(([key, generation]) => [key, ids.get(generation - 1) ?? null] as const),
    );
    expect(await attributed()).toEqual(expected);
    for (const [generation, id] of ids) {
      const [row] = await database.db.select().from(campaigns).where(eq(campaigns.id, id));
      const own = [...expected].filter(([, campaign]) => campaign === id);
      expect(row).toMatchObject({ eventCount: own.length, creationTime: times[generation] });
      expect(row?.uniqueClaimers).toBe(Number((row?.claimCount ?? 0) > 0));
    }
  });
  await fc.assert(drawn, { numRuns: caseCount(25) });
});
