import autocannon from "autocannon";

export const CONNECTIONS = 12;
/** Client addresses of each connection: enough to stay below the rate limit of one address. */
const ADDRESSES = 1_000;

export type Load = { requests: number; seconds: number };

/** A trusted proxy names the client's address, so that one machine can load the service as many clients. */
export const BEHIND_PROXY = { TRUST_PROXY_HOPS: "1" };

function requestsOf(connection: number, paths: readonly string[]): autocannon.Request[] {
  return Array.from({ length: ADDRESSES }, (_, at) => ({
    path: paths[(connection + at) % paths.length] ?? "/",
    headers: { "x-forwarded-for": `10.${connection}.${at >> 8}.${at & 255}` },
  }));
}

function requireSuccess({ non2xx, errors, timeouts, mismatches, statusCodeStats }: autocannon.Result): void {
  if (non2xx + errors + timeouts + mismatches === 0) return;
  const statuses = JSON.stringify(statusCodeStats);
  throw new Error(
    `${errors} errors, ${timeouts} timeouts, ${mismatches} wrong bodies, statuses ${statuses}.`,
  );
}

/** Sends GET requests over twelve connections; every response must succeed. */
export async function load(port: number, paths: readonly string[], seconds: number): Promise<Load> {
  let connection = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    setupClient: (client) => client.setRequests(requestsOf(connection++, paths)),
  });
  requireSuccess(result);
  return { requests: result["2xx"], seconds: result.duration };
}

type Posts = {
  url: string;
  bodies: readonly string[];
  connections: number;
  isGood: (body: string) => boolean;
};

/** Posts every JSON body once; returns the seconds that took. */
export async function postAll({ url, bodies, connections, isGood }: Posts): Promise<number> {
  let next = 0;
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    body: bodies[next++ % bodies.length],
  });
  const startMs = performance.now();
  const result = await autocannon({
    url,
    connections: Math.min(connections, bodies.length),
    amount: bodies.length,
    requests: [{ method: "POST", headers: { "content-type": "application/json" }, setupRequest }],
    verifyBody: (body) => isGood(String(body)),
  });
  requireSuccess(result);
  return (performance.now() - startMs) / 1000;
}

const READS_PER_SECOND = 10;

/** Reads one path ten times a second until the returned function is called; that one resolves to the latencies in ms. */
export function readInBackground(url: string): () => Promise<{ p50: number; p99: number }> {
  let stop = () => {};
  const ended = new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections: 1, overallRate: READS_PER_SECOND, duration: 3_600, sampleInt: 100 };
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    stop = () => running.stop();
  });
  return async () => {
    stop();
    const result = await ended;
    requireSuccess(result);
    return result.latency;
  };
}
