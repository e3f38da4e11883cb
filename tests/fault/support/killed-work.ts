import type { ChildProcess } from "node:child_process";
import { expect } from "vitest";
import { killAfter, type RunningCommand } from "./processes";

/** Work in a process that is killed at random moments, and started again on the same data. */
export type KilledWork = {
  /** The usual duration of the work in milliseconds, without the start of the process. */
  usualMs: number;
  /** Starts the process; resolves when its work begins. */
  start(): Promise<{ child: ChildProcess; ended?: RunningCommand["ended"] }>;
  /** Inspects the data after a kill. Returns how much of the result the work had stored. */
  inspect(): Promise<"nothing" | "part" | "all">;
  /** Lets the work finish, unless a process has finished it before its kill. */
  finish(isFinished: boolean): Promise<void>;
  /** Compares the data with those of uninterrupted work. */
  compare(): Promise<void>;
  remove(): Promise<void>;
};

/** Kills of the same data before the work may finish. */
const MAX_KILLS_OF_ONE = 3;
/** Work that finishes before its kill does not count. */
const MAX_ATTEMPTS_PER_KILL = 5;

/** Returns a generator of numbers from 0 to 1 that are always the same for one seed. */
function getRandom(seed: number): () => number {
  let state = seed >>> 0;
  // mulberry32
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Kills work at random moments until it was killed `kills` times, up to three times on the same data, lets it finish,
 * and compares the result. Returns the milliseconds after which it was killed, the number of kills that left a part of
 * the result, and how often the work finished before its kill.
 */
export async function killAtRandom(
  prepare: () => Promise<KilledWork>,
  { kills, seed }: { kills: number; seed: number },
): Promise<{ moments: number[]; midway: number; finishedBefore: number }> {
  const random = getRandom(seed);
  const moments: number[] = [];
  let [midway, finishedBefore] = [0, 0];
  for (let attempt = 1; moments.length < kills; attempt++) {
    expect(attempt).toBeLessThanOrEqual(MAX_ATTEMPTS_PER_KILL * kills);
    const work = await prepare();
    let isFinished = false;
    for (let n = 0; n < MAX_KILLS_OF_ONE && moments.length < kills && !isFinished; n++) {
      const delayMs = Math.round(random() * work.usualMs);
      const { child, ended } = await work.start();
      if (await killAfter(child, delayMs)) {
        moments.push(delayMs);
        const stored = await work.inspect();
        midway += Number(stored === "part");
        // A kill can land between the last change and the end of the process.
        isFinished = stored === "all";
      } else {
        expect(await ended).toMatchObject({ code: 0 });
        isFinished = true;
        finishedBefore += 1;
      }
    }
    await work.finish(isFinished);
    await work.compare();
    await work.remove();
  }
  return { moments, midway, finishedBefore };
}
