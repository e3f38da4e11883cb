import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Order } from "./attacker";
import { type Bounds, countsText, type Length, RECOVERY_MS, type Row } from "./report";
import { type Seen, watch } from "./service/bystander";
import type { AttackedService } from "./service/service";

export type Watched = {
  service: AttackedService;
  /** The path of the proof that others read. */
  path: string;
  /** The measurements without an attack. */
  idle: Seen;
  bounds: Bounds;
  length: Length;
};

/** The attacking process, for all attacks of a run. */
export class Attacker {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, "attacker.ts"));

  async send<Reply>(order: Order): Promise<Reply> {
    const over = new AbortController();
    const received = (event: string) => once(this.child, event, { signal: over.signal });
    this.child.send(order);
    try {
      const [reply] = await Promise.race([
        received("message"),
        received("exit").then(() => Promise.reject(new Error("The attacker's process ended."))),
      ]);
      return reply;
    } finally {
      over.abort();
    }
  }

  end(): void {
    this.child.kill();
  }
}

/**
 * Attacks for the configured time while others read; all promises have to hold during and after the attack.
 */
export async function runMeasuredAttack(attacker: Attacker, name: string, watched: Watched): Promise<Row> {
  const { service, length } = watched;
  await attacker.send({ prepare: name, port: service.port, leaves: length.leaves });
  return whileWatched(watched, name, async () => {
    const { counts } = await attacker.send<{ counts: Record<string, number> }>({ seconds: length.seconds });
    const failures = Object.keys(counts).filter((answer) => /^(5(?!03$)|no answer)/.test(answer));
    return { figures: countsText(counts), broken: failures.map((answer) => `there was ${answer}`) };
  });
}

/** Runs some work while others read. */
export async function whileWatched(
  watched: Watched,
  attack: string,
  work: () => Promise<Pick<Row, "figures" | "broken">>,
): Promise<Row> {
  const { service, path, bounds } = watched;
  const started = performance.now();
  const watching = watch(service, path);
  const { figures, broken } = await work();
  const seen = await watching.end();
  const seconds = (performance.now() - started) / 1000;
  const promises: [boolean, string][] = [
    [seen.proofP99 <= bounds.proofMs, `others' proofs took ${seen.proofP99} ms`],
    [seen.failed === 0, `${seen.failed} of ${seen.proofs} proofs of others failed`],
    [seen.healthWorst <= bounds.healthMs, `health took ${seen.healthWorst} ms`],
    [seen.healthFailed === 0, `health failed ${seen.healthFailed} times`],
    [seen.memory <= bounds.memoryMib, `${seen.memory} MiB were resident`],
    [service.isRunning, "the service ended"],
  ];
  const unkept = promises.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
  if (service.isRunning) unkept.push(...(await recovery(watched)));
  const proofs = `${seen.proofP50} / ${seen.proofP99}`;
  const { healthWorst, memory } = seen;
  const counted = seen.refused > 0 ? `${figures}; others were refused ${seen.refused} times` : figures;
  return { attack, seconds, proofs, healthWorst, memory, figures: counted, broken: [...broken, ...unkept] };
}

/** Checks that the service recovers within five seconds: quick, and without held handles. */
async function recovery({ service, path, idle, bounds }: Watched): Promise<string[]> {
  const started = performance.now();
  for (;;) {
    const watching = watch(service, path);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const after = await watching.end();
    if (isAsBefore(after, idle, bounds)) return [];
    if (performance.now() - started < RECOVERY_MS) continue;
    const { proofP50, failed, handles } = after;
    return [`afterwards proofs take ${proofP50} ms, ${failed} fail, ${handles} handles are open`];
  }
}

/** The number of handles varies with the connections of all clients, of which there are some dozen. */
const isAsBefore = (after: Seen, idle: Seen, bounds: Bounds) =>
  after.failed + after.healthFailed === 0 &&
  after.healthWorst <= bounds.healthMs &&
  after.proofP50 <= Math.max(bounds.afterMs, 3 * idle.proofP50) &&
  after.handles <= idle.handles + 32;
