import { asc, sql } from "drizzle-orm";
import fc from "fast-check";
import type { Database } from "@/db/client";
import { type Campaign, campaigns, eventTables, unregisteredEvents } from "@/db/schema";
import { caseCount } from "@/ledger/tests/support/thorough";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { systemClock } from "@/lib/service/clock";
import type { ChainReader, IndexerContext } from "@/lib/service/indexer/context";
import { type RunOptions, type RunReport, runIndexer } from "@/lib/service/indexer/run";
import { createLogger } from "@/lib/service/log";

export function indexerContext(db: Database, chain: ChainReader, over: Partial<IndexerContext> = {}) {
  const context: IndexerContext = {
    db,
    chain,
    programId: DEFAULT_PROGRAM_ID,
    log: createLogger("silent"),
    ...systemClock,
    ...over,
  };
  return context;
}

/** Runs the indexer and asserts that the run was not skipped. */
export async function runOnce(
  context: IndexerContext,
  options: Partial<RunOptions> = {},
): Promise<RunReport> {
  const report = await runIndexer(context, { timeLimitMs: 30_000, ...options });
  if ("skipped" in report) throw new Error("The run was skipped.");
  return report;
}

/** Returns the only campaign of a database. */
export async function onlyCampaign(db: Database): Promise<Campaign> {
  const [row] = await db.select().from(campaigns);
  if (!row) throw new Error("There is no campaign.");
  return row;
}

/** Deletes the lease of a killed run, as if it had expired. */
export async function expireLease(db: Database): Promise<void> {
  await db.execute(sql`update sync_state set value = 'dead 0' where key = 'run_lease'`);
}

/**
 * Returns all data that events determine: event rows and campaigns' projections, without the ids that depend
 * on the order of insertion.
 */
export async function indexOf(db: Database) {
  const trees = new Map(
    (await db.select({ id: campaigns.id, tree: campaigns.treeAddress }).from(campaigns)).map((row) => [
      row.id,
      row.tree,
    ]),
  );
  const events: Record<string, unknown[]> = {};
  for (const [type, table] of Object.entries(eventTables)) {
    const rows = await db.select().from(table).orderBy(asc(table.signature), asc(table.eventIndex));
    events[type] = rows.map(({ id: _, campaignId, derivedFields, ...row }) => ({
      tree: trees.get(campaignId),
      ...row,
      ...(derivedFields && { derivedFields }),
    }));
  }
  const projections = (await db.select().from(campaigns).orderBy(asc(campaigns.treeAddress))).map(
    // No event determines the vault's balance.
    ({ id: _, vaultBalance: __, vaultSlot: ___, ...row }) => row,
  );
  const stored = (
    await db
      .select()
      .from(unregisteredEvents)
      .orderBy(asc(unregisteredEvents.signature), asc(unregisteredEvents.eventIndex))
  ).map(({ id: _, derivedFields, ...row }) => ({ ...row, ...(derivedFields && { derivedFields }) }));
  return { events, projections, stored };
}

/** Deletes all data that the indexer writes, and keeps the registered campaigns as registered. */
export async function forgetIndex(db: Database): Promise<void> {
  const tables = [...Object.values(eventTables), unregisteredEvents];
  for (const table of tables) await db.delete(table);
  await db.execute(sql`truncate program_transactions, campaign_checks, account_snapshots, creations`);
  await db.execute(sql`delete from sync_state where key not like 'last_%'`);
  await db.execute(sql`update sync_state set value = '0'`);
}

type StepHook = NonNullable<IndexerContext["onStep"]>;

/**
 * Runs work once to record its steps, then again for the first and the last time that it reaches each step,
 * and kills it there: at each of these points with THOROUGH=1, else at a random quarter of them. `prepare` sets
 * up each run; `check` receives the name of the step, or null.
 */
export async function killAnywhere(params: {
  prepare: () => Promise<void>;
  work: (failure: StepHook) => Promise<unknown>;
  check: (killedAt: string | null) => Promise<void>;
  /** The steps to test; all by default. */
  at?: RegExp;
}): Promise<string[]> {
  const { prepare, work, check, at: wanted = /./ } = params;
  const reached: string[] = [];
  await prepare();
  await work((step) => void reached.push(step));
  await check(null);
  const points = reached.flatMap((step, at) =>
    wanted.test(step) && (at === reached.indexOf(step) || at === reached.lastIndexOf(step)) ? [at] : [],
  );
  const count = Math.min(caseCount(points.length), points.length);
  const [tested = []] = fc.sample(fc.subarray(points, { minLength: count, maxLength: count }), 1);
  for (const point of tested) {
    await prepare();
    let at = 0;
    let isDead = false;
    const failure = (step: string) => {
      // No step continues after a kill, whichever code catches the error.
      isDead ||= at++ === point;
      if (isDead) throw new Error(`killed at ${step}`);
    };
    await work(failure).catch((error: Error) => {
      if (!error.message.startsWith("killed at ")) throw error;
    });
    await check(reached[point] ?? "");
  }
  return [...new Set(reached)];
}
