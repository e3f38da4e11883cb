import pLimit from "p-limit";
import { isCampaignMint, type StoredLogo, selectTokenLogo, upsertTokenLogo } from "@/db/queries/tokens";
import { notFound, retryLater } from "@/lib/core/errors";
import { consume } from "@/lib/service/http/limits/rate-limit";
import { isPublicFetchError, type PublicFetch } from "@/lib/service/outbound/fetch-public";
import type { Services } from "@/lib/service/services";
import { evictTokenNames, getTokenUri, loadTokenNames, NO_LOGO_MS } from "./token-names";

/** Lifetime of a picture before it is fetched again. */
const FRESH_MS = 7 * 24 * 3_600_000;
/** Maximum stored pictures and bytes per picture: a quarter of a gigabyte in total. */
const [MAX_CACHED_LOGOS, MAX_LOGO_BYTES] = [500, 512 * 1024];
const MAX_JSON_BYTES = 64 * 1024;
const [JSON_MS, PICTURE_MS] = [4_000, 8_000];
const REDIRECTS = 3;
/** Limits for new pictures of all clients: per minute, concurrent, and waiting. */
const [NEW_PER_MINUTE, AT_ONCE, MAX_WAITING] = [120, 4, 40];

export type Logo = { mediaType: string; content: Uint8Array };

type Used = Pick<
  Services,
  "env" | "rateLimiter" | "db" | "reads" | "chain" | "log" | "nowMs" | "fetchPublic"
>;

const underway = new Map<string, Promise<Logo | null>>();

/**
 * Returns the logo of a campaign's mint, from the database or from the address in the mint's metadata.
 * @throws NOT_FOUND for any other mint, or if there is no picture
 * @throws RATE_LIMITED or SERVICE_UNAVAILABLE if too many new logos are requested
 */
export async function readTokenLogo(used: Used, mint: string): Promise<Logo> {
  const { reads, nowMs } = used;
  if (!(await isCampaignMint(reads, mint))) throw notFound("campaign token", "mint");
  await loadTokenNames(used, [mint]);
  const uri = getTokenUri(used, mint);
  if (!uri) throw notFound("logo", "mint");
  const stored = await selectTokenLogo(reads, mint);
  const known = stored?.uri === uri ? stored : null;
  const freshMs = known?.content ? FRESH_MS : NO_LOGO_MS;
  const logo =
    known && nowMs() - known.fetchedAt < freshMs
      ? toLogo(known)
      : await (underway.get(mint) ?? renew(used, { mint, uri, known }));
  if (!logo) throw notFound("logo", "mint");
  return logo;
}

const toLogo = ({ mediaType, content }: StoredLogo): Logo | null =>
  content && mediaType !== null ? { mediaType, content } : null;

type Wanted = { mint: string; uri: string; known: StoredLogo | null };

/** Fetches a logo once for all concurrent requests (request coalescing, single-flight). */
function renew(used: Used, wanted: Wanted): Promise<Logo | null> {
  const renewing = consume(used, "logos", NEW_PER_MINUTE)
    .then(() => withPermit(() => fetchAndCache(used, wanted)))
    .finally(() => underway.delete(wanted.mint));
  underway.set(wanted.mint, renewing);
  return renewing;
}

const limit = pLimit(AT_ONCE);

function withPermit<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount < MAX_WAITING) return limit(work);
  const message = "Too many logo requests are in progress. Try again shortly.";
  throw retryLater("SERVICE_UNAVAILABLE", message, 10);
}

async function fetchAndCache(used: Used, { mint, uri, known }: Wanted): Promise<Logo | null> {
  const { db, nowMs, log } = used;
  const found = await findLogo(used.fetchPublic, uri).catch((error: unknown) => {
    if (!isPublicFetchError(error)) throw error;
    log.debug({ mint, reason: error.reason }, "a logo could not be fetched");
    return null;
  });
  // The stored logo remains while its server is unavailable.
  const logo = found?.logo ?? (known && toLogo(known));
  const row = { mint, uri, logoUri: found?.logoUri ?? known?.logoUri ?? null, fetchedAt: nowMs() };
  const picture = { mediaType: logo?.mediaType ?? null, content: logo?.content ?? null };
  await upsertTokenLogo(db, { ...row, ...picture }, MAX_CACHED_LOGOS);
  evictTokenNames(used, mint);
  return logo;
}

/**
 * Fetches the address of the metadata, which returns JSON with a picture's address, or the picture itself.
 */
async function findLogo(
  fetchPublic: PublicFetch,
  uri: string,
): Promise<{ logoUri: string; logo: Logo | null } | null> {
  const limits = { redirects: REDIRECTS, headers: { accept: "application/json, image/*" } };
  const first = await fetchPublic(uri, {
    ...limits,
    timeoutMs: JSON_MS,
    maxBytes: MAX_LOGO_BYTES,
  });
  if (first.status !== 200) return null;
  const itself = toPicture(first.body);
  if (itself) return { logoUri: uri, logo: itself };
  const logoUri = first.body.length <= MAX_JSON_BYTES ? namedPicture(first.body, first.url) : null;
  if (logoUri === null) return null;
  const second = await fetchPublic(logoUri, { ...limits, timeoutMs: PICTURE_MS, maxBytes: MAX_LOGO_BYTES });
  return { logoUri, logo: second.status === 200 ? toPicture(second.body) : null };
}

/**
 * Returns the `image` of a metadata's JSON if it is an address. Source: Metaplex token standard, fungible
 * JSON.
 */
function namedPicture(body: Buffer, from: string): string | null {
  try {
    const { image }: { image?: unknown } = Object(JSON.parse(body.toString("utf8")));
    return typeof image === "string" && image.length <= 2_048 ? new URL(image, from).href : null;
  } catch {
    return null;
  }
}

const toBytes = (text: string) => Buffer.from(text, "latin1");

/** Signatures of the allowed file types. Formats that can contain scripts, such as SVG, are excluded. */
const BEGINNINGS: readonly { mediaType: string; at: readonly (readonly [number, Buffer])[] }[] = [
  { mediaType: "image/png", at: [[0, toBytes("\x89PNG\r\n\x1a\n")]] },
  { mediaType: "image/jpeg", at: [[0, toBytes("\xff\xd8\xff")]] },
  { mediaType: "image/gif", at: [[0, toBytes("GIF87a")]] },
  { mediaType: "image/gif", at: [[0, toBytes("GIF89a")]] },
  {
    mediaType: "image/webp",
    at: [
      [0, toBytes("RIFF")],
      [8, toBytes("WEBP")],
    ],
  },
];

/**
 * Detects a picture by its bytes, regardless of the media type of the server; returns null for other content.
 */
function toPicture(content: Buffer): Logo | null {
  const type = BEGINNINGS.find(({ at }) =>
    at.every(([offset, bytes]) => content.subarray(offset, offset + bytes.length).equals(bytes)),
  );
  return type ? { mediaType: type.mediaType, content } : null;
}
