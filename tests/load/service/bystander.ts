import { Agent } from "node:http";
import { type Answer, send } from "./send";
import type { AttackedService } from "./service";

export type Seen = {
  /** Milliseconds of others' proofs: the median and the 99th percentile. */
  proofP50: number;
  proofP99: number;
  proofs: number;
  /** Responses to others that were neither 200 nor 503 with Retry-After. */
  failed: number;
  /** Refusals of others, who retried as instructed; the time of a proof includes the retries. */
  refused: number;
  healthWorst: number;
  healthFailed: number;
  /** The maximum, in MiB. */
  memory: number;
  /** Open files and sockets at the end. */
  handles: number;
};

/**
 * Readers of one proof each, at a browser's pace: every address sends one request per second, the limit of
 * the route.
 */
const READERS = 8;

export const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Measures the requests of other clients from now until `end` is called. */
export function watch(service: AttackedService, proofPath: string): { end(): Promise<Seen> } {
  const proofs: Answer[] = [];
  const healths: Answer[] = [];
  let memory = 0;
  let refused = 0;
  let isOver = false;
  const agents = Array.from({ length: READERS + 1 }, () => new Agent({ keepAlive: true, maxSockets: 2 }));
  const every = async (ms: number, query: () => Promise<unknown>) => {
    while (!isOver) {
      const next = new Promise((resolve) => setTimeout(resolve, ms));
      await query();
      await next;
    }
  };
  const [healthAgent, ...readerAgents] = agents;
  const readers = readerAgents.map((agent, index) => {
    const from = { localAddress: `127.0.1.${index + 1}`, agent, port: service.port };
    const query = () => send({ ...from, path: proofPath });
    return every(1_100, async () => {
      const started = performance.now();
      let answer = await query();
      while (answer.status === 503 && answer.retryAfter !== null) {
        refused++;
        if (isOver) return;
        await new Promise((resolve) => setTimeout(resolve, Number(answer.retryAfter) * 1000));
        answer = await query();
      }
      proofs.push({ ...answer, ms: performance.now() - started });
    });
  });
  const health = { localAddress: "127.0.2.1", agent: healthAgent, port: service.port, path: "/api/health" };
  const watchers = [
    every(250, async () => healths.push(await send(health))),
    every(100, async () => {
      if (service.isRunning) memory = Math.max(memory, service.usage().memory);
    }),
  ];
  return {
    end: async () => {
      isOver = true;
      await Promise.all([...readers, ...watchers]);
      const times = proofs.map(({ ms }) => ms);
      const handles = service.isRunning ? service.usage().handles : 0;
      for (const agent of agents) agent.destroy();
      return {
        proofP50: Math.round(quantile(times, 0.5)),
        proofP99: Math.round(quantile(times, 0.99)),
        proofs: proofs.length,
        failed: proofs.filter(({ status }) => status !== 200).length,
        refused,
        healthWorst: Math.round(Math.max(...healths.map(({ ms }) => ms))),
        healthFailed: healths.filter(({ status }) => status !== 200).length,
        memory: Math.round(memory),
        handles,
      };
    },
  };
}
