import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type ReadMetadata,
  type StoredMetadata,
  selectTokenMetadata,
  upsertTokenMetadata,
} from "@/db/queries/tokens";
import type { TokenNames } from "@/lib/contract/names";
import { isAddress, NATIVE_MINT, WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { imitatedToken } from "@/lib/core/solana/tokens/look-alikes";
import { findTokenMetadataAddress, readTokenMetadata } from "@/lib/core/solana/tokens/metadata";
import type { Chain } from "@/lib/service/chain/chain";
import { inParts } from "@/lib/service/chain/endpoint";
import { requestBriefly } from "@/lib/service/chain/request-briefly";
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
const REMEMBERED_MS = 60_000;
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

type Used = Pick<Services, "db" | "reads" | "chain" | "log" | "nowMs">;
type Remembered = { row: StoredMetadata | null; untilMs: number };
type Room = { remembered: Map<string, Remembered>; underway: Map<string, Promise<void>>; forgotten: number };

// Shared with the pages, which are bundled separately from the routes, so that both see an eviction.
const shared = globalSingleton<WeakMap<Services["db"], Room>>("token names");
const rooms = shared.get() ?? new WeakMap<Services["db"], Room>();
shared.set(rooms);

/**
 * Loads the names of mints with one database query. Reads missing or outdated names from the network. A name
 * that does not arrive in time is available to later responses. Never fails, because names are optional.
 */
export async function learnTokenNames(used: Used, mints: readonly string[]): Promise<void> {
  const requested = [...new Set(mints)].filter((mint) => !OWN_NAMED.includes(mint) && isAddress(mint));
  const room = roomOf(used);
  await recall(used, room, requested);
  const rowOf = (mint: string) => room.remembered.get(mint)?.row ?? null;
  const stale = requested.filter((mint) => isStale(rowOf(mint), used.nowMs())).slice(0, MAX_REQUESTED_MINTS);
  refresh(used, room, stale);
  const unknown = stale.filter((mint) => !rowOf(mint));
  if (unknown.length === 0) return;
  const reading = Promise.all(unknown.map((mint) => room.underway.get(mint)));
  await waitUpTo(WAIT_MS, reading);
}

/** Returns the loaded names of a mint; undefined if the mint has no metadata. */
export function tokenNamesOf(used: Pick<Services, "db" | "nowMs">, mint: string): TokenNames | undefined {
  const row = rooms.get(used.db)?.remembered.get(mint)?.row;
  return row?.found ? toNames(row, used.nowMs()) : undefined;
}

/** Returns the https address in a mint's metadata; null if there is none. */
export function tokenUriOf({ db }: Pick<Services, "db">, mint: string): string | null {
  const uri = rooms.get(db)?.remembered.get(mint)?.row?.uri;
  return uri?.startsWith("https:") ? uri : null;
}

/** Evicts the cached names of a mint after an update. */
export function forgetTokenNames({ db }: Pick<Services, "db">, mint: string): void {
  const room = rooms.get(db);
  if (!room) return;
  room.remembered.delete(mint);
  room.forgotten++;
}

function roomOf({ db }: Used): Room {
  const room = rooms.get(db) ?? { remembered: new Map(), underway: new Map(), forgotten: 0 };
  rooms.set(db, room);
  return room;
}

async function recall({ reads, log, nowMs }: Used, room: Room, mints: readonly string[]) {
  const { remembered, forgotten } = room;
  const missing = mints.filter((mint) => (remembered.get(mint)?.untilMs ?? 0) <= nowMs());
  if (missing.length === 0) return;
  try {
    const rows = await selectTokenMetadata(reads, missing);
    const found = new Map(rows.map((row) => [row.mint, row]));
    // An eviction during the query may mean that these rows are outdated: they serve this response and expire
    // immediately.
    const readAtMs = room.forgotten === forgotten ? nowMs() : nowMs() - REMEMBERED_MS;
    for (const mint of missing) {
      // A read replica may lack data that was just stored.
      const row = found.get(mint) ?? remembered.get(mint)?.row ?? null;
      remember(remembered, mint, row, readAtMs);
    }
  } catch (error) {
    log.warn({ error }, "what tokens are called could not be read");
  }
}

function remember(
  remembered: Room["remembered"],
  mint: string,
  row: StoredMetadata | null,
  readAtMs: number,
): void {
  remembered.delete(mint);
  remembered.set(mint, { row, untilMs: readAtMs + REMEMBERED_MS });
  const [oldest] = remembered.keys();
  if (remembered.size > MAX_CACHED_NAMES && oldest !== undefined) remembered.delete(oldest);
}

const isStale = (row: StoredMetadata | null, nowMs: number): boolean =>
  !row || nowMs - row.fetchedAt >= (row.found ? FOUND_FRESH_MS : MISSING_FRESH_MS);

/** Shares one read among concurrent requests for a mint (request coalescing, single-flight). */
function refresh(used: Used, room: Room, mints: readonly string[]): void {
  const { chain } = used;
  const news = mints.filter((mint) => !room.underway.has(mint));
  if (!chain || news.length === 0) return;
  for (const batch of inParts(news, BATCH)) {
    const reading = learn({ ...used, chain }, room, batch)
      .catch((error: unknown) => used.log.warn({ error }, "what tokens are called could not be kept"))
      .finally(() => {
        for (const mint of batch) room.underway.delete(mint);
      });
    for (const mint of batch) room.underway.set(mint, reading);
  }
}

async function learn(used: Used & { chain: Chain }, room: Room, mints: readonly string[]): Promise<void> {
  const { db, chain, log, nowMs } = used;
  const addresses: string[] = [];
  for (const [position, mint] of mints.entries()) {
    if (position % DERIVED_AT_ONCE === 0) await nextTurn();
    addresses.push(findTokenMetadataAddress(mint));
  }
  const response = await requestBriefly(chain, log, (limits) => chain.getAccounts(addresses, limits));
  if (!response) return;
  const fetchedAt = nowMs();
  const rows: ReadMetadata[] = mints.map((mint, position) => {
    const account = response.accounts[position];
    const read = account ? readTokenMetadata(account, mint) : null;
    return { mint, found: read !== null, ...(read ?? NOTHING), fetchedAt };
  });
  for (const row of rows) {
    const before = room.remembered.get(row.mint)?.row;
    const noLogoAt = before?.uri === row.uri ? (before?.noLogoAt ?? null) : null;
    remember(room.remembered, row.mint, { ...row, noLogoAt }, fetchedAt);
  }
  await upsertTokenMetadata(db, rows);
}

const NOTHING = { symbol: null, name: null, uri: null };

function toNames({ mint, symbol, name, uri, noLogoAt }: StoredMetadata, nowMs: number): TokenNames {
  const isMissing = noLogoAt !== null && nowMs - noLogoAt < NO_LOGO_MS;
  const hasLogo = uri?.startsWith("https:") === true && !isMissing;
  return { symbol, name, imitates: imitatedToken({ mint, symbol, name }), hasLogo };
}
