import { maxBigInt } from "@/lib/core/bigint";
import { globalSingleton } from "@/lib/service/global-singleton";
import { BackgroundCache, cacheFor } from "./background-cache";
import type { Chain } from "./chain";
import type { CallOptions } from "./rpc-client";

const VALID_MS = 30_000;
const LIMITS: CallOptions = { deadlineMs: 5_000, attempts: 2 };

type Sources = {
  chain: Pick<Chain, "getSlot" | "getBlockTimes"> | null;
  now(): bigint;
  nowMs(): number;
};

const shared = globalSingleton<WeakMap<object, BackgroundCache<number>>>("block-age");

/**
 * Returns the age of the network's newest block in seconds as of the last read, at most half a minute ago while the
 * network answers; null before the first. A node that has stopped, or this machine's clock, makes it large or negative.
 */
export function readBlockAge(sources: Sources): Promise<number | null> {
  const create = () => new BackgroundCache(VALID_MS, () => fetchBlockAge(sources));
  return cacheFor(shared, sources, create).waitForFirst(sources.nowMs());
}

async function fetchBlockAge({ chain, now }: Sources): Promise<number | null> {
  if (!chain) return null;
  const times = await chain.getBlockTimes(await chain.getSlot(LIMITS), LIMITS);
  const newest = times.filter((time) => time !== null).reduce(maxBigInt, 0n);
  return newest === 0n ? null : Number(now() - newest);
}
