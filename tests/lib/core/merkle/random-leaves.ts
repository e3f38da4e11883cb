import bs58 from "bs58";
import type { Leaf, ReleaseType } from "@/lib/core/vesting/leaf";

/** Returns a repeatable source of numbers below 2^32 (xorshift), so that a failing size can be run again. */
function numbers(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/**
 * Returns `count` leaves with different beneficiaries, amounts and ordered schedules, always the same for one
 * seed.
 */
export function randomLeaves(count: number, seed = 1): Leaf[] {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, leafIndex) => {
    const key = new Uint8Array(32);
    for (let at = 0; at < 32; at++) key[at] = next();
    const startTime = 1_700_000_000n + BigInt(next() % 1000);
    const cliffTime = startTime + BigInt(next());
    return {
      leafIndex,
      beneficiary: bs58.encode(key),
      amount: BigInt(next()) * BigInt(next()),
      releaseType: (next() % 3) as ReleaseType,
      startTime,
      cliffTime,
      endTime: cliffTime + BigInt(next()),
      milestoneIdx: next() % 256,
    };
  });
}
