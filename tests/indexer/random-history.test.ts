import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { reattributeTrees } from "@/db/queries/events/attribution";
import { campaigns } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { caseCount } from "@/ledger/tests/support/thorough";
import { runIndexer } from "@/lib/service/indexer/run";
import { syncSignatures } from "@/lib/service/indexer/sync-signatures";
import { openTestDatabase } from "../support/database";
import { addCampaign } from "../support/rows";
import { named } from "./support/fake-ledger";
import { history, play, type Step } from "./support/histories";
import { expireLease, forgetIndex, indexerContext, indexOf, killAnywhere, runOnce } from "./support/index-of";

const TREES = [named("tree one"), named("tree two")];

const database = openTestDatabase();

/** Registers campaigns that are equal each time, except for `createdAt` and row ids. */
async function registerTrees(): Promise<void> {
  await database.db.delete(campaigns);
  for (const [at, treeAddress] of TREES.entries()) {
    await addCampaign(database.db, {
      treeAddress,
      creator: named("creator"),
      campaignId: BigInt(at),
      createdAt: 5n,
    });
  }
}

/** Returns the index that one undisturbed run builds from a ledger. */
async function freshIndex(steps: readonly Step[]) {
  await forgetIndex(database.db);
  await registerTrees();
  const { ledger } = play(steps, TREES);
  await runOnce(indexerContext(database.db, ledger));
  return indexOf(database.db);
}

beforeEach(() => forgetIndex(database.db));

async function forgetAndRegister(): Promise<void> {
  await forgetIndex(database.db);
  await registerTrees();
}

/** Returns a long history, always the same. */
function sample(): Step[] {
  const [steps = []] = fc.sample(
    history(2).filter((drawn) => drawn.length > 8),
    { numRuns: 1, seed: 11 },
  );
  return steps;
}

test("builds the same index from sync calls in any order, repeated, as from one run", LONG, async () => {
  const plan = history(2).chain((steps) =>
    fc.record({
      steps: fc.constant(steps),
      calls: fc.array(fc.array(fc.nat(steps.length - 1), { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(plan, async ({ steps, calls }) => {
      const expected = await freshIndex(steps);
      await forgetIndex(database.db);
      await registerTrees();
      const { ledger, signatures } = play(steps, TREES);
      const context = indexerContext(database.db, ledger);
      await Promise.all(
        calls.map((call) =>
          syncSignatures(
            context,
            call.map((at) => signatures[at] ?? ""),
          ),
        ),
      );
      await runOnce(context);
      for (const call of calls)
        await syncSignatures(
          context,
          call.map((at) => signatures[at] ?? ""),
        );
      expect(await indexOf(database.db)).toEqual(expected);
    }),
    { numRuns: caseCount(12) },
  );
});

test("builds the same index when events arrive before their campaign registers", LONG, async () => {
  await fc.assert(
    fc.asyncProperty(history(2), fc.nat(12), async (steps, late) => {
      const expected = await freshIndex(steps);
      await forgetIndex(database.db);
      await database.db.delete(campaigns);
      const { ledger, signatures } = play(steps, TREES);
      const context = indexerContext(database.db, ledger);
      await syncSignatures(context, signatures.slice(0, late));
      if (late % 2 === 0) await runOnce(context);
      await registerTrees();
      const rows = await database.db.select().from(campaigns);
      for (const { treeAddress } of rows) {
        await database.db.transaction((tx) => reattributeTrees(tx, [treeAddress]));
      }
      await runOnce(context);
      expect(await indexOf(database.db)).toEqual(expected);
    }),
    { numRuns: caseCount(12) },
  );
});

test("finishes a run that was killed at any step in the next", LONG, async () => {
  const steps = sample();
  const expected = await freshIndex(steps);
  const { ledger } = play(steps, TREES);
  ledger.pageLimit = 3;
  const reached = await killAnywhere({
    prepare: forgetAndRegister,
    work: (onStep) => runIndexer(indexerContext(database.db, ledger, { onStep }), { timeLimitMs: 30_000 }),
    check: async (killedAt) => {
      await expireLease(database.db);
      await runOnce(indexerContext(database.db, ledger));
      expect(await indexOf(database.db), `killed at ${killedAt}`).toEqual(expected);
    },
  });
  expect(reached.length).toBeGreaterThan(15);
});

test("finishes a sync call that was killed at any step in a run", LONG, async () => {
  const steps = sample();
  const expected = await freshIndex(steps);
  const { ledger, signatures } = play(steps, TREES);
  const reached = await killAnywhere({
    prepare: forgetAndRegister,
    work: (onStep) => syncSignatures(indexerContext(database.db, ledger, { onStep }), signatures),
    check: async (killedAt) => {
      await runOnce(indexerContext(database.db, ledger));
      expect(await indexOf(database.db), `killed at ${killedAt}`).toEqual(expected);
    },
  });
  expect(reached).toContain("store: before commit");
});
