import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { Chain } from "@/lib/service/chain/chain";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import type { ChainOptions } from "@/lib/service/chain/history";
import { signatureNamed } from "@/tests/indexer/support/fake-ledger";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

/** An endpoint that counts every request of a batch, as public endpoints do. */
let server: LocalServer;
afterEach(() => server.close());

const SIGNATURES = Array.from({ length: 60 }, (_, at) => signatureNamed(`limited ${at}`));

const answer = ({ id, params }: { id: number; params: [string] }) => ({
  jsonrpc: "2.0",
  id,
  result: {
    slot: 7,
    blockTime: 9,
    transaction: { signatures: [params[0]], message: { accountKeys: [] } },
    meta: { err: null, logMessages: [] },
  },
});

/** Answers up to `take` requests, and refuses the others, with a Retry-After if one is given. */
async function serve(
  take: (requests: number) => boolean | "1",
  options: Omit<ChainOptions, "urls"> = {},
): Promise<Chain> {
  const node = createServer(async (request, response) => {
    const body = Object(await json(request));
    const calls = Array.isArray(body) ? body : [body];
    const taken = take(calls.length);
    if (taken !== true) return response.writeHead(429, taken ? { "retry-after": taken } : {}).end();
    const answers = calls.map(answer);
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
  });
  server = await listenLocally(node);
  return new Chain({ urls: [server.url], ...options });
}

it("shrinks batches to the size that a limit allows until every answer has arrived", async () => {
  // A window ends with its refusal, so that its length is counted in requests and not in time.
  let passed = 0;
  const chain = await serve((requests) => {
    if (passed + requests > 10) {
      passed = 0;
      return false;
    }
    passed += requests;
    return true;
  });
  const found = await chain.getTransactions(SIGNATURES);
  expect(found.map((item) => item && "signature" in item && item.signature)).toEqual(SIGNATURES);
});

it("returns the answers that arrived in time, and fails only when none did", async () => {
  let left = 10;
  const chain = await serve((requests) => {
    if (requests > left) return false;
    left -= requests;
    return true;
  });
  const found = await chain.getTransactions(SIGNATURES, { deadlineMs: 3_000 });
  expect(found.filter((item) => item !== null)).toHaveLength(10);
  await expect(chain.getTransactions(SIGNATURES, { deadlineMs: 500 })).rejects.toThrow(
    NetworkUnavailableError,
  );
});

it("enlarges batches again once they pass", async () => {
  let maximum = 10;
  const sizes: number[] = [];
  const chain = await serve((requests) => {
    sizes.push(requests);
    return requests <= maximum;
  });
  await chain.getTransactions(SIGNATURES);
  maximum = 50;
  sizes.length = 0;
  // Each full batch that passes enlarges the next ones by one.
  for (let call = 0; call < 10; call++) await chain.getTransactions(SIGNATURES);
  expect(Math.max(...sizes)).toBeGreaterThan(10);
});

it("sends nothing more to an endpoint that asked for a pause, not even queued requests", async () => {
  const arrivals: number[] = [];
  const chain = await serve(() => arrivals.push(performance.now()) > 1 || "1", {
    batchSize: 1,
    concurrency: 1,
  });
  expect(await chain.getTransactions(SIGNATURES.slice(0, 3))).toHaveLength(3);
  expect((arrivals[1] ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThanOrEqual(990);
});
