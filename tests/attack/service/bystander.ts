import { Agent } from "node:http";
import { type Answer, send } from "./send";
import type { AttackedService } from "./service";

export type Seen = {
  /** Milliseconds that the proofs of others took: the middle and the ninety-ninth hundredth. */
  proofP50: number;
  proofP99: number;
  proofs: number;
  /** Answers to others that were neither 200 nor 503 with Retry-After. */
  failed: number;
  /** Refusals of others: who was refused asked again as told, and is counted with all the time that took. */
  refused: number;
  healthWorst: number;
  healthFailed: number;
  /** The most, in MiB. */
  memory: number;
  /** Files and sockets open at the end. */
  handles: number;
};

/** Readers of one proof each, a browser's pace apart: every address asks once a second, as the route's limit has it. */
const READERS = 8;

export const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Watches what everybody else sees, from the start until `end` is called. */
export function watch(service: AttackedService, proofPath: string): { end(): Promise<Seen> } {
  const proofs: Answer[] = [];
  const healths: Answer[] = [];
  let memory = 0;
  let refused = 0;
  let isOver = false;
  const agents = Array.from({ length: READERS + 1 }, () => new Agent({ keepAlive: true, maxSockets: 2 }));
  const every = async (ms: number, ask: () => Promise<unknown>) => {
    while (!isOver) {
      const next = new Promise((resolve) => setTimeout(resolve, ms));
      await ask();
      await next;
    }
  };
  const [healthAgent, ...readerAgents] = agents;
  const readers = readerAgents.map((agent, index) => {
    const from = { localAddress: `127.0.1.${index + 1}`, agent, port: service.port };
    const ask = () => send({ ...from, path: proofPath });
    return every(1_100, async () => {
      const started = performance.now();
      let answer = await ask();
      while (answer.status === 503 && answer.retryAfter !== null) {
        refused++;
        if (isOver) return;
        await new Promise((resolve) => setTimeout(resolve, Number(answer.retryAfter) * 1000));
        answer = await ask();
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
