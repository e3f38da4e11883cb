import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { urlOfSecond } from "@/cli/vesting-index/commands/reindex";
import { type Database, openDatabase } from "@/db/client";
import { selectMirror } from "@/db/queries/indexing/sync-state";
import { SECOND_SCHEMA } from "@/db/queries/reindex/second-index";
import { programTransactions } from "@/db/schema";
import { LONG } from "@/ledger/tests/support/long";
import { IS_THOROUGH } from "@/ledger/tests/support/thorough";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { reindex } from "@/lib/service/reindex/reindex";
import { mirrorSnapshot, readSnapshot } from "@/lib/service/snapshots/mirror";
import { verifyFiles } from "@/lib/service/snapshots/read-files";
import { openSource } from "@/lib/service/snapshots/source";
import { listSnapshots } from "@/lib/service/snapshots/stored-snapshots";
import { writeSnapshot } from "@/lib/service/snapshots/write-snapshot";
import { expireLease, runOnce } from "@/tests/indexer/support/index-of";
import { damageIndex } from "@/tests/lib/service/reindex/support/damage";
import { createStore, type Store, withStore } from "./support/copied-store";
import { type KilledWork, killAtRandom } from "./support/killed-work";
import { kill, killAll, type RunningCommand, startCommand, startProgram } from "./support/processes";
import { ReplayedHistory } from "./support/replayed-history";
import { getContents } from "./support/table-contents";

/**
 * The service's backfill and three commands, killed with SIGKILL at random moments and started again: the result equals
 * that of uninterrupted work. Runs on the server of TEST_DATABASE_URL. A thorough run without one uses embedded databases,
 * which reindex does not support.
 */
const server = process.env.TEST_DATABASE_URL;
/** Another seed reproduces the moments of a failed run. */
const SEED = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 32));
const SIZE = IS_THOROUGH
  ? { claims: 600, leaves: 10_000, delayMs: 20 }
  : { claims: 160, leaves: 2_000, delayMs: 20 };
const KILLS = IS_THOROUGH
  ? { backfill: 13, reindex: 12, snapshot: 12, mirror: 13 }
  : { backfill: 1, reindex: 1, snapshot: 1, mirror: 1 };
const ADMIN_API_KEY = "killed-admin-key";
const TIMEOUT = { timeout: (IS_THOROUGH ? 15 : 2) * LONG.timeout };

/** The result of uninterrupted work, and its duration in milliseconds. */
type Finished = { contents: Awaited<ReturnType<typeof getContents>>; ms: number };

let history: ReplayedHistory;
let registered: Store;
let empty: Store;
let indexed: Store;
let index: Finished;
let snapshots: { folder: string; slot: string; ms: number };
let mirrored: Finished;
let reindexed: Finished & { damaged: Store };

const created: Store[] = [];
async function newStore(source?: Store): Promise<Store> {
  const store = await createStore(server, source);
  created.push(store);
  return store;
}

const newFolder = () => mkdtemp(join(tmpdir(), "vesting-index-killed-snapshots-"));

/** Runs work on a database until its end. Returns its duration with opening the database, and the result. */
async function uninterrupted(store: Store, work: (db: Database) => Promise<unknown>): Promise<Finished> {
  const startedMs = performance.now();
  await withStore(store, work);
  const ms = performance.now() - startedMs;
  return { ms, contents: await withStore(store, getContents) };
}

/** Damages most of an index, so that its correction takes a while. */
async function damageClaims(db: Database): Promise<void> {
  await damageIndex(db);
  await db.execute(sql`delete from claim_events where id % 3 > 0`);
}

const inSecondIndex = async <T>({ url }: Store, work: (second: Database) => Promise<T>): Promise<T> => {
  const second = await openDatabase({ url: urlOfSecond(url ?? ""), maxConnections: 4 });
  return work(second.db).finally(second.close);
};

beforeAll(async () => {
  history = await ReplayedHistory.create(SIZE);
  empty = await newStore();
  registered = await newStore(empty);
  await withStore(registered, (db) => history.register(db));
  indexed = await newStore(registered);
  index = await uninterrupted(indexed, (db) =>
    runOnce(history.getContext(db), { full: true, timeLimitMs: LONG.timeout }),
  );
  const folder = await newFolder();
  const { ms } = await uninterrupted(indexed, (db) =>
    writeSnapshot(db, { folder, programId: DEFAULT_PROGRAM_ID }),
  );
  const [slot = ""] = await readdir(folder);
  snapshots = { folder, slot, ms };
  mirrored = await uninterrupted(await newStore(empty), (db) =>
    mirrorSnapshot(history.getContext(db), { source: openSource(join(folder, slot)), verify: "all" }),
  );
  if (!server) return;
  const damaged = await newStore(indexed);
  await withStore(damaged, damageClaims);
  const corrected = await newStore(damaged);
  const work = (db: Database) =>
    inSecondIndex(corrected, (second) =>
      reindex({ served: history.getContext(db), second }, { version: "test" }),
    );
  reindexed = { damaged, ...(await uninterrupted(corrected, work)) };
}, TIMEOUT.timeout);

afterAll(async () => {
  await killAll();
  await history?.close();
  for (const store of created) await store.remove();
  await rm(snapshots?.folder ?? "", { recursive: true, force: true });
}, LONG.timeout);

let kills = 0;
/**
 * Ends the lease of a killed process, so that the next one need not wait for its end; in a thorough run every third one
 * waits.
 */
async function endLease(db: Database): Promise<void> {
  kills += 1;
  if (!IS_THOROUGH || kills % 3 > 0) await expireLease(db);
}

async function expectSuccess({ ended }: RunningCommand): Promise<void> {
  const { code, output } = await ended;
  expect(code, output).toBe(0);
}

const getSettings = (store: Store) => ({
  ...store.settings,
  ...{ SOLANA_RPC_URL: history.url, LOG_LEVEL: "error", RATE_LIMIT: "off", ADMIN_API_KEY },
});

async function killedBackfill(): Promise<KilledWork> {
  const store = await createStore(server, registered);
  let url = "";
  const start = async () => {
    const [child, message] = await startProgram(
      "tests/lib/service/webhooks/support/service.ts",
      getSettings(store),
    );
    url = message;
    return { child };
  };
  return {
    ...{ usualMs: index.ms, start, remove: store.remove },
    inspect: () =>
      withStore(store, async (db) => {
        await endLease(db);
        return (await db.$count(programTransactions)) > 0 ? "part" : "nothing";
      }),
    finish: async () => {
      const { child } = await start();
      const getSlot = async () => (await (await fetch(`${url}/api/health`)).json()).indexer.lastSyncedSlot;
      await expect.poll(getSlot, LONG).toBe(String(index.contents.checkpoint));
      const headers = { "x-admin-key": ADMIN_API_KEY };
      const sync = async () => (await fetch(`${url}/api/admin/sync`, { method: "POST", headers })).json();
      // A run of the service's own may be in progress.
      await expect.poll(sync, LONG).toMatchObject({ ok: true, complete: true, drift: [] });
      await kill(child);
    },
    compare: () => withStore(store, async (db) => expect(await getContents(db)).toEqual(index.contents)),
  };
}

const schemaExists = (db: Database) =>
  db
    .select({ exists: sql<boolean>`to_regnamespace(${SECOND_SCHEMA}) is not null` })
    .from(sql`(select 1) one`)
    .then(([row]) => row?.exists);

async function killedReindex(): Promise<KilledWork> {
  const store = await createStore(server, reindexed.damaged);
  const start = () => startCommand(["reindex", "--json"], getSettings(store));
  return {
    ...{ usualMs: reindexed.ms, start, remove: store.remove },
    inspect: async () => {
      const isBegun = (await withStore(store, schemaExists)) === true;
      if (isBegun) await inSecondIndex(store, endLease);
      return isBegun ? "part" : "nothing";
    },
    finish: async (isFinished) => {
      if (!isFinished) await expectSuccess(await start());
    },
    compare: () =>
      withStore(store, async (db) => {
        expect(await schemaExists(db)).toBe(false);
        expect(await getContents(db)).toEqual(reindexed.contents);
      }),
  };
}

/** Returns the hash of each file below a folder by its path. */
async function getFiles(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length)] = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
  }
  return files;
}

async function killedSnapshot(): Promise<KilledWork> {
  const folder = await newFolder();
  const start = () => startCommand(["snapshot", "--json", "--to", folder], getSettings(indexed));
  return {
    ...{ usualMs: snapshots.ms, start, remove: () => rm(folder, { recursive: true }) },
    inspect: async () => {
      const env = { SNAPSHOT_DIR: folder, DATA_DIR: folder };
      for (const { lastSlot } of (await listSnapshots(env)).snapshots) {
        const source = openSource(join(folder, lastSlot));
        await verifyFiles(source, (await readSnapshot(source)).snapshot);
      }
      return existsSync(join(folder, "partial")) ? "part" : "nothing";
    },
    finish: async (isFinished) => {
      if (!isFinished) await expectSuccess(await start());
    },
    compare: async () => {
      expect((await readdir(folder)).toSorted()).toEqual([snapshots.slot, "lock"]);
      const { slot } = snapshots;
      expect(await getFiles(join(folder, slot))).toEqual(await getFiles(join(snapshots.folder, slot)));
    },
  };
}

async function killedMirror(): Promise<KilledWork> {
  const store = await createStore(server, empty);
  const source = join(snapshots.folder, snapshots.slot);
  const start = () => startCommand(["mirror", source, "--verify", "all", "--json"], getSettings(store));
  return {
    ...{ usualMs: mirrored.ms, start, remove: store.remove },
    inspect: () =>
      withStore(store, async (db) => {
        await endLease(db);
        if ((await selectMirror(db)) !== null) return "part";
        // The progress is deleted after the last step.
        return (await db.$count(programTransactions)) > 0 ? "all" : "nothing";
      }),
    finish: async (isFinished) => {
      if (!isFinished) await expectSuccess(await start());
    },
    compare: () => withStore(store, async (db) => expect(await getContents(db)).toEqual(mirrored.contents)),
  };
}

describe(`a killed process (KILL_SEED=${SEED})`, () => {
  const works: [name: keyof typeof KILLS, prepare: () => Promise<KilledWork>, isServerOnly: boolean][] = [
    ["backfill", killedBackfill, false],
    ["reindex", killedReindex, true],
    ["snapshot", killedSnapshot, false],
    ["mirror", killedMirror, false],
  ];
  for (const [at, [name, prepare, isServerOnly]] of works.entries())
    test.skipIf(!server && (isServerOnly || !IS_THOROUGH))(
      `${name} continues after its kills, and neither loses nor duplicates data`,
      TIMEOUT,
      async ({ annotate }) => {
        const { moments, ...counts } = await killAtRandom(prepare, { kills: KILLS[name], seed: SEED + at });
        await annotate(`killed after ${moments.join(", ")} ms; ${JSON.stringify(counts)}`);
        expect(moments).toHaveLength(KILLS[name]);
        if (IS_THOROUGH) expect(counts.midway).toBeGreaterThan(0);
      },
    );
});
