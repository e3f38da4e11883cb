import { createServer, type IncomingMessage } from "node:http";
import { listenLocally } from "@/tests/support/local-server";

/** The response to one command in Upstash's REST interface: a result, or an error text. */
type Answer = { result: unknown } | { error: string };

/**
 * Starts a local stand-in for an Upstash database, with the commands that the service uses over values in
 * memory. It implements the REST protocol: POST of one command as a JSON array, bearer token, base64 results.
 * The protocol follows Upstash's documentation under "REST API". The only supported script is the rate
 * limiter's sliding window.
 */
export async function startUpstash(token: string) {
  const values = new Map<string, { value: string; expiresMs: number }>();
  const seen: string[] = [];
  let isDown = false;

  const live = (key: string) => {
    const entry = values.get(key);
    return entry && entry.expiresMs > Date.now() ? entry : undefined;
  };
  const run = ([name = "", ...others]: unknown[]): Answer => {
    const [key = "", first = "", second = "", ...more] = others.map(String);
    seen.push(String(name).toLowerCase());
    switch (String(name).toLowerCase()) {
      case "set":
        values.set(key, { value: first, expiresMs: Date.now() + Number(more[0]) * 1000 });
        return { result: second.toLowerCase() === "ex" ? "OK" : null };
      case "getdel": {
        const value = live(key)?.value ?? null;
        values.delete(key);
        return { result: value };
      }
      case "evalsha":
        return { error: "NOSCRIPT No matching script. Please use EVAL." };
      case "eval": {
        const [, keyCount, ...rest] = others.map(String);
        const [currentKey = "", previousKey = ""] = rest;
        const [limit = 0, now = 0, windowMs = 0, points = 0] = rest.slice(Number(keyCount)).map(Number);
        const counted = (text: string) => Number(live(text)?.value ?? 0);
        const before = Math.floor((1 - (now % windowMs) / windowMs) * counted(previousKey));
        if (before + counted(currentKey) >= limit) return { result: [-1, limit] };
        const value = counted(currentKey) + points;
        values.set(currentKey, { value: String(value), expiresMs: Date.now() + 2 * windowMs + 1000 });
        return { result: [limit - value - before, limit] };
      }
      default:
        return { error: `ERR unknown command '${name}'` };
    }
  };

  const server = createServer(async (request, response) => {
    const isAllowed = request.headers.authorization === `Bearer ${token}`;
    const answer: Answer = isAllowed ? run(JSON.parse(await readText(request))) : { error: "Unauthorized" };
    if (isDown) return void request.socket.destroy();
    response.writeHead(isAllowed ? ("error" in answer ? 400 : 200) : 401, {
      "content-type": "application/json",
    });
    const isEncoded = request.headers["upstash-encoding"] === "base64";
    response.end(
      JSON.stringify("result" in answer && isEncoded ? { result: encode(answer.result) } : answer),
    );
  });
  return {
    ...(await listenLocally(server)),
    /** Names of the received commands, in order. */
    seen,
    /** Drops every connection without a response from now on, or responds again. */
    setDown: (value: boolean) => {
      isDown = value;
    },
  };
}

const encode = (result: unknown): unknown => {
  if (typeof result === "string") return result === "OK" ? result : Buffer.from(result).toString("base64");
  return Array.isArray(result) ? result.map(encode) : result;
};

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
