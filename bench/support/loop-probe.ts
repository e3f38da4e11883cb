import { readFileSync } from "node:fs";
import { PerformanceObserver } from "node:perf_hooks";

/**
 * Loaded before the server: looks every other millisecond how long the event loop was held, and tells its parent. A busy
 * machine makes a hold longer than the work in it, so the kernel is asked how long this thread was on a core.
 */

const TICK_MS = 2;

type Hold = { at: number; ms: number; cpuMs: number };
export type LoopReport = {
  longestMs: number;
  /** The hold with the most processor time of ours, garbage collection aside. */
  longestOwnMs: number;
  /** Of garbage collection, the longest pause. */
  longestGcMs: number;
  /** Holds with more than 50 ms of ours. */
  over50Ms: number;
  peakMemoryMib: number;
};

let holds: Hold[] = [];
let pauses: { at: number; ms: number }[] = [];
let peakMemoryMib = 0;

/** Nanoseconds that the main thread has been on a core. */
const onCore = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) pauses.push({ at: startTime, ms: duration });
}).observe({ entryTypes: ["gc"] });

let last = { at: performance.now(), cpuMs: onCore() };
setInterval(() => {
  const now = { at: performance.now(), cpuMs: onCore() };
  const ms = now.at - last.at - TICK_MS;
  if (ms > 5) holds.push({ at: last.at, ms, cpuMs: now.cpuMs - last.cpuMs });
  last = now;
}, TICK_MS).unref();
setInterval(() => {
  peakMemoryMib = Math.max(peakMemoryMib, process.memoryUsage.rss() / 1024 ** 2);
}, 100).unref();

const ownMs = (hold: Hold) => {
  const collected = pauses
    .filter(({ at }) => at >= hold.at && at <= hold.at + hold.ms + TICK_MS)
    .reduce((sum, { ms }) => sum + ms, 0);
  return Math.max(0, Math.min(hold.ms, hold.cpuMs) - collected);
};
const longest = (values: number[]) => values.reduce((most, value) => Math.max(most, value), 0);

process.on("message", (told) => {
  if (told === "watch") [holds, pauses, peakMemoryMib] = [[], [], 0];
  if (told !== "report") return;
  const report: LoopReport = {
    longestMs: longest(holds.map(({ ms }) => ms)),
    longestOwnMs: longest(holds.map(ownMs)),
    longestGcMs: longest(pauses.map(({ ms }) => ms)),
    over50Ms: holds.filter((hold) => ownMs(hold) > 50).length,
    peakMemoryMib,
  };
  process.send?.(report);
});
// Being listened to must not keep the process.
process.channel?.unref();
