import { once } from "node:events";
import autocannon from "autocannon";
import { measureSeconds } from "./report";

export const CONNECTIONS = 12;
/** Client addresses of each connection, which a trusted proxy names: enough to stay below the rate limit of one. */
const ADDRESSES = 1_000;

function getRequests(connection: number, paths: readonly string[]): autocannon.Request[] {
  return Array.from({ length: ADDRESSES }, (_, at) => ({
    path: paths[(connection + at) % paths.length] ?? "/",
    headers: { "x-forwarded-for": `10.${connection}.${at >> 8}.${at & 255}` },
  }));
}

function requireSuccess({ non2xx, errors, timeouts, mismatches, statusCodeStats }: autocannon.Result): void {
  if (non2xx + errors + timeouts + mismatches === 0) return;
  const counts = { errors, timeouts, mismatches, statusCodeStats };
  throw new Error(`Requests failed: ${JSON.stringify(counts)}.`);
}

/** Sends GET requests over twelve connections; every response must succeed. */
export async function load(port: number, paths: readonly string[], seconds: number) {
  let connection = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: 100,
    setupClient: (client) => client.setRequests(getRequests(connection++, paths)),
  });
  requireSuccess(result);
  return { requests: result["2xx"], seconds: result.duration };
}

/** Posts every JSON-RPC call once; returns the seconds that took. */
export async function postAll(url: string, bodies: readonly string[], connections: number): Promise<number> {
  let next = 0;
  const nextBody = (request: autocannon.Request) => ({ ...request, body: bodies[next++ % bodies.length] });
  const options: autocannon.Options = {
    ...{ url, connections: Math.min(connections, bodies.length), amount: bodies.length },
    requests: [{ method: "POST", headers: { "content-type": "application/json" }, setupRequest: nextBody }],
    verifyBody: (body) => !String(body).includes('"error"'),
  };
  return measureSeconds(async () => requireSuccess(await autocannon(options)));
}

/** Reads one path ten times a second until the returned function is called; that one resolves to the latencies in ms. */
export function readInBackground(url: string): () => Promise<{ p50: number; p99: number }> {
  const options = { url, connections: 1, overallRate: 10, duration: 3_600, sampleInt: 100 };
  const running = autocannon(options, () => undefined);
  const done: Promise<autocannon.Result[]> = once(running, "done");
  return async () => {
    running.stop();
    const [result] = await done;
    if (!result) throw new Error("The background reads returned nothing.");
    requireSuccess(result);
    return result.latency;
  };
}
