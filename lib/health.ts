import { selectSyncState } from "@/db/queries/sync-state";
import type { Services } from "./services";
import { VERSION } from "./version";

const GIVE_UP_MS = 2000;
/** Answers younger than this are given again, as the route has no rate limit to protect what it asks. */
const REUSE_MS = 1000;

const CHECKPOINT = ["last_synced_slot", "last_sync_timestamp"] as const;

export type Health = {
  status: "ok" | "degraded" | "down";
  db: boolean;
  rpc: boolean;
  version: string;
  /** Unix seconds. */
  timestamp: number;
  /** The indexer's checkpoint; the lag is null until it has run once. */
  indexer: { lastSyncedSlot: string; lastSyncTimestamp: string; lagSeconds: number | null };
};

const recent = new WeakMap<Services, { health: Promise<Health>; atMs: number }>();

/** Whether the database and the ledger answer within two seconds; never why not. */
export function checkHealth(services: Services): Promise<Health> {
  const last = recent.get(services);
  const nowMs = services.nowMs();
  if (last && nowMs - last.atMs < REUSE_MS) return last.health;
  const health = measure(services);
  recent.set(services, { health, atMs: nowMs });
  return health;
}

async function measure({ db, chain, now }: Services): Promise<Health> {
  const [checkpoint, isLedgerUp] = await Promise.all([
    withinLimit(selectSyncState(db, CHECKPOINT)),
    withinLimit(chain?.isHealthy() ?? Promise.resolve(false)),
  ]);
  const rpc = isLedgerUp === true;
  const timestamp = Number(now());
  const lastSyncTimestamp = checkpoint?.get("last_sync_timestamp") ?? "0";
  return {
    status: !checkpoint ? "down" : rpc ? "ok" : "degraded",
    db: checkpoint !== null,
    rpc,
    version: VERSION,
    timestamp,
    indexer: {
      lastSyncedSlot: checkpoint?.get("last_synced_slot") ?? "0",
      lastSyncTimestamp,
      lagSeconds: lastSyncTimestamp === "0" ? null : Math.max(0, timestamp - Number(lastSyncTimestamp)),
    },
  };
}

/** What `work` gives, or null when it fails or takes too long: a check has no other use for the reason. */
async function withinLimit<T>(work: Promise<T>): Promise<T | null> {
  const { promise: expired, resolve } = deferred<null>();
  const timer = setTimeout(() => resolve(null), GIVE_UP_MS);
  try {
    return await Promise.race([work.catch(() => null), expired]);
  } finally {
    clearTimeout(timer);
  }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
