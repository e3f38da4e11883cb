import * as z from "zod";
import { parseRpcResult } from "@/lib/core/solana/rpc-responses/response-json";

/**
 * Sends one JSON-RPC call to a Solana node and returns its `result`. Integers above 2^53 may be decimal
 * strings. Rejects for every failure.
 */
export type RpcCall = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

export type RpcFailureCode = "UNAVAILABLE" | "TIMEOUT" | "MALFORMED" | "TOO_LARGE" | "REFUSED";

/** A call to a node without a usable response. */
export class RpcCallError extends Error {
  override readonly name = "RpcCallError";

  constructor(
    readonly code: RpcFailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** A page of 1,000 signatures or a transaction with its log stays well below this size. */
const MAX_RESPONSE_BYTES = 4_194_304;

const envelope = z.union([
  z.object({ error: z.object({ message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);

/** Returns a client of the node at a URL. */
export const httpRpc =
  (url: string, send: typeof fetch = fetch): RpcCall =>
  async (method, params, signal) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const response = await send(url, { method: "POST", headers, body, signal });
    const text = await readLimited(response);
    if (!response.ok)
      throw new RpcCallError("UNAVAILABLE", `The node responded with HTTP status ${response.status}.`);
    const { success, data } = envelope.safeParse(parseJson(text));
    if (!success) throw new RpcCallError("MALFORMED", "The node did not respond with JSON-RPC.");
    if ("error" in data)
      throw new RpcCallError("REFUSED", `The node refused ${method}: ${data.error.message}`);
    return data.result;
  };

function parseJson(text: string): unknown {
  try {
    return parseRpcResult(text);
  } catch {
    return null;
  }
}

/** Reads a body up to the limit, so that a hostile node cannot exhaust the memory. */
async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = "";
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      throw new RpcCallError("TOO_LARGE", "The node's response is too large.");
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
