import type { Database } from "@/db/client";
import type { Campaign, RootVersion } from "@/db/schema";
import { type ScheduleSum, selectSchedules } from "./schedules";
import { selectVestedSums, type VestedSums } from "./vested-sums";

/** What reading every leaf of a campaign gives. */
type Sums = { vested: VestedSums; schedules: ScheduleSum[] };
type Kind = keyof Sums;

type Asked = {
  campaign: Campaign;
  /** The campaign's newest root version, if it has one. */
  newestVersion: Pick<RootVersion, "version"> | undefined;
  /** In unix seconds. */
  now: bigint;
};

/** Sums are read again once this many times the time that it took has passed, so that they take a tenth of it at most. */
const KEPT_TIMES = 10;
/** Up to so many leaves they are read in a few milliseconds, and never older than the second they are asked for. */
const EXACT_LEAVES = 1_000;
/** Sums kept: some 200 KiB where there are a thousand schedules. */
const KEPT = 128;

type Kept = {
  state: string;
  now: bigint;
  startedMs: number;
  tookMs: number | null;
  read: Promise<Sums[Kind]>;
};

const keptOf = new WeakMap<Database, Map<string, Kept>>();

/**
 * What has vested, as `selectVestedSums`: read once for all who ask at the same time, and again when the campaign has
 * changed or a while has passed, so that nobody takes the database from everybody by opening a large campaign over and
 * over. What grows with time alone may be as old as ten times what reading it takes, of a large campaign.
 */
export const sharedVestedSums = (db: Database, asked: Asked): Promise<VestedSums> =>
  share(db, "vested", asked, () =>
    selectVestedSums(db, { campaignRowId: asked.campaign.id, now: asked.now }),
  );

/** The largest `limit` schedules, as `selectSchedules`, shared likewise; all callers ask for the same number. */
export const sharedSchedules = (db: Database, asked: Asked, limit: number): Promise<ScheduleSum[]> =>
  share(db, "schedules", asked, () => selectSchedules(db, { campaignRowId: asked.campaign.id, limit }));

function share<K extends Kind>(
  db: Database,
  kind: K,
  asked: Asked,
  read: () => Promise<Sums[K]>,
): Promise<Sums[K]> {
  const all = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, all);
  const key = `${kind} ${asked.campaign.id}`;
  const known = all.get(key);
  if (known && isFresh(known, asked)) return known.read as Promise<Sums[K]>;
  const startedMs = performance.now();
  // A query of drizzle's asks anew whenever somebody waits for it; its promise has asked once.
  const reading = Promise.resolve(read());
  const kept: Kept = { state: stateOf(asked), now: asked.now, startedMs, tookMs: null, read: reading };
  // Last in the map is what was read last, so that the first is what to forget.
  all.delete(key);
  all.set(key, kept);
  const [oldest] = all.keys();
  if (all.size > KEPT && oldest !== undefined) all.delete(oldest);
  kept.read.then(
    () => {
      kept.tookMs = performance.now() - startedMs;
    },
    () => {
      if (all.get(key) === kept) all.delete(key);
    },
  );
  return kept.read as Promise<Sums[K]>;
}

/** Every event counts one up, and every registered list is a version. */
const stateOf = ({ campaign, newestVersion }: Asked) =>
  [campaign.eventCount, campaign.merkleRoot, newestVersion?.version, campaign.cancelledAt].join(" ");

/** The service's clock may be the local ledger's, which stands still or is moved. */
function isFresh({ state, now, startedMs, tookMs }: Kept, asked: Asked): boolean {
  if (state !== stateOf(asked)) return false;
  const passedMs = performance.now() - startedMs;
  const keptMs = tookMs === null ? passedMs : KEPT_TIMES * tookMs;
  if (passedMs > keptMs) return false;
  const movedMs = Math.abs(Number(asked.now - now)) * 1000;
  return movedMs <= (asked.campaign.leafCount > EXACT_LEAVES ? Math.max(keptMs, 1000) : 0);
}
