import type { Database } from "@/db/client";
import type { Campaign, RootVersion } from "@/db/schema";
import type { ClaimStep } from "@/lib/core/vesting/claim-steps";
import { type LargestRecipients, selectClaimSteps, selectLargestRecipients } from "./campaign-charts";
import { type ScheduleSum, selectSchedules } from "./schedules";
import { selectVestedSums, type VestedSums } from "./vested-sums";

/** Results that require reading every leaf of a campaign. */
type Sums = {
  vested: VestedSums;
  schedules: ScheduleSum[];
  claims: ClaimStep[];
  recipients: LargestRecipients;
};
type Kind = keyof Sums;

type SumsQuery = {
  campaign: Campaign;
  /** The campaign's newest root version, if any. */
  newestVersion: Pick<RootVersion, "version"> | undefined;
  /** Unix seconds. */
  now: bigint;
};

/**
 * The cache lifetime of sums, as a multiple of their query duration, so that these queries take at most about
 * a tenth of the time.
 */
const CACHED_TIMES = 10;
/**
 * With at most this many leaves, a query takes a few milliseconds, and cached sums are valid only for the
 * same second.
 */
const EXACT_LEAVES = 1_000;
/** Maximum number of cached sums: about 200 KiB with a thousand schedules. */
const MAX_CACHED_SUMS = 128;

type CachedSums = {
  state: string;
  now: bigint;
  startedMs: number;
  tookMs: number | null;
  read: Promise<Sums[Kind]>;
};

const cachedSumsOf = new WeakMap<Database, Map<string, CachedSums>>();

/**
 * Returns the vested sums of `selectVestedSums` from a cache. Concurrent callers share one query
 * (request coalescing, single-flight). The query runs again when the campaign has changed or the cached sums have expired. Repeated
 * requests for a large campaign therefore cannot overload the database. For a large campaign, sums that
 * change only over time may be as old as ten times their query duration.
 */
export const sharedVestedSums = (db: Database, query: SumsQuery): Promise<VestedSums> =>
  share(db, "vested", query, () =>
    selectVestedSums(db, { campaignRowId: query.campaign.id, now: query.now }),
  );

/**
 * Returns the largest `limit` schedules of `selectSchedules` from the same cache; all callers must pass the
 * same limit.
 */
export const sharedSchedules = (db: Database, query: SumsQuery, limit: number): Promise<ScheduleSum[]> =>
  share(db, "schedules", query, () => selectSchedules(db, { campaignRowId: query.campaign.id, limit }));

/** Returns the claim steps of `selectClaimSteps` from the same cache. */
export const sharedClaimSteps = (db: Database, query: SumsQuery): Promise<ClaimStep[]> =>
  share(db, "claims", query, () => selectClaimSteps(db, query.campaign.id));

/** Returns the recipients of `selectLargestRecipients` from the same cache. */
export const sharedLargestRecipients = (db: Database, query: SumsQuery): Promise<LargestRecipients> =>
  share(db, "recipients", query, () => selectLargestRecipients(db, query.campaign.id));

function share<K extends Kind>(
  db: Database,
  kind: K,
  query: SumsQuery,
  read: () => Promise<Sums[K]>,
): Promise<Sums[K]> {
  const all = cachedSumsOf.get(db) ?? new Map<string, CachedSums>();
  cachedSumsOf.set(db, all);
  const key = `${kind} ${query.campaign.id}`;
  const known = all.get(key);
  if (known && isFresh(known, query)) return known.read as Promise<Sums[K]>;
  const startedMs = performance.now();
  // A Drizzle query runs again each time it is awaited; a promise runs it once.
  const reading = Promise.resolve(read());
  const stored: CachedSums = {
    state: getState(query),
    now: query.now,
    startedMs,
    tookMs: null,
    read: reading,
  };
  // The map is in order of the last query, so its first entry is the one to evict.
  all.delete(key);
  all.set(key, stored);
  const [oldest] = all.keys();
  if (all.size > MAX_CACHED_SUMS && oldest !== undefined) all.delete(oldest);
  stored.read.then(
    () => {
      stored.tookMs = performance.now() - startedMs;
    },
    () => {
      if (all.get(key) === stored) all.delete(key);
    },
  );
  return stored.read as Promise<Sums[K]>;
}

/** Every event increments the event count, and every registered list adds a version. */
const getState = ({ campaign, newestVersion }: SumsQuery) =>
  [campaign.eventCount, campaign.merkleRoot, newestVersion?.version, campaign.cancelledAt].join(" ");

/**
 * The clock of the service may be that of the local ledger, which can stand still or be set to another time.
 */
function isFresh({ state, now, startedMs, tookMs }: CachedSums, query: SumsQuery): boolean {
  if (state !== getState(query)) return false;
  const passedMs = performance.now() - startedMs;
  const cacheMs = tookMs === null ? passedMs : CACHED_TIMES * tookMs;
  if (passedMs > cacheMs) return false;
  const movedMs = Math.abs(Number(query.now - now)) * 1000;
  return movedMs <= (query.campaign.leafCount > EXACT_LEAVES ? Math.max(cacheMs, 1000) : 0);
}
