import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { requestContext } from "@/lib/service/http/request-context";
import { KeptPages } from "@/server/pages/kept-pages";

type Rendering = {
  status?: number;
  html?: string;
  network?: unknown;
  text?: string;
  cookie?: string;
  end?: (response: ServerResponse) => void;
};

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A server whose only route is rendered as told, with how often it was; `now` can be set. */
async function serve(rendering: Rendering = {}, route = "/docs") {
  const state = { rendered: 0, now: 1_800_000_000n, rendering };
  const pages = new KeptPages(() => state.now);
  const render = (request: IncomingMessage, response: ServerResponse) => async () => {
    state.rendered++;
    const nonce = /'nonce-(.*)'/.exec(String(request.headers["content-security-policy"]))?.[1];
    const {
      status = 200,
      html = '<html lang="en">',
      network = { name: "test" },
      text = "",
    } = state.rendering;
    const store = requestContext().getStore();
    if (store) store.shell = Promise.resolve({ serverNow: String(state.now), network });
    response.statusCode = status;
    response.setHeader("x-of-page", "yes");
    response.setHeader("link", `</style>; nonce="${nonce}"`);
    if (state.rendering.cookie) response.setHeader("set-cookie", state.rendering.cookie);
    response.write(`<!DOCTYPE html>${html}<script nonce="${nonce}">${state.now}</script>`);
    response.write(Buffer.from(`“${text}”<script nonce="${nonce}">`));
    (state.rendering.end ?? ((given) => given.end("</script></body></html>")))(response);
  };
  const server = createServer((request, response) => {
    response.setHeader("x-of-server", String(state.now));
    const context = { remoteAddress: "", requestId: "" };
    const answering = () => pages.answer(route, { request, response }, render(request, response));
    void requestContext().run(context, answering);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (nonce: string, path = "/docs", headers: Record<string, string> = {}) => {
    const policy = { "content-security-policy": `script-src 'nonce-${nonce}'` };
    const given = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { ...policy, ...headers } });
    return { status: given.status, headers: given.headers, text: await given.text() };
  };
  return { state, ask };
}

describe("a page that is the same for all", () => {
  test("is rendered once, and given to others with their nonce, the second, and the headers of their own answer", async () => {
    const { state, ask } = await serve();
    const first = await ask("AAAA+/==");
    state.now += 40n * 86_400n;
    const second = await ask("BBBB+/==");
    expect(state.rendered).toBe(1);
    const moved = (text: string) =>
      text.replaceAll("AAAA+/==", "BBBB+/==").replaceAll("1800000000", "1803456000");
    expect(second.text).toBe(moved(first.text));
    expect(second.text).toContain("BBBB+/==");
    expect(second.text).toContain("1803456000");
    expect(second.headers.get("link")).toBe('</style>; nonce="BBBB+/=="');
    expect(second.headers.get("x-of-page")).toBe("yes");
    expect(second.headers.get("x-of-server")).toBe("1803456000");
  });

  test("is one for each path, language and choice of colours", async () => {
    const { state, ask } = await serve();
    const german = { ...state.rendering, html: '<html lang="de">' };
    const looks: [string, Rendering, Record<string, string>][] = [
      ["/docs", {}, {}],
      ["/docs/api", {}, {}],
      ["/docs", german, { "accept-language": "de-CH, en;q=0.1" }],
      ["/docs", { html: '<html lang="de" data-theme="dark">' }, { cookie: "a=b; theme=dark;language=de" }],
      ["/docs", { html: '<html lang="en" data-theme="light">' }, { cookie: "theme=light; atheme=dark" }],
    ];
    for (const [path, rendering, headers] of looks) {
      state.rendering = rendering;
      await ask("AAAA", path, headers);
    }
    expect(state.rendered).toBe(looks.length);
    for (const [path, { html = '<html lang="en">' }, headers] of looks)
      expect((await ask("AAAA", path, headers)).text).toContain(html);
    expect(state.rendered).toBe(looks.length);
  });

  const again: [string, Rendering, string?, Record<string, string>?][] = [
    ["with parameters", {}, "/docs?q=1"],
    ["for a crawler", {}, "/docs", { "user-agent": "Twitterbot/1.0" }],
    ["for who has a preview's cookies", {}, "/docs", { cookie: "a=b; __prerender_bypass=1" }],
    ["without a nonce", {}, "/docs", { "content-security-policy": "default-src 'self'" }],
    ["that is not there", { status: 404 }],
    ["that failed", { html: '<html id="__next_error__">' }],
    ["before the network is known", { network: null }],
    [
      "in a language that its reader's cookie spells so that only the page understands it",
      { html: '<html lang="de">' },
    ],
    ["in colours that the page chose otherwise", { html: '<html lang="en" data-theme="dark">' }],
    ["that sets a cookie", { cookie: "theme=dark" }],
    ["that ended early", { end: (response) => response.end() }],
    ["that is too long", { text: "é".repeat(131_072) }],
  ];
  test.each(again)("is rendered again %s", async (_, rendering, path, headers) => {
    const { state, ask } = await serve(rendering);
    await ask("AAAA", path, headers);
    await ask("BBBB", path, headers);
    expect(state.rendered).toBe(2);
  });

  test("is not kept when its reader left before its end", async () => {
    const { state, ask } = await serve({ end: (response) => response.destroy() });
    await expect(ask("AAAA")).rejects.toThrow();
    state.rendering = {};
    expect((await ask("BBBB")).text).toContain("</html>");
    expect(state.rendered).toBe(2);
  });

  test("makes room for others once there are many", async () => {
    const { state, ask } = await serve();
    for (let page = 0; page < 60; page++) await ask("AAAA", `/docs/page-${page}`);
    await ask("AAAA", "/docs/page-59");
    expect(state.rendered).toBe(60);
    await ask("AAAA", "/docs/page-0");
    expect(state.rendered).toBe(61);
  });
});

test("what shows something of somebody is rendered for each", async () => {
  const { state, ask } = await serve({}, "/campaigns");
  await ask("AAAA", "/campaigns");
  await ask("BBBB", "/campaigns");
  expect(state.rendered).toBe(2);
});
