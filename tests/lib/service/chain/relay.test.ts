import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { PATIENT } from "@/ledger/tests/support/long";
import { LedgerUnavailable } from "@/lib/service/chain/errors";
import { Relay } from "@/lib/service/chain/relay";

let server: Server;
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});

/** A node that answers when it is told to, and a relay to it. */
async function holdAnswers() {
  const held: (() => void)[] = [];
  server = createServer(async (request, response) => {
    const { id } = Object(await json(request));
    held.push(() => response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "there" })));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { held, relay: new Relay([`http://127.0.0.1:${port}`], { warn: () => undefined }) };
}

it("passes on so many calls at once and refuses the next, until one of them is answered", async () => {
  // No answer is late, however busy the machine is.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  const { held, relay } = await holdAnswers();
  const ask = (id: number) => relay.ask({ jsonrpc: "2.0", id, method: "getGenesisHash", params: [] });
  const asked = Array.from({ length: 32 }, (_, id) => ask(id));
  await expect(ask(32)).rejects.toBeInstanceOf(LedgerUnavailable);
  await vi.waitFor(() => expect(held).toHaveLength(32), PATIENT);
  for (const answer of held) answer();
  expect((await Promise.all(asked)).map(({ id }) => id)).toEqual(asked.map((_, id) => id));
  const next = ask(33);
  await vi.waitFor(() => expect(held).toHaveLength(33), PATIENT);
  held.at(-1)?.();
  expect(await next).toEqual({ jsonrpc: "2.0", id: 33, result: "there" });
});
