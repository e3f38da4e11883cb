import { describe, expect, test } from "vitest";
import { clockOf, type Rendering, servePage } from "./page-server";

describe("a page that is the same for all", () => {
  test("is rendered once, and given to others with their nonce, the second, and the headers of their own answer", async () => {
    const { state, ask } = await servePage({ text: "What else says 1800000000 is no time of the page." });
    const first = await ask("AAAA+/==");
    state.now += 40n * 86_400n;
    const second = await ask("BBBB+/==");
    expect(state.rendered).toBe(1);
    const moved = (text: string) =>
      text.replaceAll("AAAA+/==", "BBBB+/==").replace(clockOf(1_800_000_000n), clockOf(1_803_456_000n));
    expect(second.text).toBe(moved(first.text));
    expect(second.text).not.toBe(first.text.replaceAll("AAAA+/==", "BBBB+/=="));
    expect(second.text).toContain("BBBB+/==");
    expect(second.text).toContain("1803456000");
    expect(second.headers.get("link")).toBe('</style>; nonce="BBBB+/=="');
    expect(second.headers.get("x-of-page")).toBe("yes");
    expect(second.headers.get("x-of-server")).toBe("1803456000");
  });

  test("is one for each path, language and choice of colours", async () => {
    const { state, ask } = await servePage();
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
    [
      "that does not tell the time in one piece",
      { clock: (second) => clockOf(second).replace("8", "<!-- -->8") },
    ],
    ["that tells the time twice", { clock: (second) => clockOf(second).repeat(2) }],
    ["of which a part failed", { text: '<!--$!--><template data-dgst="42"></template>' }],
    ["of which a part failed later", { text: '<script>$RX("B:0","42")</script>' }],
    ["that is too long", { text: "é".repeat(131_072) }],
  ];
  test.each(again)("is rendered again %s", async (_, rendering, path, headers) => {
    const { state, ask } = await servePage(rendering);
    await ask("AAAA", path, headers);
    await ask("BBBB", path, headers);
    expect(state.rendered).toBe(2);
  });

  test("is not kept when its reader left before its end", async () => {
    const { state, ask } = await servePage({ end: (response) => response.destroy() });
    await expect(ask("AAAA")).rejects.toThrow();
    state.rendering = {};
    expect((await ask("BBBB")).text).toContain("</html>");
    expect(state.rendered).toBe(2);
  });

  test("keeps nothing of the connection that it was first sent on", async () => {
    const { state, ask } = await servePage({ headers: { connection: "close", "x-kept": "yes" } });
    expect((await ask("AAAA")).headers.get("connection")).toBe("close");
    const again = await ask("BBBB");
    expect(again.headers.get("connection")).not.toBe("close");
    expect(again.headers.get("x-kept")).toBe("yes");
    expect(state.rendered).toBe(1);
  });

  test("makes room for others once there are many", async () => {
    const { state, ask } = await servePage({ text: "a".repeat(250_000) });
    for (let page = 0; page < 20; page++) await ask("AAAA", `/docs/page-${page}`);
    for (const page of [19, 4]) await ask("AAAA", `/docs/page-${page}`);
    expect(state.rendered).toBe(20);
    await ask("AAAA", "/docs/page-3");
    expect(state.rendered).toBe(21);
    // Whoever was asked for last is the last to make room.
    for (const page of [4, 19]) await ask("AAAA", `/docs/page-${page}`);
    expect(state.rendered).toBe(21);
  });
});

test("a page with a part that only a browser makes is kept", async () => {
  const text =
    '<!--$!--><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template>$RX("B:0","BAILOUT_';
  const { state, ask } = await servePage({ text });
  await ask("AAAA");
  await ask("BBBB");
  expect(state.rendered).toBe(1);
});

test("what shows something of somebody is rendered for each", async () => {
  const { state, ask } = await servePage({}, { route: "/create" });
  await ask("AAAA");
  await ask("BBBB");
  expect(state.rendered).toBe(2);
});

describe("a page that says what it has read", () => {
  /** With data that can be set, and how often it was read. */
  async function serveData() {
    const data = { value: "first", reads: 0, fails: false, gate: Promise.resolve() };
    const read = async () => {
      data.reads++;
      await data.gate;
      if (data.fails) throw new Error("The database is away.");
      return { value: data.value };
    };
    return { data, ...(await servePage({ read }, { route: "/campaigns" })) };
  }

  test("is given again while it would read the same, whatever the time and the query", async () => {
    const { data, state, ask } = await serveData();
    await ask("AAAA", "/campaigns?page=2");
    state.now += 86_400n;
    const { text } = await ask("BBBB", "/campaigns?page=2");
    expect([state.rendered, data.reads]).toEqual([1, 2]);
    expect(text).toContain(clockOf(1_800_086_400n));
    await ask("BBBB", "/campaigns?page=3");
    expect(state.rendered).toBe(2);
  });

  test("is rendered as soon as anything of it has changed, without reading it twice", async () => {
    const { data, state, ask } = await serveData();
    await ask("AAAA");
    data.value = "second";
    expect((await ask("BBBB")).text).toContain("second");
    expect([state.rendered, data.reads]).toEqual([2, 2]);
  });

  test("is not waited for while it changes all the time, and kept again when it no longer does", async () => {
    const { data, state, ask } = await serveData();
    const turns = ["1", "2", "2", "2", "3", "4", "4", "4"];
    const rendered = [];
    for (const value of turns) {
      data.value = value;
      const before = state.rendered;
      expect((await ask("AAAA")).text).toContain(`"value":"${value}"`);
      rendered.push(state.rendered - before);
    }
    // Of what has changed the next is rendered too; a third that is the same is not.
    expect(rendered).toEqual([1, 1, 1, 0, 1, 1, 1, 0]);
    expect(data.reads).toBe(turns.length);
  });

  test("is rendered for nobody who left while it was read", async () => {
    const { data, state, ask } = await serveData();
    await ask("AAAA");
    data.value = "second";
    const leaving = new AbortController();
    let open = () => {};
    data.gate = new Promise((resolve) => {
      open = resolve;
    });
    const asking = ask("BBBB", undefined, {}, leaving.signal);
    await expect.poll(() => data.reads).toBe(2);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await expect.poll(() => state.left).toBe(1);
    open();
    await expect.poll(() => state.answered).toBe(2);
    expect(state.rendered).toBe(1);
    expect((await ask("CCCC")).text).toContain("second");
  });

  test("that cannot be read is not given as it was", async () => {
    const { data, state, ask } = await serveData();
    await ask("AAAA");
    data.fails = true;
    state.rendering = { status: 503 };
    expect((await ask("BBBB")).status).toBe(503);
    data.fails = false;
    expect((await ask("CCCC")).status).toBe(200);
  });
});
