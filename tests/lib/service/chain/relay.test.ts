import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { PATIENT } from "@/ledger/tests/support/long";
import { NetworkUnavailableError } from "@/lib/service/chain/errors";
import { Relay } from "@/lib/service/chain/relay";
import { type LocalServer, listenLocally } from "@/tests/support/local-server";

let server: LocalServer;
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

/** Starts a node that answers on request, and a relay to it. */
async function holdAnswers() {
  const held: (() => void)[] = [];
  const node = createServer(async (request, response) => {
    const { id } = Object(await json(request));
    held.push(() => response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "there" })));
  });
  server = await listenLocally(node);
  return { held, relay: new Relay([server.url], { warn: () => undefined }) };
}

it("forwards up to the limit of concurrent calls and refuses the next until one finishes", async () => {
  // Disables timeouts, so that a busy machine cannot make an answer late.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  const { held, relay } = await holdAnswers();
  const query = (id: number) => relay.request({ jsonrpc: "2.0", id, method: "getGenesisHash", params: [] });
  const requested = Array.from({ length: 32 }, (_, id) => query(id));
  await expect(query(32)).rejects.toBeInstanceOf(NetworkUnavailableError);
  await vi.waitFor(() => expect(held).toHaveLength(32), PATIENT);
  for (const answer of held) answer();
  expect((await Promise.all(requested)).map(({ id }) => id)).toEqual(requested.map((_, id) => id));
  const next = query(33);
  await vi.waitFor(() => expect(held).toHaveLength(33), PATIENT);
  held.at(-1)?.();
  expect(await next).toEqual({ jsonrpc: "2.0", id: 33, result: "there" });
});
