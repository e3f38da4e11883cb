import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

type Call = { id: number; method: string; params: unknown };

/**
 * Serves the JSON-RPC responses of a node that no longer changes. Each request is forwarded once, and repeated
 * from memory afterwards, so that a benchmark measures the client. Returns one server for each delay of a response.
 */
export function startReplays(url: string, delaysMs: readonly number[]): Promise<LocalServer[]> {
  const recorded = new Map<string, Promise<string>>();
  const forward = async (call: Call): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...call });
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const { result, error } = (await response.json()) as { result: unknown; error: unknown };
    return error === undefined ? `"result":${JSON.stringify(result)}` : `"error":${JSON.stringify(error)}`;
  };
  const answer = async (call: Call): Promise<string> => {
    const key = `${call.method} ${JSON.stringify(call.params)}`;
    const outcome = recorded.get(key) ?? forward(call);
    recorded.set(key, outcome);
    return `{"jsonrpc":"2.0","id":${call.id},${await outcome}}`;
  };
  return Promise.all(delaysMs.map((delayMs) => listen(answer, delayMs)));
}

function listen(answer: (call: Call) => Promise<string>, delayMs: number): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    const sent = JSON.parse(await text(request)) as Call | Call[];
    const answers = await Promise.all([sent].flat().map(answer));
    if (delayMs > 0) await sleep(delayMs);
    response.setHeader("content-type", "application/json");
    response.end(Array.isArray(sent) ? `[${answers.join(",")}]` : answers[0]);
  });
  return listenLocally(server);
}
