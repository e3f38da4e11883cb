import { setMaxListeners } from "node:events";
import "server-only";
import { type Database, type DatabaseHandle, openDatabase } from "@/db/client";
import type { ReplicaState } from "@/db/database";
import type { OpenEngine } from "@/db/embedded/engine";
import { selectGenesis, selectMirror } from "@/db/queries/indexing/sync-state";
import { discardAbandoned } from "@/db/queries/registration/staged-versions";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { databaseFailureListener } from "@/lib/service/database-failures";
import { type Chain, createChain } from "./chain/chain";
import { EndpointGenesis } from "./chain/endpoint-genesis";
import { Relay } from "./chain/relay";
import type { EndpointLag } from "./chain/rpc-client";
import { type Clock, systemClock } from "./clock";
import { type Env, EnvError, readEnv } from "./env";
import { globalSingleton } from "./global-singleton";
import type { KeyValueStore, RateLimiter } from "./kv/key-value-store";
import { openKeyValue } from "./kv/open";
import { createLogger, type Logger } from "./log";
import { createPublicFetch, type PublicFetch } from "./outbound/fetch-public";
import { cachePrices, createPrices, type Prices } from "./prices/prices";
import { queryContexts } from "./query-context";
import { rejectSetupErrors, reviewSetup, type SetupFinding } from "./setup/review-setup";
import { findUnknownSettings } from "./setup/unknown-settings";
import { openSponsor, type Sponsor } from "./sponsor/signer";
import { beginStatement, tracing } from "./tracing/tracing";

/** The dependencies of handlers, one instance of each per process. */
export type Services = Clock & {
  env: Env;
  log: Logger;
  db: Database;
  /** The database for reads, which may be a read replica that never returns older data than `db`. */
  reads: Database;
  /** The state of the read replica, if there is one. */
  replica?: DatabaseHandle["replica"];
  /** The state of a server's connection pool. */
  connections?: DatabaseHandle["connections"];
  kv: KeyValueStore;
  rateLimiter: RateLimiter;
  prices: Prices;
  /** Null only in a test without a network. */
  chain: Chain | null;
  /**
   * A client of the same network for public sync routes, with its own concurrency, so that these calls do not
   * delay others.
   */
  syncChain: Chain | null;
  relay: Relay;
  /** The account that pays fees of claims; null if none is set. */
  sponsor: Sponsor | null;
  /** Sends requests to servers that clients named. */
  fetchPublic: PublicFetch;
};

/** Maximum concurrent RPC calls of the public sync routes. */
const SYNC_CALLS_AT_ONCE = 3;

const shared = globalSingleton<Promise<Services>>("services");
const sharedOpen = globalSingleton<Services>("services-open");

/**
 * Returns the services of this process, opened at the first use. A failed attempt is not cached: the next
 * request tries again.
 */
export function services(): Promise<Services> {
  const opened = shared.get();
  if (opened) return opened;
  const opening = openServices(readEnv()).then(
    ({ services }) => {
      if (shared.get() === opening) sharedOpen.set(services);
      return services;
    },
    (error: unknown) => {
      shared.set(undefined);
      throw error;
    },
  );
  shared.set(opening);
  return opening;
}

/** Replaces the process's services; called by tests, and by the server after it has opened them. */
export function provideServices(replacement: Services | undefined): void {
  shared.set(replacement && Promise.resolve(replacement));
  sharedOpen.set(replacement);
}

/** Returns the RPC endpoints of the settings, or the local ledger. */
export const rpcUrls = (env: Pick<Env, "SOLANA_RPC_URL" | "LEDGER_PORT">): readonly string[] =>
  env.SOLANA_RPC_URL ?? [`http://127.0.0.1:${env.LEDGER_PORT}`];

export type ServiceOptions = {
  clock?: Clock;
  /** Default: JSON lines on standard output. */
  log?: Logger;
  /** Opens the embedded database. Default: Postgres in this thread. */
  openEngine?: OpenEngine;
};

/**
 * Opens all services of the settings. `stop` ends calls to the network and background work; `close` closes the
 * connections too.
 */
export async function openServices(
  env: Env,
  { clock = systemClock, log = createLogger(env.LOG_LEVEL), openEngine }: ServiceOptions = {},
): Promise<{ services: Services; stop(): void; close(): Promise<void> }> {
  logFindings([...reviewSetup(env), ...findUnknownSettings()], log);
  const sponsor = openSponsor(env);
  const database = await openDatabase({
    url: env.DATABASE_URL,
    readUrl: env.DATABASE_READ_URL,
    dataDir: env.DATA_DIR,
    openEngine,
    maxConnections: env.DATABASE_POOL_SIZE,
    prepare: env.DATABASE_PREPARE === "on",
    queryContext: () => queryContexts.getStore(),
    onStatement: tracing() && beginStatement,
    onWarning: (sentence) => log.warn(sentence),
    onReplicaChange: (state) => logReplica(log, state),
    onFailure: databaseFailureListener(log),
  });
  await rejectIncompleteMirror(database);
  const { db, reads, replica: readReplica, connections } = database;
  discardLeftovers(database, log);
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every call to the network listens for the end.
  setMaxListeners(0, signal);
  startUnlockBackfill(database, log, signal);
  const { kv, rateLimiter } = openKeyValue(env, log);
  const stop = () => stopping.abort();
  const close = async () => {
    stop();
    await kv.close();
    await database.close();
  };
  const lag: EndpointLag = new Map();
  const genesis = new EndpointGenesis(() => selectGenesis(reads));
  const ledger = { urls: rpcUrls(env), programId: env.VESTING_PROGRAM_ID, log, lag, genesis, signal };
  return {
    services: {
      ...{ env, log, db, reads, replica: readReplica, connections, kv, rateLimiter },
      prices: createPrices({ env, log, nowMs: clock.nowMs, onRead: cachePrices({ db, log }) }),
      chain: createChain(ledger),
      syncChain: createChain({ ...ledger, concurrency: SYNC_CALLS_AT_ONCE }),
      relay: new Relay(ledger.urls, log, { lag, genesis }),
      sponsor,
      fetchPublic: createPublicFetch(),
      ...clock,
    },
    stop,
    close,
  };
}

/**
 * Logs warnings about the settings. Throws EnvError for settings with which the service would not work as
 * documented.
 */
function logFindings(findings: readonly SetupFinding[], log: Logger): void {
  rejectSetupErrors(findings);
  for (const { setting, message, fix } of findings) log.warn({ setting }, `${message} ${fix}`);
}

/** Events of a snapshot that was refused, or whose check is not complete, may be forged. */
async function rejectIncompleteMirror({ db, close }: DatabaseHandle): Promise<void> {
  const progress = await selectMirror(db).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (progress === null) return;
  await close();
  throw new EnvError(
    "The database has a part of a snapshot, whose mirror was refused or is not complete. Repeat the command vesting-index mirror with the same snapshot until it succeeds, or set DATABASE_URL or DATA_DIR to a new database.",
  );
}

/** A replica lags briefly after every large write, so that state is only a debug message. */
function logReplica(log: Logger, state: ReplicaState): void {
  if (state === "in_use") log.info("reads use the read replica");
  else if (state === "lagging") log.debug("the read replica is behind; reads use the primary");
  else log.warn({ state }, "the read replica is unavailable; reads use the primary");
}

/** Another process on the same server may still be storing a campaign, which never takes this long. */
const STORING_SECONDS = 3_600;

/** Deletes, in the background, leaves of incomplete registrations that a killed process left behind. */
function discardLeftovers({ db, kind }: DatabaseHandle, log: Logger): void {
  const now = Math.floor(Date.now() / 1000);
  const before = BigInt(kind === "embedded" ? now : now - STORING_SECONDS);
  discardAbandoned(db, before).catch((error: unknown) => {
    log.warn({ error }, "leaves of incomplete registrations could not be deleted; the next start retries");
  });
}

/** Computes, in the background, the unlock sums of campaigns that an earlier version registered. */
function startUnlockBackfill({ db }: DatabaseHandle, log: Logger, signal: AbortSignal): void {
  backfillUnlockSums(db, { signal }).catch((error: unknown) => {
    if (!signal.aborted)
      log.warn({ error }, "unlock sums of earlier campaigns could not be computed; the next start continues");
  });
}
