import { type Attacker, type Watched, whileWatched } from "../measured-attack";
import type { Row } from "../report";
import type { LoadReport } from "../service/load";

const AT_ONCE = 24;
/** Multiples of the measured capacity: a permanent load, and an overload. */
const [BEARABLE, TOO_MUCH] = [0.8, 2];
const MIN_GOODPUT = 0.8;
/** The allowed growth from the first third of a long load to its last. */
const GROWTH = { memoryMib: 64, memoryPart: 1.1, handles: 32, p99Part: 1.5, p99Ms: 250 };

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const text = ({ good, goodput, p50, p99, refused, other }: LoadReport) =>
  [
    `${good} good (${goodput.toFixed(0)}/s), p50 ${p50} ms, p99 ${p99} ms, ${refused} refused`,
    ...Object.entries(other).map(([what, count]) => `${count} × ${what}`),
  ].join(", ");

const strange = ({ other }: LoadReport) =>
  Object.entries(other).flatMap(([what, count]) => (what === "429" ? [] : [`${count} answers were ${what}`]));

/** Measures the service's capacity, applies most of it for long, then twice as much. */
export async function overload(attacker: Attacker, watched: Watched): Promise<Row[]> {
  const { service, path, length } = watched;
  const loaded = (seconds: number, how: { atOnce: number } | { perSecond: number }) =>
    attacker.send<LoadReport>({ load: { port: service.port, proofPath: path, seconds, ...how } });
  const short = Math.max(3, Math.min(30, length.soakSeconds / 10));
  await loaded(short / 2, { atOnce: AT_ONCE });
  const began = performance.now();
  const maximum = await loaded(short, { atOnce: AT_ONCE });
  const capacity: Row = {
    attack: "capacity, a mix of reading and writing",
    seconds: (performance.now() - began) / 1000,
    figures: text(maximum),
    broken: strange(maximum),
  };
  const soak = await whileWatched(watched, `${length.soakSeconds} s at four fifths of it`, async () => {
    const thirds: LoadReport[] = [];
    const usage: { memory: number; handles: number }[] = [];
    for (let third = 0; third < 3; third++) {
      const samples: { memory: number; handles: number }[] = [];
      const timer = setInterval(() => service.isRunning && samples.push(service.usage()), 250);
      thirds.push(await loaded(length.soakSeconds / 3, { perSecond: BEARABLE * maximum.goodput }));
      clearInterval(timer);
      usage.push({
        memory: mean(samples.map(({ memory }) => memory)),
        handles: mean(samples.map(({ handles }) => handles)),
      });
    }
    const [first, , last] = thirds as [LoadReport, LoadReport, LoadReport];
    const [before, , after] = usage as [(typeof usage)[0], (typeof usage)[0], (typeof usage)[0]];
    const broken = thirds.flatMap(strange);
    // A few seconds on a busy machine do not show growth.
    if (!length.isShort) {
      const refused = thirds.reduce((sum, third) => sum + third.refused, 0);
      if (refused > 0.01 * thirds.reduce((sum, third) => sum + third.good, 0))
        broken.push(`${refused} were refused`);
      if (last.p99 > Math.max(GROWTH.p99Ms, GROWTH.p99Part * first.p99))
        broken.push(`p99 grew from ${first.p99} to ${last.p99} ms`);
      if (after.memory > Math.max(before.memory + GROWTH.memoryMib, before.memory * GROWTH.memoryPart))
        broken.push(`memory grew from ${before.memory.toFixed(0)} to ${after.memory.toFixed(0)} MiB`);
      if (after.handles > before.handles + GROWTH.handles)
        broken.push(`handles grew from ${before.handles.toFixed(0)} to ${after.handles.toFixed(0)}`);
    }
    const flat = `memory ${before.memory.toFixed(0)} → ${after.memory.toFixed(0)} MiB, handles ${before.handles.toFixed(0)} → ${after.handles.toFixed(0)}`;
    return { figures: `first third: ${text(first)}; last: ${text(last)}; ${flat}`, broken };
  });
  const double = await twice(
    watched,
    maximum.goodput,
    (seconds, perSecond) => loaded(seconds, { perSecond }),
    short,
  );
  return [capacity, soak, double];
}

/**
 * Applies twice the capacity: excess requests are refused, the others are served, and the service recovers at
 * once.
 */
async function twice(
  watched: Watched,
  capacity: number,
  loaded: (seconds: number, perSecond: number) => Promise<LoadReport>,
  seconds: number,
): Promise<Row> {
  const work = async () => {
    const report = await loaded(seconds, TOO_MUCH * capacity);
    const broken = strange(report);
    if (!watched.length.isShort && report.goodput < MIN_GOODPUT * capacity)
      broken.push(`${report.goodput.toFixed(0)} of ${capacity.toFixed(0)} a second were served`);
    return { figures: text(report), broken };
  };
  return whileWatched(watched, "twice the capacity", work);
}
