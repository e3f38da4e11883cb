import { isCampaignMint, type StoredLogo, selectTokenLogo, upsertTokenLogo } from "@/db/queries/tokens";
import { ApiError, notFound } from "@/lib/core/errors";
import { Semaphore } from "@/lib/service/chain/endpoint";
import { spend } from "@/lib/service/http/limits/rate-limit";
import { isPublicFetchError, type PublicFetch } from "@/lib/service/outbound/fetch-public";
import type { Services } from "@/lib/service/services";
import { forgetTokenNames, learnTokenNames, NO_LOGO_MS, tokenUriOf } from "./token-names";

/** How long a picture is good for before it is asked for again. */
const FRESH_MS = 7 * 24 * 3_600_000;
/** Pictures kept, and the bytes of the largest: a quarter of a gigabyte in all. */
const [MOST_KEPT, MOST_BYTES] = [500, 512 * 1024];
const MOST_JSON_BYTES = 64 * 1024;
const [JSON_MS, PICTURE_MS] = [4_000, 8_000];
const REDIRECTS = 3;
/** New ones fetched a minute, whoever asks; at once; and waiting for that. */
const [NEW_A_MINUTE, AT_ONCE, MOST_WAITING] = [120, 4, 40];

export type Logo = { mediaType: string; content: Uint8Array };

type Used = Pick<
  Services,
  "env" | "rateLimiter" | "db" | "reads" | "chain" | "log" | "nowMs" | "fetchPublic"
>;

const underway = new Map<string, Promise<Logo | null>>();

/**
 * The logo of a campaign's mint, from the database or from where the mint's metadata leads. NOT_FOUND for any other mint, and
 * where there is no picture to show; RATE_LIMITED or SERVICE_UNAVAILABLE where too many new ones are asked for.
 */
export async function readTokenLogo(used: Used, mint: string): Promise<Logo> {
  const { reads, nowMs } = used;
  if (!(await isCampaignMint(reads, mint))) throw notFound("token of a campaign");
  await learnTokenNames(used, [mint]);
  const uri = tokenUriOf(used, mint);
  if (!uri) throw notFound("logo");
  const kept = await selectTokenLogo(reads, mint);
  const known = kept?.uri === uri ? kept : null;
  const freshMs = known?.content ? FRESH_MS : NO_LOGO_MS;
  const logo =
    known && nowMs() - known.fetchedAt < freshMs
      ? toLogo(known)
      : await (underway.get(mint) ?? renew(used, { mint, uri, known }));
  if (!logo) throw notFound("logo");
  return logo;
}

const toLogo = ({ mediaType, content }: StoredLogo): Logo | null =>
  content && mediaType !== null ? { mediaType, content } : null;

type Wanted = { mint: string; uri: string; known: StoredLogo | null };

/** Fetches for all who ask meanwhile. */
function renew(used: Used, wanted: Wanted): Promise<Logo | null> {
  const renewing = spend(used, "logos", NEW_A_MINUTE)
    .then(() => inPlace(() => fetchAndKeep(used, wanted)))
    .finally(() => underway.delete(wanted.mint));
  underway.set(wanted.mint, renewing);
  return renewing;
}

const places = new Semaphore(AT_ONCE);

function inPlace<T>(work: () => Promise<T>): Promise<T> {
  if (places.length < MOST_WAITING) return places.run(work);
  const message = "Too many logos are being fetched; try again shortly.";
  throw new ApiError("SERVICE_UNAVAILABLE", message, undefined, { "retry-after": "10" });
}

async function fetchAndKeep(used: Used, { mint, uri, known }: Wanted): Promise<Logo | null> {
  const { db, nowMs, log } = used;
  const found = await findLogo(used.fetchPublic, uri).catch((error: unknown) => {
    if (!isPublicFetchError(error)) throw error;
    log.debug({ mint, reason: error.reason }, "a logo could not be fetched");
    return null;
  });
  // A server that is away for a day does not take away what it gave before.
  const logo = found?.logo ?? (known && toLogo(known));
  const row = { mint, uri, logoUri: found?.logoUri ?? known?.logoUri ?? null, fetchedAt: nowMs() };
  const picture = { mediaType: logo?.mediaType ?? null, content: logo?.content ?? null };
  await upsertTokenLogo(db, { ...row, ...picture }, MOST_KEPT);
  forgetTokenNames(used, mint);
  return logo;
}

/** What a metadata's address leads to: JSON that names a picture, or the picture itself. */
async function findLogo(
  fetchPublic: PublicFetch,
  uri: string,
): Promise<{ logoUri: string; logo: Logo | null } | null> {
  const limits = { redirects: REDIRECTS, headers: { accept: "application/json, image/*" } };
  const first = await fetchPublic(uri, {
    ...limits,
    timeoutMs: JSON_MS,
    maxBytes: MOST_BYTES,
  });
  if (first.status !== 200) return null;
  const itself = toPicture(first.body);
  if (itself) return { logoUri: uri, logo: itself };
  const logoUri = first.body.length <= MOST_JSON_BYTES ? namedPicture(first.body, first.url) : null;
  if (logoUri === null) return null;
  const second = await fetchPublic(logoUri, { ...limits, timeoutMs: PICTURE_MS, maxBytes: MOST_BYTES });
  return { logoUri, logo: second.status === 200 ? toPicture(second.body) : null };
}

/** The `image` of a metadata's JSON, where it is an address. Source: Metaplex token standard, fungible JSON. */
function namedPicture(body: Buffer, from: string): string | null {
  try {
    const { image }: { image?: unknown } = Object(JSON.parse(body.toString("utf8")));
    return typeof image === "string" && image.length <= 2_048 ? new URL(image, from).href : null;
  } catch {
    return null;
  }
}

const bytesOf = (text: string) => Buffer.from(text, "latin1");

/** How files of each type begin. Pictures that could hold a program, as SVG can, are none of them. */
const BEGINNINGS: readonly { mediaType: string; at: readonly (readonly [number, Buffer])[] }[] = [
  { mediaType: "image/png", at: [[0, bytesOf("\x89PNG\r\n\x1a\n")]] },
  { mediaType: "image/jpeg", at: [[0, bytesOf("\xff\xd8\xff")]] },
  { mediaType: "image/gif", at: [[0, bytesOf("GIF87a")]] },
  { mediaType: "image/gif", at: [[0, bytesOf("GIF89a")]] },
  {
    mediaType: "image/webp",
    at: [
      [0, bytesOf("RIFF")],
      [8, bytesOf("WEBP")],
    ],
  },
];

/** The picture that bytes are, whatever their server calls them; null where they are none. */
function toPicture(content: Buffer): Logo | null {
  const type = BEGINNINGS.find(({ at }) =>
    at.every(([offset, bytes]) => content.subarray(offset, offset + bytes.length).equals(bytes)),
  );
  return type ? { mediaType: type.mediaType, content } : null;
}
