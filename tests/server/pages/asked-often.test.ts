import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitlist } from "@/db/schema";
import { openLonelyDatabase } from "@/tests/support/database";
import { clockOf, type Rendering, servePage } from "./page-server";

const database = openLonelyDatabase();

// However long the machine takes, a second is over when the test says so.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const TREE = "/campaigns/:treeAddress";
const serve = (rendering: Rendering = {}, route = TREE, settings: Record<string, string> = {}) =>
  servePage(rendering, { route, settings, db: database.db });

type Served = Awaited<ReturnType<typeof serve>>;

/** How often it is rendered when it is asked for as often as a crowd does, and then ten times more. */
async function renderedAgain({ state, ask }: Served, path?: string, headers?: Record<string, string>) {
  for (let time = 0; time < 10; time++) await ask("AAAA", path, headers);
  const before = state.rendered;
  for (let time = 0; time < 10; time++) await ask("BBBB", path, headers);
  return state.rendered - before;
}

let emails = 0;
const write = () => database.db.insert(waitlist).values({ email: `${++emails}`, createdAt: 0n });

test("a page that many ask for within a second is rendered a few times, each given it with a nonce of his own", async () => {
  const served = await serve();
  expect(await renderedAgain(served)).toBe(0);
  const { text } = await served.ask("CCCC");
  expect(text).toContain('nonce="CCCC"');
  expect(text).not.toMatch(/AAAA|BBBB/);
});

test("it is rendered as soon as anything was committed", async () => {
  const served = await serve();
  await renderedAgain(served);
  await write();
  served.state.rendering = { text: "new" };
  expect((await served.ask("CCCC")).text).toContain("new");
});

test("it is rendered in the next second", async () => {
  const served = await serve();
  await renderedAgain(served);
  served.state.now++;
  served.state.rendering = { text: "new" };
  const { text } = await served.ask("CCCC");
  expect(text).toContain("new");
  expect(text).toContain(clockOf(1_800_000_001n));
});

const each: [string, { rendering?: Rendering; route?: string; headers?: Record<string, string> }][] = [
  ["to who has told who he is", { headers: { cookie: "theme=dark; viewer=somebody" } }],
  ["to crawlers", { headers: { "user-agent": "Twitterbot/1.0" } }],
  ["where the ledger says something of its own", { route: "/transactions/:signature" }],
  ["where it is not there", { rendering: { status: 404 } }],
];
test.each(each)("it is rendered anew %s", async (_, { rendering, route, headers }) => {
  expect(await renderedAgain(await serve(rendering, route), undefined, headers)).toBe(10);
});

test("it is rendered anew where answers are not kept", async () => {
  expect(await renderedAgain(await serve({}, TREE, { ANSWER_CACHE: "off" }))).toBe(10);
});

test.each([
  ["leaves", { end: (response) => response.destroy() }],
  ["is told that a part failed", { text: '<!--$!--><template data-dgst="42"></template>' }],
] satisfies [string, Rendering][])(
  "it is given again although the one for whom it was to be kept %s",
  async (_, rendering) => {
    const served = await serve();
    for (let time = 0; time < 8; time++) await served.ask("AAAA");
    served.state.rendering = rendering;
    await served.ask("AAAA").catch(() => null);
    await expect.poll(() => served.state.answered).toBe(9);
    served.state.rendering = {};
    expect(await renderedAgain(served)).toBe(0);
  },
);

test("a page that names its host is one for each language, and for each host that links may name", async () => {
  const settings = { ALLOWED_HOSTS: "one.example.com,two.example.com", TRUST_PROXY_HOPS: "1" };
  const served = await serve({}, "/claim/:treeAddress", settings);
  await renderedAgain(served, undefined, { "x-forwarded-host": "one.example.com" });
  served.state.rendering = { html: '<html lang="de">' };
  const german = { "x-forwarded-host": "one.example.com", "accept-language": "de" };
  const other = { "x-forwarded-host": "two.example.com" };
  for (const headers of [german, other])
    expect((await served.ask("CCCC", undefined, headers)).text).toContain('lang="de"');
  const same = { "x-forwarded-host": "one.example.com" };
  expect((await served.ask("CCCC", undefined, same)).text).toContain('lang="en"');
});

test("a page that says what it has read is not even read while many ask for it", async () => {
  let reads = 0;
  const served = await serve({ read: async () => ++reads && "the same" }, "/campaigns");
  expect(await renderedAgain(served)).toBe(0);
  const before = reads;
  for (let time = 0; time < 10; time++) await served.ask("CCCC");
  expect(reads).toBe(before);
});
