import "server-only";
import { type Database, type DatabaseHandle, openDatabase } from "@/db/client";
import type { ReplicaState } from "@/db/database";
import type { OpenEngine } from "@/db/embedded/engine";
import { selectGenesis } from "@/db/queries/indexing/sync-state";
import { discardAbandoned } from "@/db/queries/registration/staged-versions";
import { backfillUnlockSums } from "@/db/queries/registration/unlock-sums";
import { databaseFailureListener } from "@/lib/service/database-failures";
import { askers } from "./asker";
import { type Chain, createChain } from "./chain/chain";
import { EndpointGenesis } from "./chain/endpoint-genesis";
import { Relay } from "./chain/relay";
import type { EndpointLag } from "./chain/rpc-client";
import { type Clock, systemClock } from "./clock";
import { type Env, readEnv } from "./env";
import type { KeyValueStore, RateLimiter } from "./kv/key-value-store";
import { openKeyValue } from "./kv/open";
import { createLogger, type Logger } from "./log";
import { createPublicFetch, type PublicFetch } from "./outbound/fetch-public";
import { createPrices, keepPrices, type Prices } from "./prices/prices";
import { processWide } from "./process-wide";
import { refuseFaults, reviewSetup, type SetupFinding } from "./setup/review-setup";
import { findUnknownSettings } from "./setup/unknown-settings";
import { beginStatement, tracing } from "./tracing/tracing";

/** What a handler may need, one of each per process. */
export type Services = Clock & {
  env: Env;
  log: Logger;
  db: Database;
  /** The same for what only reads, which may be a stand-by: it never gives less than `db`. */
  reads: Database;
  /** How the stand-by stands, where there is one. */
  standby?: DatabaseHandle["standby"];
  /** How the pool of a server stands. */
  connections?: DatabaseHandle["connections"];
  kv: KeyValueStore;
  rateLimiter: RateLimiter;
  prices: Prices;
  /** Null only where a test has no ledger. */
  chain: Chain | null;
  /** The same ledger for what strangers have indexed, with calls of its own, so that they never wait in others' way. */
  syncChain: Chain | null;
  relay: Relay;
  /** Asks servers that strangers named. */
  fetchPublic: PublicFetch;
};

/** Ledger calls under way at once for the public sync routes. */
const SYNC_CALLS_AT_ONCE = 3;

const shared = processWide<Promise<Services>>("services");
const sharedOpen = processWide<Services>("services-open");

/** The services of this process, opened at first use. A failed opening is not kept: the next request tries again. */
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

/** Replaces the process's services, by tests and by the server once it has opened them. */
export function provideServices(replacement: Services | undefined): void {
  shared.set(replacement && Promise.resolve(replacement));
  sharedOpen.set(replacement);
}

/** Where the ledger answers: the endpoints of the settings, or the local ledger. */
export const rpcUrls = (env: Pick<Env, "SOLANA_RPC_URL" | "LEDGER_PORT">): readonly string[] =>
  env.SOLANA_RPC_URL ?? [`http://127.0.0.1:${env.LEDGER_PORT}`];

export type ServiceOptions = {
  clock?: Clock;
  /** Lines of JSON on standard output unless said. */
  log?: Logger;
  /** What opens the embedded database; Postgres in this thread unless said. */
  openEngine?: OpenEngine;
};

/** Opens everything the settings name; `close` ends the connections. */
export async function openServices(
  env: Env,
  { clock = systemClock, log = createLogger(env.LOG_LEVEL), openEngine }: ServiceOptions = {},
): Promise<{ services: Services; close(): Promise<void> }> {
  sayFindings([...reviewSetup(env), ...findUnknownSettings()], log);
  const database = await openDatabase({
    url: env.DATABASE_URL,
    readUrl: env.DATABASE_READ_URL,
    dataDir: env.DATA_DIR,
    openEngine,
    maxConnections: env.DATABASE_POOL_SIZE,
    prepare: env.DATABASE_PREPARE === "on",
    asker: () => askers().getStore(),
    onStatement: tracing() && beginStatement,
    onWarning: (sentence) => log.warn(sentence),
    onStandby: (state) => logStandby(log, state),
    onFailure: databaseFailureListener(log),
  });
  const { db, reads, standby, connections } = database;
  discardLeftovers(database, log);
  const closing = new AbortController();
  sumUpUnlocks(database, log, closing.signal);
  const { kv, rateLimiter } = openKeyValue(env, log);
  const close = async () => {
    closing.abort();
    await kv.close();
    await database.close();
  };
  const lag: EndpointLag = new Map();
  const genesis = new EndpointGenesis(() => selectGenesis(reads));
  const ledger = { urls: rpcUrls(env), programId: env.VESTING_PROGRAM_ID, log, lag, genesis };
  return {
    services: {
      ...{ env, log, db, reads, standby, connections, kv, rateLimiter },
      prices: createPrices({ env, log, nowMs: clock.nowMs, onRead: keepPrices({ db, log }) }),
      chain: createChain(ledger),
      syncChain: createChain({ ...ledger, concurrency: SYNC_CALLS_AT_ONCE }),
      relay: new Relay(ledger.urls, log, { lag, genesis }),
      fetchPublic: createPublicFetch(),
      ...clock,
    },
    close,
  };
}

/** Throws EnvError for settings with which the service would not do what it says. */
function sayFindings(findings: readonly SetupFinding[], log: Logger): void {
  refuseFaults(findings);
  for (const { setting, says, mend } of findings) log.warn({ setting }, `${says} ${mend}`);
}

/** Being behind comes and goes with every large write. */
function logStandby(log: Logger, state: ReplicaState): void {
  if (state === "used") log.info("the stand-by is read");
  else if (state === "behind") log.debug("the stand-by is behind: the primary is read");
  else log.warn({ state }, "the stand-by cannot be read: the primary is");
}

/** Another process on the same server may be storing a campaign still, and none takes this long. */
const STORING_SECONDS = 3_600;

/** Deletes, in the background, leaves that a process which was killed had begun to store. */
function discardLeftovers({ db, kind }: DatabaseHandle, log: Logger): void {
  const now = Math.floor(Date.now() / 1000);
  const before = BigInt(kind === "embedded" ? now : now - STORING_SECONDS);
  discardAbandoned(db, before).catch((error: unknown) => {
    log.warn({ error }, "leaves that no campaign has could not be deleted; the next start tries again");
  });
}

/** Sums up, in the background, what unlocks of campaigns that an earlier version registered. */
function sumUpUnlocks({ db }: DatabaseHandle, log: Logger, signal: AbortSignal): void {
  backfillUnlockSums(db, { signal }).catch((error: unknown) => {
    if (!signal.aborted)
      log.warn({ error }, "unlocks of earlier campaigns could not be summed up; the next start goes on");
  });
}
