import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "vitest";
import type { Database } from "@/db/client";
import { readEnv } from "@/lib/service/env";
import { requestContext } from "@/lib/service/http/request-context";
import { readForPage } from "@/lib/service/pages/page-reads";
import { KeptPages } from "@/server/pages/kept-pages";

export type Rendering = {
  status?: number;
  html?: string;
  network?: unknown;
  text?: string;
  cookie?: string;
  headers?: Record<string, string>;
  /** How it tells the time. */
  clock?: (second: bigint) => string;
  /** What it reads so that it is kept for as long as that is the same. */
  read?: () => Promise<unknown>;
  end?: (response: ServerResponse) => void;
};

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

export const clockOf = (second: bigint): string => String.raw`{\"serverNow\":\"${second}\"}`;

type Served = { route?: string; db?: Database; settings?: Record<string, string> };

/** A server whose only route is rendered as told, with how often it was asked for, was, was answered and left; `now` can be set. */
export async function servePage(rendering: Rendering = {}, { route = "/docs", db, settings }: Served = {}) {
  const state = { asked: 0, rendered: 0, answered: 0, left: 0, now: 1_800_000_000n, rendering };
  const env = readEnv({ LOG_LEVEL: "silent", ...settings });
  const pages = new KeptPages({ now: () => state.now, db: db ?? ({} as Database), env });
  const render = (request: IncomingMessage, response: ServerResponse) => async () => {
    state.rendered++;
    const nonce = /'nonce-(.*)'/.exec(String(request.headers["content-security-policy"]))?.[1];
    const { status = 200, html = '<html lang="en">', text = "", clock = clockOf } = state.rendering;
    const { network = { name: "test" }, headers = {}, cookie, end, read } = state.rendering;
    const store = requestContext().getStore();
    if (store) store.shell = Promise.resolve({ serverNow: String(state.now), network });
    const data = read ? await readForPage("data", read) : null;
    response.statusCode = status;
    response.setHeader("x-of-page", "yes");
    response.setHeader("link", `</style>; nonce="${nonce}"`);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (cookie) response.setHeader("set-cookie", cookie);
    response.write(`<!DOCTYPE html>${html}<script nonce="${nonce}">${clock(state.now)}</script>`);
    response.write(Buffer.from(`“${text}”${JSON.stringify(data)}<script nonce="${nonce}">`));
    (end ?? ((given) => given.end("</script></body></html>")))(response);
  };
  const server = createServer((request, response) => {
    state.asked++;
    response.once("close", () => response.writableFinished || state.left++);
    response.setHeader("x-of-server", String(state.now));
    const context = { remoteAddress: "", requestId: "" };
    const answering = () => pages.answer(route, { request, response }, render(request, response));
    void requestContext()
      .run(context, answering)
      .then(() => state.answered++);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (
    nonce: string,
    path = route,
    headers: Record<string, string> = {},
    signal: AbortSignal | null = null,
  ) => {
    const policy = { "content-security-policy": `script-src 'nonce-${nonce}'` };
    const asked = { headers: { ...policy, ...headers }, signal };
    const given = await fetch(`http://127.0.0.1:${port}${path}`, asked);
    return { status: given.status, headers: given.headers, text: await given.text() };
  };
  return { state, ask };
}
