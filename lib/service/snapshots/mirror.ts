import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { inTransaction } from "@/db/in-transaction";
import { upsertListed } from "@/db/queries/indexing/program-transactions";
import {
  acquireRunLease,
  deleteMirror,
  holdRunLease,
  pinGenesis,
  releaseRunLease,
  selectMirror,
} from "@/db/queries/indexing/sync-state";
import { discardAbandoned } from "@/db/queries/registration/staged-versions";
import { countEventful, isIndexEmpty, selectIncompleteTotal } from "@/db/queries/snapshots/mirror-checks";
import type { SnapshotBody, SnapshotManifest } from "@/lib/contract/snapshot";
import { I64_MAX } from "@/lib/core/solana/integers";
import type { IndexerContext } from "@/lib/service/indexer/context";
import { saveDiscovery } from "@/lib/service/indexer/discover/discovery-state";
import { type RunReport, runIndexer } from "@/lib/service/indexer/run";
import { readUnreadLine } from "./lines";
import { MANIFEST, MAX_MANIFEST_BYTES, readManifest } from "./manifest";
import { type MirrorContext, type MirrorProgress, saveProgress } from "./mirror-context";
import { mirrorEvents } from "./mirror-events";
import { mirrorLists, type SkippedCampaign } from "./mirror-lists";
import { type LinePosition, snapshotLines } from "./read-files";
import { SnapshotError } from "./snapshot-error";
import { readText, type SnapshotSource } from "./source";

export type MirrorOptions = {
  source: SnapshotSource;
  /** Compares every transaction with the network, or about 200 random ones. */
  verify: "sample" | "all";
  /** The only accepted signer, whose lists of closed accounts are trusted. */
  signer?: string | undefined;
  onProgress?: MirrorProgress;
  /** Milliseconds for following the network up to its head. */
  followMs?: number;
};

export type MirrorReport = {
  snapshot: SnapshotBody;
  /** Campaigns without leaves in the index: the network cannot confirm their lists. */
  skipped: SkippedCampaign[];
  /** Transactions that were compared with the network, and those that no endpoint returned. */
  checked: number;
  unavailable: number;
  /** Transactions with events up to the last slot that the snapshot omitted; found only if all are verified. */
  omitted: number;
  /** The last run of the indexer after the snapshot was stored. */
  run: RunReport;
};

const LEASE_MS = 9_000;
const FOLLOW_MS = 900_000;
const RUN_MS = 60_000;
const START: LinePosition = { file: 0, line: 0 };

const progressNote = z.object({
  root: z.string(),
  position: z.object({ file: z.int(), line: z.int() }),
  /** Whether everything is stored, so that only the network is left to follow. */
  isStored: z.boolean(),
});

/** Reads and verifies the manifest of a snapshot. @throws SnapshotError */
export async function readSnapshot(source: SnapshotSource): Promise<SnapshotManifest> {
  return readManifest(await readText(source, MANIFEST, MAX_MANIFEST_BYTES));
}

/**
 * Fills an empty index from a snapshot, and follows the network from its last slot on. Verifies every hash, every list
 * against the account of its campaign, and the sums of claims; compares events with the network. A repetition after an
 * interruption continues. The index must not be served before this function returns.
 *
 * @throws SnapshotError with the place of a fault
 * @throws NetworkUnavailableError
 */
export async function mirrorSnapshot(context: IndexerContext, options: MirrorOptions): Promise<MirrorReport> {
  const { source, verify } = options;
  const { snapshot, signature } = await readSnapshot(source);
  if (options.signer && signature?.signer !== options.signer)
    throw new SnapshotError(`${MANIFEST}, signature`, `the signer is ${signature?.signer ?? "missing"}.`);
  const genesis = await context.chain.getGenesisHash();
  if (snapshot.genesis !== genesis)
    throw new SnapshotError(`${MANIFEST}, snapshot.genesis`, `the network has the genesis hash ${genesis}.`);
  if (snapshot.programId !== context.programId)
    throw new SnapshotError(
      `${MANIFEST}, snapshot.programId`,
      `the program of this index is ${context.programId}.`,
    );
  const lease = { holder: randomUUID(), ttlMs: LEASE_MS };
  const mirror: MirrorContext = {
    ...context,
    ...{ lease, source, snapshot, verify, onProgress: options.onProgress },
    isTrusted: options.signer !== undefined,
  };
  const stored = await underLease(mirror, () => storeSnapshot(mirror));
  const before = await countEventful(context.db, BigInt(snapshot.lastSlot));
  const run = await follow(context, options.followMs ?? FOLLOW_MS);
  await deleteMirror(context.db);
  const after = await countEventful(context.db, BigInt(snapshot.lastSlot));
  const omitted = verify === "all" ? Math.max(0, after - before - stored.unread) : 0;
  const { skipped, checked, unavailable } = stored;
  return { snapshot, skipped, checked, unavailable, omitted, run };
}

/** Holds the lease of indexer runs meanwhile: a killed mirror still has it for a few seconds. */
async function underLease<T>(context: MirrorContext, work: () => Promise<T>): Promise<T> {
  const { db, lease, log } = context;
  const untilMs = performance.now() + 2 * LEASE_MS;
  while (!(await acquireRunLease(db, lease))) {
    if (performance.now() > untilMs)
      throw new SnapshotError("database", "another process is indexing. Stop the service, then try again.");
    await sleep(250);
  }
  const renewing = setInterval(
    () =>
      holdRunLease(db, lease).catch((error: unknown) => log.warn({ error }, "mirror: the lease was lost")),
    LEASE_MS / 4,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await releaseRunLease(db, lease.holder).catch(() => undefined);
  }
}

async function storeSnapshot(context: MirrorContext) {
  const { db, snapshot } = context;
  const { position, isStored } = await startPosition(context);
  if ((await pinGenesis(db, snapshot.genesis)) !== snapshot.genesis)
    throw new SnapshotError("database", "it has the index of another network.");
  const unread = await readUnread(context);
  if (isStored) return { skipped: [], unread: unread.length, checked: 0, unavailable: 0 };
  // A killed attempt leaves the leaves of its last list; the lease excludes another mirror that still stores one.
  await discardAbandoned(db, I64_MAX);
  const skipped = await mirrorLists(context, position);
  const events = await mirrorEvents(context, position);
  // Events of unread transactions are missing in the sums until the network is followed.
  const partial = unread.length === 0 ? await selectIncompleteTotal(db) : null;
  if (partial)
    throw new SnapshotError(
      partial.treeAddress,
      `its claims sum up to ${partial.claimedSum}, but the program's total is ${partial.totalClaimed}. Events are missing or forged; do not use this database.`,
    );
  await complete(context, unread);
  return { skipped, unread: unread.length, ...events };
}

/** Returns the position after which an earlier attempt was interrupted. */
async function startPosition({ db, snapshot }: MirrorContext) {
  const note = await selectMirror(db);
  if (note === null) {
    if (!(await isIndexEmpty(db)))
      throw new SnapshotError("database", "it is not empty. Use a new DATABASE_URL or DATA_DIR.");
    await saveProgress(db, snapshot, START);
    return { position: START, isStored: false };
  }
  const { root, ...progress } = progressNote.parse(JSON.parse(note));
  if (root === snapshot.root) return progress;
  throw new SnapshotError(
    "database",
    "it has a part of another snapshot. Use a new DATABASE_URL or DATA_DIR.",
  );
}

async function readUnread({ source, snapshot }: MirrorContext) {
  const unread: ReturnType<typeof readUnreadLine>[] = [];
  for await (const line of snapshotLines(source, snapshot, { kind: "unread", after: START })) {
    try {
      unread.push(readUnreadLine(line.text));
    } catch (error) {
      throw line.refusal(error instanceof Error ? error.message : "it is invalid.");
    }
  }
  return unread;
}

/** Marks the snapshot as stored, so that the indexer continues after its last slot. */
async function complete(context: MirrorContext, unread: readonly { signature: string; slot: bigint }[]) {
  const lastSlot = BigInt(context.snapshot.lastSlot);
  await inTransaction(context.db, async (tx) => {
    await holdRunLease(tx, context.lease);
    await upsertListed(
      tx,
      unread.map((item) => ({ ...item, txIndex: null, blockTime: null, finalized: true, failed: false })),
    );
    // Without this state the indexer lists all transactions of the program, which finds omitted ones.
    if (context.verify === "sample")
      await saveDiscovery(tx, { completeTo: lastSlot, finalTo: lastSlot, scan: null, failing: null });
    await saveProgress(tx, context.snapshot, { ...START, isStored: true });
    await context.onStep?.("mirror: before commit");
  });
}

/** Runs the indexer up to the head of the network, and compares every campaign with its account. */
async function follow(context: IndexerContext, timeLimitMs: number): Promise<RunReport> {
  const untilMs = performance.now() + timeLimitMs;
  for (;;) {
    const run = await runIndexer(context, { full: true, timeLimitMs: RUN_MS });
    const isOver = performance.now() > untilMs;
    if (!("skipped" in run) && (run.complete || isOver)) return run;
    if (isOver) throw new SnapshotError("database", "another process is indexing. Stop the service.");
    await sleep(250);
  }
}
