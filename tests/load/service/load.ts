import { Agent } from "node:http";
import { quantile } from "./bystander";
import { type Answer, registration, type Sent, send, signNonce } from "./send";

/** The mode of a load: with a fixed concurrency, or at a fixed rate. */
export type Load = { seconds: number; proofPath: string; port: number } & (
  | { atOnce: number }
  | { perSecond: number }
);

export type LoadReport = {
  /** Responses of 2xx, and their number per second. */
  good: number;
  goodput: number;
  /** Milliseconds of those responses. */
  p50: number;
  p99: number;
  /** Responses of 503 with Retry-After. */
  refused: number;
  /** All other responses by kind. */
  other: Record<string, number>;
};

/**
 * Enough addresses that the mix stays within every limit of a client; a prime, so that each address sends all
 * of it in turn.
 */
const CLIENTS = 401;
const LEAVES = 10;
const MAX_OUTSTANDING = 4_000;

type Client = { localAddress: string; agent: Agent };

const newClients = (): Client[] =>
  Array.from({ length: CLIENTS }, (_, index) => ({
    localAddress: `127.50.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    agent: new Agent({ keepAlive: true, maxSockets: 2 }),
  }));

let step = 0;

/** Sends the next request of the mix: forty-nine reads and one registration in fifty. */
async function nextRequest({ port, proofPath }: Load, clients: readonly Client[]): Promise<Answer> {
  step++;
  const client = clients[step % CLIENTS] as Client;
  const from = { port, ...client };
  const campaign = proofPath.replace(/\/proof.*/, "");
  const read = (path: string, more: Sent = {}) => send({ ...from, path, ...more });
  switch (step % 50) {
    case 0:
      return register(from);
    case 1:
    case 2:
    case 3: {
      const body = JSON.stringify({
        amount: "1000",
        releaseType: 1,
        startTime: 1,
        cliffTime: 1,
        endTime: 9,
        points: 20,
      });
      return read("/api/simulate-vesting", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
    }
    default:
      return read(
        [proofPath, campaign, "/api/campaigns", `${campaign}/leaves?limit=20`, `${campaign}/timeline`][
          step % 5
        ] ?? "/",
      );
  }
}

async function register(from: { port: number; localAddress: string; agent: Agent }): Promise<Answer> {
  const { wallet, body } = await registration(LEAVES);
  const nonce = await send({ ...from, path: "/api/auth/nonce" });
  if (nonce.status !== 200) return nonce;
  const headers = {
    ...signNonce(nonce.text, wallet),
    "content-type": "application/json",
    "content-encoding": "gzip",
  };
  return send({ ...from, method: "POST", path: "/api/campaigns", headers, body });
}

/** Applies a load to a service, and returns counts of its responses. */
export async function load(input: Load): Promise<LoadReport> {
  const times: number[] = [];
  const report: LoadReport = { good: 0, goodput: 0, p50: 0, p99: 0, refused: 0, other: {} };
  const clients = newClients();
  const until = performance.now() + input.seconds * 1000;
  let goodInTime = 0;
  const one = async () => {
    const { status, ms, retryAfter, text } = await nextRequest(input, clients);
    const isGood = status >= 200 && status < 300;
    if (isGood) {
      report.good++;
      times.push(ms);
      if (performance.now() <= until) goodInTime++;
    } else if (status === 503 && retryAfter !== null) report.refused++;
    else {
      const what = status === 0 ? text : String(status);
      report.other[what] = (report.other[what] ?? 0) + 1;
    }
  };
  if ("atOnce" in input) await closedLoop(input.atOnce, until, one);
  else await openLoop(input.perSecond, until, one);
  for (const { agent } of clients) agent.destroy();
  report.goodput = goodInTime / input.seconds;
  report.p50 = Math.round(quantile(times, 0.5));
  report.p99 = Math.round(quantile(times, 0.99));
  return report;
}

async function closedLoop(atOnce: number, until: number, input: () => Promise<void>): Promise<void> {
  const worker = async () => {
    while (performance.now() < until) await input();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function openLoop(perSecond: number, until: number, input: () => Promise<void>): Promise<void> {
  const outstanding = new Set<Promise<void>>();
  const started = performance.now();
  for (let sent = 0; performance.now() < until; ) {
    const due = ((performance.now() - started) / 1000) * perSecond;
    for (; sent < due; sent++) {
      if (outstanding.size >= MAX_OUTSTANDING) continue;
      const request = input().finally(() => outstanding.delete(request));
      outstanding.add(request);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(outstanding);
}
