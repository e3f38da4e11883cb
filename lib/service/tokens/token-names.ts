import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type ReadMetadata,
  type StoredMetadata,
  selectTokenMetadata,
  upsertTokenMetadata,
} from "@/db/queries/tokens";
import type { TokenNames } from "@/lib/contract/names";
import { chunk } from "@/lib/core/chunk";
import { isAddress, NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { imitatedToken } from "@/lib/core/solana/tokens/look-alikes";
import { findTokenMetadataAddress, readTokenMetadata } from "@/lib/core/solana/tokens/metadata";
import type { Chain } from "@/lib/service/chain/chain";
import { requestOptional } from "@/lib/service/chain/optional-request";
import { waitUpTo } from "@/lib/service/clock";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { Services } from "@/lib/service/services";

/** Mints whose names are built into this service. */
const OWN_NAMED: readonly string[] = [NATIVE_MINT, WRAPPED_SOL_MINT];

const HOUR_MS = 3_600_000;
/** Names rarely change; a mint without a name may get one at any time. */
const [FOUND_FRESH_MS, MISSING_FRESH_MS] = [24 * HOUR_MS, HOUR_MS];
/** Time for which a missing logo is not offered. */
export const NO_LOGO_MS = 6 * HOUR_MS;
/** Time for which the database is not queried again for the same mint. */
const CACHED_MS = 60_000;
/** Size of the in-memory cache of token metadata, which evicts the oldest entry (FIFO). */
const MAX_CACHED_NAMES = 10_000;
/** Time that a response waits for names that were never read; outdated names are shown meanwhile. */
const WAIT_MS = 1_500;
/**
 * Maximum accounts per RPC call, and addresses derived before yielding to the event loop (half a millisecond
 * each).
 */
const [BATCH, DERIVED_AT_ONCE] = [100, 8];
/** Maximum mints queried for one response; the next response queries more. */
const MAX_REQUESTED_MINTS = 500;

type NameContext = Pick<Services, "db" | "reads" | "chain" | "log" | "nowMs">;
type CachedName = { row: StoredMetadata | null; untilMs: number };
type NameCache = { names: Map<string, CachedName>; inFlight: Map<string, Promise<void>>; evictions: number };

// Shared with the pages, which are bundled separately from the routes, so that both see an eviction.
const caches = globalSingleton<WeakMap<Services["db"], NameCache>>("token names").getOrCreate(
  () => new WeakMap(),
);

/**
 * Loads the names of mints with one database query. Reads missing or outdated names from the network. A name
 * that does not arrive in time is available to later responses. Never fails, because names are optional.
 */
export async function loadTokenNames(used: NameContext, mints: readonly string[]): Promise<void> {
  const requested = [...new Set(mints)].filter((mint) => !OWN_NAMED.includes(mint) && isAddress(mint));
  const cache = getCache(used);
  await loadStored(used, cache, requested);
  const findRow = (mint: string) => cache.names.get(mint)?.row ?? null;
  const stale = requested
    .filter((mint) => isStale(findRow(mint), used.nowMs()))
    .slice(0, MAX_REQUESTED_MINTS);
  refresh(used, cache, stale);
  const unknown = stale.filter((mint) => !findRow(mint));
  if (unknown.length === 0) return;
  const reading = Promise.all(unknown.map((mint) => cache.inFlight.get(mint)));
  await waitUpTo(WAIT_MS, reading);
}

/** Returns the loaded names of a mint; undefined if the mint has no metadata. */
export function readTokenNames(used: Pick<Services, "db" | "nowMs">, mint: string): TokenNames | undefined {
  const row = caches.get(used.db)?.names.get(mint)?.row;
  return row?.found ? toNames(row, used.nowMs()) : undefined;
}

/** Returns the https address in a mint's metadata; null if there is none. */
export function getTokenUri({ db }: Pick<Services, "db">, mint: string): string | null {
  const uri = caches.get(db)?.names.get(mint)?.row?.uri;
  return uri?.startsWith("https:") ? uri : null;
}

/** Evicts the cached names of a mint after an update. */
export function evictTokenNames({ db }: Pick<Services, "db">, mint: string): void {
  const cache = caches.get(db);
  if (!cache) return;
  cache.names.delete(mint);
  cache.evictions++;
}

function getCache({ db }: NameContext): NameCache {
  const cache = caches.get(db) ?? { names: new Map(), inFlight: new Map(), evictions: 0 };
  caches.set(db, cache);
  return cache;
}

async function loadStored({ reads, log, nowMs }: NameContext, cache: NameCache, mints: readonly string[]) {
  const { names, evictions } = cache;
  const missing = mints.filter((mint) => (names.get(mint)?.untilMs ?? 0) <= nowMs());
  if (missing.length === 0) return;
  try {
    const rows = await selectTokenMetadata(reads, missing);
    const found = new Map(rows.map((row) => [row.mint, row]));
    // An eviction during the query may mean that these rows are outdated: they serve this response and expire
    // immediately.
    const readAtMs = cache.evictions === evictions ? nowMs() : nowMs() - CACHED_MS;
    for (const mint of missing) {
      // A read replica may lack data that was just stored.
      const row = found.get(mint) ?? names.get(mint)?.row ?? null;
      cacheName(names, mint, row, readAtMs);
    }
  } catch (error) {
    log.warn({ error }, "token names could not be read");
  }
}

function cacheName(
  names: NameCache["names"],
  mint: string,
  row: StoredMetadata | null,
  readAtMs: number,
): void {
  names.delete(mint);
  names.set(mint, { row, untilMs: readAtMs + CACHED_MS });
  const [oldest] = names.keys();
  if (names.size > MAX_CACHED_NAMES && oldest !== undefined) names.delete(oldest);
}

const isStale = (row: StoredMetadata | null, nowMs: number): boolean =>
  !row || nowMs - row.fetchedAt >= (row.found ? FOUND_FRESH_MS : MISSING_FRESH_MS);

/** Shares one read among concurrent requests for a mint (request coalescing, single-flight). */
function refresh(used: NameContext, cache: NameCache, mints: readonly string[]): void {
  const { chain } = used;
  const news = mints.filter((mint) => !cache.inFlight.has(mint));
  if (!chain || news.length === 0) return;
  for (const batch of chunk(news, BATCH)) {
    const reading = fetchNames({ ...used, chain }, cache, batch)
      .catch((error: unknown) => used.log.warn({ error }, "token names could not be stored"))
      .finally(() => {
        for (const mint of batch) cache.inFlight.delete(mint);
      });
    for (const mint of batch) cache.inFlight.set(mint, reading);
  }
}

async function fetchNames(
  used: NameContext & { chain: Chain },
  cache: NameCache,
  mints: readonly string[],
): Promise<void> {
  const { db, chain, log, nowMs } = used;
  const addresses: string[] = [];
  for (const [position, mint] of mints.entries()) {
    if (position % DERIVED_AT_ONCE === 0) await nextTurn();
    addresses.push(findTokenMetadataAddress(mint));
  }
  const response = await requestOptional(chain, log, (limits) => chain.getAccounts(addresses, limits));
  if (!response) return;
  const fetchedAt = nowMs();
  const rows: ReadMetadata[] = mints.map((mint, position) => {
    const account = response.accounts[position];
    const read = account ? readTokenMetadata(account, mint) : null;
    return { mint, found: read !== null, ...(read ?? NOTHING), fetchedAt };
  });
  for (const row of rows) {
    const before = cache.names.get(row.mint)?.row;
    const noLogoAt = before?.uri === row.uri ? (before?.noLogoAt ?? null) : null;
    cacheName(cache.names, row.mint, { ...row, noLogoAt }, fetchedAt);
  }
  await upsertTokenMetadata(db, rows);
}

const NOTHING = { symbol: null, name: null, uri: null };

function toNames({ mint, symbol, name, uri, noLogoAt }: StoredMetadata, nowMs: number): TokenNames {
  const isMissing = noLogoAt !== null && nowMs - noLogoAt < NO_LOGO_MS;
  const hasLogo = uri?.startsWith("https:") === true && !isMissing;
  return { symbol, name, imitates: imitatedToken({ mint, symbol, name }), hasLogo };
}
