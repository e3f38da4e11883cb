import { LRUCache } from "lru-cache";
import { ImageResponse } from "next/og.js";
import { type ComponentProps, createElement } from "react";
import { ClaimPicture, PICTURE_SIZE } from "@/components/claim/claim-picture";
import { consume, consumeNetworkShare } from "@/lib/service/http/limits/rate-limit";
import type { Services } from "@/lib/service/services";

/**
 * Global rate limit of new pictures per minute, because drawing one blocks the event loop for some hundredths
 * of a second.
 */
const NEW_PER_MINUTE = 30;
const SHARE = { name: "pictures", limit: 10, windowSeconds: 60 };
/** Maximum number of cached pictures, about 40 kB each. */
const MAX_CACHED_PICTURES = 100;

type Picture = Uint8Array<ArrayBuffer>;

/** By content. */
const pictures = new LRUCache<string, Picture>({ max: MAX_CACHED_PICTURES });
const underway = new Map<string, Promise<Picture>>();
let queue: Promise<unknown> = Promise.resolve();

/**
 * Returns the picture as a PNG, from the cache if possible. Concurrent requests for the same picture
 * share one drawing (request coalescing, single-flight). Draws one at a time.
 * @throws ApiError with RATE_LIMITED beyond the rate limits
 */
export async function drawPicture(
  services: Pick<Services, "env" | "rateLimiter">,
  request: Request,
  input: ComponentProps<typeof ClaimPicture>,
): Promise<Picture> {
  const key = JSON.stringify(input, (_key, value: unknown) =>
    typeof value === "bigint" ? `${value}` : value,
  );
  const known = pictures.get(key);
  if (known) return known;
  const drawing =
    underway.get(key) ??
    consumeNetworkShare(services, request, SHARE)
      .then(() => consume(services, "pictures", NEW_PER_MINUTE))
      .then(() => oneAtATime(() => draw(input)))
      .then((picture) => {
        pictures.set(key, picture);
        return picture;
      })
      .finally(() => underway.delete(key));
  underway.set(key, drawing);
  return drawing;
}

function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = queue.then(work);
  queue = done.catch(() => undefined);
  return done;
}

async function draw(input: ComponentProps<typeof ClaimPicture>): Promise<Picture> {
  const drawn = new ImageResponse(createElement(ClaimPicture, input), PICTURE_SIZE);
  return new Uint8Array(await drawn.arrayBuffer());
}
