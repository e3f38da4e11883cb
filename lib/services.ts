import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { type Clock, systemClock } from "./clock";
import { type Env, readEnv } from "./env";
import type { KeyValueStore, RateLimiter } from "./kv/key-value-store";
import { createLogger, type Logger } from "./log";
import { processWide } from "./process-wide";

type Database = PgDatabase<PgQueryResultHKT>;
type Chain = { isHealthy(): Promise<boolean> };

/** What a handler may need, one of each per process. */
export type Services = Clock & {
  env: Env;
  log: Logger;
  db: Database;
  kv: KeyValueStore;
  rateLimiter: RateLimiter;
  /** Null until a ledger is known: no `SOLANA_RPC_URL`, and no local ledger running. */
  chain: Chain | null;
};

const shared = processWide<Promise<Services>>("services");

/** The services of this process, opened at first use. A failed opening is not kept: the next request tries again. */
export function services(): Promise<Services> {
  const opened = shared.get();
  if (opened) return opened;
  const opening = openServices().catch((error: unknown) => {
    shared.set(undefined);
    throw error;
  });
  shared.set(opening);
  return opening;
}

/** Replaces the process's services, by tests and by the server once it has opened them. */
export function provideServices(replacement: Services | undefined): void {
  shared.set(replacement && Promise.resolve(replacement));
}

async function openServices(): Promise<Services> {
  const env = readEnv();
  createLogger(env.LOG_LEVEL);
  void systemClock;
  throw new Error("No services were opened.");
}
