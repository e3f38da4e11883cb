import { ConnectionLostError, serviceFetch } from "@/components/service/service-fetch";
import { message } from "@/lib/core/i18n/translator";

/**
 * The service proxies RPC calls, so that browsers need neither the URL nor the key of the node. Also valid in
 * a worker.
 */
export const rpcEndpoint = () => `${globalThis.location.origin}/rpc`;

/** Returns a field of a value, or undefined if the value is not an object. */
const getField = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const UNREACHABLE = message("Solana is unreachable. Try again in a moment.");

/**
 * A `fetch` for the RPC proxy of the service.
 * @throws ConnectionLostError if the service or the node does not respond
 */
export const rpcFetch: typeof fetch = async (input, init) => {
  const response = await serviceFetch(input, init);
  if (response.ok) return response;
  const reason = getField(await response.json().catch(() => null), "error");
  throw new ConnectionLostError(typeof reason === "string" ? reason : UNREACHABLE);
};

/**
 * Sends a JSON-RPC call and returns its unvalidated result. It is for answers that the library cannot read,
 * such as transactions of version 1.
 * @throws ConnectionLostError if the service or the node does not respond, and Error if the node rejects the call or its
 *   response has another format
 */
export async function callRpc(method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const response = await rpcFetch(rpcEndpoint(), { method: "POST", headers, body });
  const answer: unknown = await response.json();
  const result = getField(answer, "result");
  if (result !== undefined) return result;
  const reason = getField(getField(answer, "error"), "message");
  throw new Error(typeof reason === "string" ? reason : UNREACHABLE);
}
