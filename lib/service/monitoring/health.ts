import type { z } from "zod";
import { selectIndexState } from "@/db/queries/indexing/sync-state";
import type { ReplicaState } from "@/db/read-replica";
import type { healthView } from "@/lib/contract/health";
import { readGenesis } from "@/lib/service/chain/genesis";
import { parseProblems } from "@/lib/service/indexer/problems";
import type { Services } from "@/lib/service/services";
import { VERSION } from "@/lib/service/version";

/** A check that takes longer counts as failed. */
const GIVE_UP_MS = 2000;
/** Answers younger than this are given again, as the route has no rate limit to protect what it asks. */
const REUSE_MS = 1000;
/** A caller is not kept longer than this, by the clock, while the last result is known: a busy process has that to tell. */
const PATIENCE_MS = 500;
/** While there is none, what is known by then is told: what has not answered counts as away. */
const FIRST_PATIENCE_MS = 900;

/** Problems with their details, which name hosts and are for the operator alone. */
export type Health = Omit<z.output<typeof healthView>, "setup">;

type Recent = { measuring: Promise<Health>; soFar: () => Health; atMs: number; last: Health | null };

const recent = new WeakMap<Services, Recent>();

/** Whether the database and the ledger answer within two seconds, never why not. */
export async function checkHealth(services: Services): Promise<Health> {
  const current = currentMeasurement(services);
  const { last, atMs } = current;
  return last && atMs !== Number.POSITIVE_INFINITY ? last : awaitHealth(current);
}

async function awaitHealth({ measuring, last, soFar }: Recent): Promise<Health> {
  const { promise: waited, resolve } = deferred<Health>();
  if (!last) {
    const cancel = setLateTimeout(() => resolve(soFar()), FIRST_PATIENCE_MS);
    return Promise.race([measuring, waited]).finally(cancel);
  }
  const timer = setTimeout(() => resolve(last), PATIENCE_MS);
  return Promise.race([measuring, waited]).finally(() => clearTimeout(timer));
}

/** The measurement under way or just made; its result replaces the last one when it is there. */
function currentMeasurement(services: Services): Recent {
  const known = recent.get(services);
  const nowMs = services.nowMs();
  if (known && nowMs - known.atMs < REUSE_MS) return known;
  const current: Recent = {
    ...measure(services),
    atMs: Number.POSITIVE_INFINITY,
    last: known?.last ?? null,
  };
  recent.set(services, current);
  void current.measuring.then((health) => {
    current.last = health;
    current.atMs = nowMs;
  });
  return current;
}

type Found = {
  checkpoint: Awaited<ReturnType<typeof selectIndexState>> | null;
  rpc: boolean;
  genesis: string | null;
  standby: ReplicaState | undefined;
};

function measure(services: Services): Pick<Recent, "measuring" | "soFar"> {
  const { db, chain, standby } = services;
  const found: Found = { checkpoint: null, rpc: false, genesis: null, standby: standby && "away" };
  const checks = [
    withinLimit(selectIndexState(db)).then((checkpoint) => {
      found.checkpoint = checkpoint;
    }),
    withinLimit(chain?.isHealthy() ?? Promise.resolve(false)).then((isUp) => {
      found.rpc = isUp === true;
    }),
    withinLimit(readGenesis(services)).then((genesis) => {
      found.genesis = genesis;
    }),
    standby?.check().then((state) => {
      found.standby = state;
    }),
  ];
  const soFar = () => report(services, found);
  return { measuring: Promise.all(checks).then(soFar), soFar };
}

function report({ now }: Services, { checkpoint, rpc, genesis, standby }: Found): Health {
  const timestamp = Number(now());
  const indexedTo = checkpoint ?? { slot: 0n, timestamp: 0n, problems: null };
  const problems = parseProblems(indexedTo.problems);
  return {
    status: !checkpoint ? "down" : rpc && problems.length === 0 ? "ok" : "degraded",
    db: checkpoint !== null,
    rpc,
    version: VERSION,
    timestamp,
    ...(genesis !== null && { genesis }),
    indexer: {
      lastSyncedSlot: indexedTo.slot.toString(),
      lastSyncTimestamp: indexedTo.timestamp.toString(),
      lagSeconds: indexedTo.timestamp === 0n ? null : Math.max(0, timestamp - Number(indexedTo.timestamp)),
      problems,
    },
    ...(standby && { standby }),
  };
}

/** Returns the result of `work`, or null when that fails or takes too long: a check has no use for the reason. */
async function withinLimit<T>(work: Promise<T>): Promise<T | null> {
  const { promise: expired, resolve } = deferred<null>();
  const cancel = setLateTimeout(() => resolve(null), GIVE_UP_MS);
  return Promise.race([work.catch(() => null), expired]).finally(cancel);
}

/**
 * Calls back after a time, and after the results that arrived while the event loop was blocked. Returns a function that
 * cancels it.
 */
function setLateTimeout(callback: () => void, ms: number): () => void {
  const timer = setTimeout(() => setImmediate(() => setImmediate(callback)), ms);
  return () => clearTimeout(timer);
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
