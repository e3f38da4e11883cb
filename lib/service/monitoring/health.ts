import type * as z from "zod";
import type { ReplicaState } from "@/db/database";
import { selectIndexState, writeCheck } from "@/db/queries/indexing/sync-state";
import { setUnblockedTimeout } from "@/db/unblocked-timeout";
import type { healthView } from "@/lib/contract/health";
import { type IndexProblem, MAX_INDEX_LAG_SECONDS } from "@/lib/contract/index-problem";
import type { ProgramView } from "@/lib/contract/program";
import { readBlockAge } from "@/lib/service/chain/block-age";
import { readGenesis } from "@/lib/service/chain/genesis";
import { readProgram } from "@/lib/service/chain/program";
import { recentStorageFailure } from "@/lib/service/database-failures";
import { hasSharedStore } from "@/lib/service/env";
import { parseProblems } from "@/lib/service/indexer/problems";
import type { Services } from "@/lib/service/services";
import { readSponsorState } from "@/lib/service/sponsored-claims/sponsored-claims";
import { VERSION } from "@/lib/service/version";

/** A check that takes longer counts as failed. */
const CHECK_TIMEOUT_MS = 2000;
/** A result is reused for this long, since the route has no rate limit. So no response is older than three seconds. */
const REUSE_MS = 1000;

/** Problems with their details, which name hosts and are for the operator alone. */
export type Health = Omit<z.output<typeof healthView>, "setup">;

/**
 * Health, and the seconds since a run of the indexer last reached the network's head: before the first such run, since
 * the first check of any process. Null while that is unknown, and on a local ledger before the first run.
 */
type Measured = { health: Health; indexAge: number | null };
type Measurement = { result: Promise<Measured>; isRunning: boolean; endedMs: number };

const measurements = new WeakMap<Services, Measurement>();

/** Checks the database and the ledger, within two seconds. */
export const checkHealth = async (services: Services): Promise<Health> =>
  (await measureHealth(services)).health;

/** Checks health together with the age of the index. Concurrent callers share one check (single-flight). */
export function measureHealth(services: Services): Promise<Measured> {
  const known = measurements.get(services);
  if (known && (known.isRunning || services.nowMs() - known.endedMs < REUSE_MS)) return known.result;
  const current: Measurement = { result: measure(services), isRunning: true, endedMs: 0 };
  measurements.set(services, current);
  void current.result.finally(() => {
    current.isRunning = false;
    current.endedMs = services.nowMs();
  });
  return current.result;
}

async function measure(services: Services): Promise<Measured> {
  const { db, chain, replica: readReplica } = services;
  const [checkpoint, written, isHealthy, genesis, replica, store, program, blockAge, sponsor] =
    await Promise.all([
      withinLimit(selectIndexState(db)),
      withinLimit(writeCheck(db)),
      withinLimit(chain?.isHealthy() ?? Promise.resolve(false)),
      withinLimit(readGenesis(services)),
      readReplica && withinLimit(readReplica.check()),
      hasSharedStore(services.env) ? withinLimit(checkStore(services)) : undefined,
      withinLimit(readProgram(services)),
      withinLimit(readBlockAge(services)),
      withinLimit(readSponsorState(services)),
    ]);
  return report(services, {
    checkpoint,
    written,
    writable: written !== null && recentStorageFailure() === null,
    rpc: isHealthy === true,
    store: store === undefined ? undefined : store === true,
    clock: {
      aheadOfDatabase: written && Math.floor(services.nowMs() / 1000) - Number(written.writtenAt),
      newestBlockAge: blockAge,
    },
    program,
    genesis,
    readReplica: readReplica && (replica ?? "unavailable"),
    stream: followsStream(services) ? streamState(checkpoint) : undefined,
    sponsor: services.sponsor ? (sponsor ?? "unknown") : undefined,
  });
}

type Found = {
  checkpoint: Awaited<ReturnType<typeof selectIndexState>> | null;
  written: Awaited<ReturnType<typeof writeCheck>> | null;
  writable: boolean;
  rpc: boolean;
  store: boolean | undefined;
  clock: Health["clock"];
  program: ProgramView | null;
  genesis: string | null;
  readReplica: ReplicaState | undefined;
  stream: Health["stream"];
  sponsor: Health["sponsor"];
};

/** Seconds without a block, which the network produces several times per second, after which the stream is down. */
const MAX_STREAM_AGE = 30;

/** On Vercel no process stays to follow a stream; its setting is a warning of the setup. */
const followsStream = ({ env }: Services) => env.GEYSER_URL !== undefined && env.VERCEL !== "1";

function streamState(index: Found["checkpoint"]): Health["stream"] {
  if (index === null) return "unknown";
  return index.streamAge !== null && index.streamAge <= MAX_STREAM_AGE ? "connected" : "down";
}

/** Sign-in needs the store; reads do not. */
async function checkStore({ kv }: Services): Promise<boolean> {
  await kv.put("health", "", 60);
  return true;
}

/** The schedule on Vercel starts one run a day, with an hour of tolerance. */
const MAX_LAG_ON_VERCEL_SECONDS = 25 * 3_600;

/** A stopped indexer stores no problem. The clock of a local ledger can be moved ahead, which is not a lag. */
function findLag({ SOLANA_RPC_URL, VERCEL }: Services["env"], indexAge: number | null): IndexProblem[] {
  const max = VERCEL === "1" ? MAX_LAG_ON_VERCEL_SECONDS : MAX_INDEX_LAG_SECONDS;
  const isLagging = SOLANA_RPC_URL !== undefined && Number(indexAge) > max;
  return isLagging ? [{ code: "index_lagging", count: 1 }] : [];
}

/** Returns the seconds since the first check, in which a run could have been complete. */
const waitedSeconds = ({ SOLANA_RPC_URL }: Services["env"], { checkpoint, written }: Found): number | null =>
  checkpoint && written && SOLANA_RPC_URL !== undefined ? Number(written.writtenAt - written.firstAt) : null;

function report({ env, now }: Services, found: Found): Measured {
  const { checkpoint, writable, rpc, store, clock, program, genesis, readReplica, stream, sponsor } = found;
  const timestamp = Number(now());
  const indexedTo = checkpoint ?? { slot: 0n, timestamp: 0n, problems: null };
  const lagSeconds = indexedTo.timestamp === 0n ? null : Math.max(0, timestamp - Number(indexedTo.timestamp));
  const indexAge = lagSeconds ?? waitedSeconds(env, found);
  const problems = [...findLag(env, indexAge), ...parseProblems(indexedTo.problems)];
  const isWell = writable && rpc && store !== false && stream !== "down" && problems.length === 0;
  const health: Health = {
    status: !checkpoint ? "down" : isWell ? "ok" : "degraded",
    db: checkpoint !== null,
    writable: checkpoint !== null && writable,
    rpc,
    ...(store !== undefined && { store }),
    version: VERSION,
    timestamp,
    checkedAt: timestamp,
    clock,
    ...(genesis !== null && { genesis }),
    ...(program !== null && { program }),
    indexer: {
      lastSyncedSlot: indexedTo.slot.toString(),
      lastSyncTimestamp: indexedTo.timestamp.toString(),
      lagSeconds,
      problems,
    },
    ...(readReplica && { readReplica }),
    ...(stream && { stream }),
    ...(sponsor && { sponsor }),
  };
  return { health, indexAge };
}

/** Returns the result of `work`, or null when it fails or takes too long while the event loop is not blocked. */
async function withinLimit<T>(work: Promise<T>): Promise<T | null> {
  let cancel = () => {};
  const expired = new Promise<null>((resolve) => {
    cancel = setUnblockedTimeout(CHECK_TIMEOUT_MS, () => resolve(null));
  });
  return Promise.race([work.catch(() => null), expired]).finally(() => cancel());
}
