import { createServer } from "node:http";
import { listenLocally } from "./local-server";

export type ProviderAnswer = { status?: number; body: unknown; headers?: Record<string, string> } | "hang";

/**
 * Starts a local price provider that responds with `answer` for the requested mints, and records its
 * requests.
 */
export async function startPriceProvider(answer: (mints: string[]) => ProviderAnswer) {
  const received: { mints: string[]; key: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const mints = (new URL(request.url ?? "/", "http://localhost").searchParams.get("ids") ?? "").split(",");
    received.push({ mints, key: request.headers["x-api-key"]?.toString() });
    const given = answer(mints);
    if (given === "hang") return;
    response.writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers });
    response.end(typeof given.body === "string" ? given.body : JSON.stringify(given.body));
  });
  const { url, close } = await listenLocally(server);
  return { url: `${url}/price`, received, close };
}
