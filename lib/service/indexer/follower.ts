import { setTimeout as sleep } from "node:timers/promises";
import type { ReadTransaction } from "@/db/queries/events/store-transactions";
import { updateStreamSlot } from "@/db/queries/indexing/sync-state";
import { REQUEST_DEADLINE } from "@/lib/service/chain/chain";
import { followLogs } from "@/lib/service/chain/follow-logs";
import type { Env } from "@/lib/service/env";
import { rpcUrls, type Services } from "@/lib/service/services";
import type { IndexerContext } from "./context";
import { indexerContext } from "./requests";
import { runIndexer } from "./run";
import { ingestSignatures, ingestTransactions } from "./store/ingest";

/** Reports transactions as they are confirmed, until the signal is aborted. */
export type Follow = (listeners: {
  onSignature: (seen: { signature: string; failed: boolean }) => void;
  /** A whole transaction, from a subscription that delivers more than signatures. */
  onTransaction: (transaction: ReadTransaction) => void;
  /** Transactions may have been missed. */
  onGap: () => void;
  /** Reported transactions have become final. */
  onFinal: () => void;
  signal: AbortSignal;
}) => Promise<void>;

export type FollowerOptions = {
  follow: Follow;
  /** Milliseconds between runs that find transactions the subscription missed and track finality. */
  intervalMs?: number;
  timeLimitMs: number;
};

export type Follower = {
  /** Ends the subscription and the work in progress. */
  close(): Promise<void>;
};

const INTERVAL_MS = 15_000;
/**
 * After a gap the next run starts at once; this pause prevents a flapping subscription from causing
 * continuous runs.
 */
const SHORTEST_PAUSE_MS = 1_000;
const BATCH = 50;
/** Concurrent batches, so that a slow response of the network does not delay the next claim. */
const SIDE_BY_SIDE = 4;
/** Maximum signatures waiting to be indexed; the next run finds the rest. */
const MAX_WAITING = 5_000;

/**
 * Keeps the index up to date in a long-running process. Indexes each transaction that the subscription
 * reports. Runs find missed transactions: at the start, after every interruption, and every few seconds.
 */
export function followNetwork(
  context: IndexerContext,
  { follow, intervalMs = INTERVAL_MS, timeLimitMs }: FollowerOptions,
): Follower {
  const ended = new AbortController();
  const { signal } = ended;
  /** Reported transactions by signature; null if only the signature is known. */
  const seen = new Map<string, ReadTransaction | null>();
  const news = new WakeSignal();
  const gaps = new WakeSignal();
  const warn = (error: unknown) => {
    if (!signal.aborted) context.log.warn({ error }, "indexer: following the network failed");
  };

  const report = (signature: string, transaction: ReadTransaction | null) => {
    if (seen.size >= MAX_WAITING) return;
    seen.set(signature, transaction ?? seen.get(signature) ?? null);
    news.ring();
  };
  const following = follow({
    signal,
    onGap: () => gaps.ring(),
    onFinal: () => gaps.ring(),
    onSignature: ({ signature, failed }) => {
      if (!failed) report(signature, null);
    },
    onTransaction: (transaction) => report(transaction.signature, transaction),
  }).catch(warn);

  const underWay = new Set<Promise<unknown>>();
  const indexing = untilAborted(signal, async () => {
    await news.waitForSignal(signal);
    const batch = [...seen].slice(0, BATCH);
    for (const [signature] of batch) seen.delete(signature);
    if (seen.size > 0) news.ring();
    const work = ingestBatch(context, batch)
      .catch(warn)
      .finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= SIDE_BY_SIDE) await Promise.race(underWay);
  });

  const running = untilAborted(signal, async () => {
    const report = await runIndexer(context, { timeLimitMs, signal }).catch(warn);
    // A long history takes several runs; transactions that the network does not return yet can wait for the
    // next regular run.
    if (report && "complete" in report && !report.complete && report.ok) gaps.ring();
    // The other run may belong to a killed process, whose lease expires within seconds and which only this
    // process can continue.
    if (report && "skipped" in report) gaps.ring();
    await sleep(SHORTEST_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    await gaps.waitForSignal(signal, intervalMs);
  });

  return {
    async close() {
      ended.abort();
      await Promise.all([following, indexing, running]);
      await Promise.all(underWay);
    },
  };
}

async function ingestBatch(
  context: IndexerContext,
  batch: readonly (readonly [string, ReadTransaction | null])[],
): Promise<void> {
  const whole = batch.flatMap(([, transaction]) => transaction ?? []);
  const others = batch.flatMap(([signature, transaction]) => (transaction ? [] : signature));
  await Promise.all([
    whole.length > 0 && ingestTransactions(context, whole),
    others.length > 0 && ingestSignatures(context, others),
  ]);
}

async function untilAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) await work();
}

/** A wake signal for one listener; a signal without a listener is kept for the next wait. */
class WakeSignal {
  private isRinging = false;
  private wake: () => void = () => undefined;

  ring(): void {
    this.isRinging = true;
    this.wake();
  }

  /** Resolves at a signal, at an abort, or after `ms`. */
  async waitForSignal(signal: AbortSignal, ms?: number): Promise<void> {
    if (!this.isRinging && !signal.aborted) await this.wait(signal, ms);
    this.isRinging = false;
  }

  private async wait(signal: AbortSignal, ms?: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.wake = () => resolve();
      signal.addEventListener("abort", this.wake, { once: true });
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    signal.removeEventListener("abort", this.wake);
  }
}

/** Starts the follower of a self-hosted process. */
export function startFollower(services: Services): Follower {
  const { env, log } = services;
  const programId = env.VESTING_PROGRAM_ID;
  return followNetwork(indexerContext(services), {
    timeLimitMs: env.SYNC_BUDGET_MS,
    follow: (listeners) =>
      env.GEYSER_URL === undefined
        ? followLogs({ urls: rpcUrls(env), programId, log, ...listeners })
        : followServer({ ...services, env: { ...env, GEYSER_URL: env.GEYSER_URL } }, listeners),
  });
}

/** Follows a Yellowstone gRPC server, whose client is loaded only if one is set. */
async function followServer(
  { env, log, chain, db }: Pick<Services, "log" | "chain" | "db"> & { env: Env & { GEYSER_URL: string } },
  listeners: Parameters<Follow>[0],
): Promise<void> {
  const { followGeyser } = await import("@/lib/service/chain/geyser/follow-geyser");
  await followGeyser({
    url: env.GEYSER_URL,
    token: env.GEYSER_TOKEN,
    programId: env.VESTING_PROGRAM_ID,
    isKnownBlock: async (blockhash) => (await chain?.isBlockhashValid(blockhash, REQUEST_DEADLINE)) === true,
    onBlock: recordBlocks(db, log),
    log,
    ...listeners,
  });
}

/** Several times per `MAX_STREAM_AGE`. */
const RECORD_MS = 5_000;

/** Returns a function that stores, every few seconds, that the stream delivers, for health in all processes. */
function recordBlocks(db: Services["db"], log: Services["log"]): (slot: bigint) => void {
  let nextMs = 0;
  return (slot) => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + RECORD_MS;
    updateStreamSlot(db, slot).catch((error: unknown) => {
      log.debug({ error }, "indexer: the state of the stream could not be stored");
    });
  };
}
