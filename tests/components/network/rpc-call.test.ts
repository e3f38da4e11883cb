import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callRpc } from "@/components/network/rpc-call";
import { ConnectionLostError } from "@/components/service/service-fetch";

const responds = (body: unknown, status = 200) =>
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));

beforeEach(() => vi.stubGlobal("location", { origin: "http://localhost" }));
afterEach(() => vi.unstubAllGlobals());

test("returns the result of a call, also if it is null", async () => {
  responds({ jsonrpc: "2.0", id: 1, result: { value: 5 } });
  expect(await callRpc("getSlot", [])).toEqual({ value: 5 });
  responds({ jsonrpc: "2.0", id: 1, result: null });
  expect(await callRpc("getTransaction", ["signature"])).toBeNull();
});

test("throws the message of the node if it rejects the call", async () => {
  responds({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Invalid params" } });
  await expect(callRpc("getSlot", [])).rejects.toThrow("Invalid params");
});

test("throws the reason of the service, and a sentence for a response in another format", async () => {
  responds({ error: "The network did not respond." }, 503);
  await expect(callRpc("getSlot", [])).rejects.toThrow(
    new ConnectionLostError("The network did not respond."),
  );
  for (const body of [null, "text", [], {}, { error: null }, { error: { message: 5 } }]) {
    responds(body);
    await expect(callRpc("getSlot", [])).rejects.toThrow("Solana is unreachable.");
  }
});
