import { eq, sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { urlOfSecond } from "@/cli/vesting-index/commands/reindex";
import { type Database, openDatabase } from "@/db/client";
import { SECOND_SCHEMA } from "@/db/queries/reindex/second-index";
import { campaigns, changes, claimEvents, programTransactions } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { ReindexRefusedError, reindex } from "@/lib/service/reindex/reindex";
import { signatureNamed } from "@/tests/indexer/support/fake-ledger";
import {
  expireLease,
  indexerContext,
  indexOf,
  killAnywhere,
  runOnce,
} from "@/tests/indexer/support/index-of";
import { SnapshotHistory } from "@/tests/lib/service/snapshots/support/indexed-history";
import { createServerDatabase } from "@/tests/support/database";
import { damageIndex } from "./support/damage";

const server = process.env.TEST_DATABASE_URL;

type Hook = NonNullable<IndexerContext["onStep"]>;

async function indexed() {
  const { url, drop } = await createServerDatabase(server ?? "");
  const served = await openDatabase({ url, maxConnections: 4 });
  const second = await openDatabase({ url: urlOfSecond(url), maxConnections: 4 });
  onTestFinished(async () => {
    await second.close();
    await served.close();
    await drop();
  });
  const history = await SnapshotHistory.create();
  await history.index(served.db);
  const run = ({ isDryRun = false, onStep }: { isDryRun?: boolean; onStep?: Hook } = {}) =>
    reindex(
      { served: indexerContext(served.db, history.ledger, onStep && { onStep }), second: second.db },
      { version: "test", isDryRun },
    );
  return { db: served.db, second: second.db, history, run };
}

const schemaExists = async (db: Database) => {
  const [row] = await db
    .select({ exists: sql<boolean>`to_regnamespace(${SECOND_SCHEMA}) is not null` })
    .from(sql`(select 1) one`);
  return row?.exists;
};

describe.runIf(server)("a reindex", () => {
  test("finds both indexes equal if the index is sound, and changes nothing", LONG, async () => {
    const { db, run } = await indexed();
    // JSON may contain characters that Postgres cannot store as text.
    await db.update(campaigns).set({ metadata: { description: "\u0000" } });
    const [before, log] = [await indexOf(db), await db.$count(changes)];
    const report = await run();
    expect(report.counts).toEqual({ missing: 0, changed: 0, unconfirmed: 0 });
    expect(report).toMatchObject({ corrected: 0, recomputed: [] });
    expect(report.comparedTo).toBeGreaterThan(0n);
    expect(await indexOf(db)).toEqual(before);
    expect(await db.$count(changes)).toBe(log);
    expect(await schemaExists(db)).toBe(false);
  });

  test("restores a damaged index, and reports each correction in the change log", LONG, async () => {
    const { db, run } = await indexed();
    const before = await indexOf(db);
    const damaged = await damageIndex(db);
    expect(await indexOf(db)).not.toEqual(before);
    const report = await run();
    expect(report.counts.missing + report.counts.changed).toBe(damaged);
    expect(report.corrected).toBe(damaged);
    expect(await indexOf(db)).toEqual(before);
    const removed = await db.select().from(changes).where(eq(changes.kind, "removed"));
    expect(removed.length).toBeGreaterThan(0);
    expect((await run()).counts).toEqual({ missing: 0, changed: 0, unconfirmed: 0 });
  });

  test("refuses a connection whose schema a pooler ignored", LONG, async () => {
    const { db, history } = await indexed();
    const context = indexerContext(db, history.ledger);
    await expect(reindex({ served: context, second: db }, { version: "test" })).rejects.toThrow(/pooler/);
  });

  test("only reports the differences in a dry run", LONG, async () => {
    const { db, run } = await indexed();
    const damaged = await damageIndex(db);
    const before = await indexOf(db);
    const report = await run({ isDryRun: true });
    expect(report.counts.missing + report.counts.changed).toBe(damaged);
    expect(report.corrected).toBe(0);
    expect(await indexOf(db)).toEqual(before);
  });

  test("keeps events that the network did not return, and reports them", LONG, async () => {
    const { db, run } = await indexed();
    const [claim] = await db.select().from(claimEvents).limit(1);
    if (!claim) throw new Error("There is no claim.");
    const { id: _, ...lost } = { ...claim, signature: signatureNamed("lost by the network") };
    await db.insert(claimEvents).values(lost);
    const report = await run();
    expect(report.first).toEqual([{ signature: lost.signature, kind: "unconfirmed" }]);
    expect(report.corrected).toBe(0);
    expect(await db.$count(claimEvents, eq(claimEvents.signature, lost.signature))).toBe(1);
  });

  test("changes nothing if the node lacks a part of the history", LONG, async () => {
    const { db, history, run } = await indexed();
    await damageIndex(db);
    const before = await indexOf(db);
    const [claim] = await db.select().from(claimEvents).orderBy(claimEvents.slot).limit(1);
    history.ledger.drop(claim?.signature ?? "");
    await expect(run()).rejects.toThrow(ReindexRefusedError);
    expect(await indexOf(db)).toEqual(before);
    expect(await schemaExists(db)).toBe(false);
  });

  test("leaves events alone that the service stores meanwhile", LONG, async () => {
    const { db, history, run } = await indexed();
    let isLive = false;
    const onStep = async (step: string) => {
      if (step !== "reindex: registrations copied" || isLive) return;
      isLive = true;
      const treeAddress = history.tree(1);
      history.emit([{ name: "CampaignUnpaused", data: { tree: treeAddress } }]);
      const account = history.ledger.accounts.get(treeAddress);
      if (account) history.ledger.accounts.set(treeAddress, { ...account, paused: false });
      await runOnce(indexerContext(db, history.ledger));
      const row = await db.select().from(campaigns).where(eq(campaigns.treeAddress, treeAddress));
      expect(row).toMatchObject([{ paused: false }]);
    };
    const report = await run({ onStep });
    expect(report.counts).toEqual({ missing: 0, changed: 0, unconfirmed: 0 });
    expect(report.recomputed).toEqual([]);
  });

  test("continues after a kill at any step, and neither loses nor duplicates data", LONG, async () => {
    const { db, second, run } = await indexed();
    const before = await indexOf(db);
    const transactions = await db.$count(programTransactions);
    await killAnywhere({
      prepare: async () => {
        await damageIndex(db);
      },
      work: (onStep) => run({ onStep }),
      check: async () => {
        if (await schemaExists(db)) await expireLease(second);
        await run();
        expect(await indexOf(db)).toEqual(before);
        expect(await db.$count(programTransactions)).toBe(transactions);
      },
    });
  });
});
