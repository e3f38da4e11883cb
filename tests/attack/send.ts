import { once } from "node:events";
import { type Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";

export type Answer = { status: number; retryAfter: string | null; ms: number; text: string };

const GIVE_UP_MS = 60_000;

/** Sends one request and reads its answer; status 0 where the connection ended without one. */
export async function send(
  options: RequestOptions & { body?: string | Uint8Array; agent?: Agent },
): Promise<Answer> {
  const { body, ...rest } = options;
  const started = performance.now();
  try {
    const request = httpRequest({ host: "127.0.0.1", timeout: GIVE_UP_MS, ...rest });
    request.once("timeout", () => request.destroy(new Error("No answer came.")));
    const answered = once(request, "response") as Promise<IncomingMessage[]>;
    request.on("error", () => undefined);
    request.end(body);
    const [response] = await answered;
    if (!response) throw new Error("No answer came.");
    let text = "";
    for await (const chunk of response) if (text.length < 2_000) text += chunk;
    const ms = performance.now() - started;
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"] ?? null,
      ms,
      text,
    };
  } catch {
    return { status: 0, retryAfter: null, ms: performance.now() - started, text: "" };
  }
}
