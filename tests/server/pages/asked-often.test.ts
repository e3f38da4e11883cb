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

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** `expect.poll` would have the time go on. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

/** Whatever goes on in this process by itself is over, the database's answers included. */
async function settle(): Promise<void> {
  await database.db.$count(waitlist);
  for (let turns = 0; turns < 20; turns++) await turn();
}

/** A page whose rendering goes on until it is let. */
async function serveHeld() {
  const held: (() => void)[] = [];
  const state = { isHeld: false };
  const read = () => (state.isHeld ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve());
  const served = await serve({ read });
  const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => served.ask("AAAA")));
  const letGo = () => held.splice(0).map((go) => go()).length;
  return { ...served, hold: state, crowd, letGo };
}

test("it is rendered once for all who come while it is rendered, and once after each commit", async () => {
  const { state, hold, crowd, letGo } = await serveHeld();
  await crowd(2);
  for (const round of [1, 2, 3]) {
    hold.isHeld = true;
    const asking = crowd(20);
    await until(() => state.asked === 2 + round * 20 && state.rendered === 2 + round);
    await settle();
    expect(letGo()).toBe(1);
    expect(new Set((await asking).map(({ text }) => text)).size).toBe(1);
    expect(state.rendered).toBe(2 + round);
    await write();
  }
});

test("it is rendered for each after a while, if the one for whom it is to be kept takes long", async () => {
  const { state, hold, crowd, letGo } = await serveHeld();
  await crowd(2);
  hold.isHeld = true;
  const asking = crowd(10);
  await until(() => state.asked === 12 && state.rendered === 3);
  const renderedAfter = async (ms: number) => {
    await settle();
    vi.advanceTimersByTime(ms);
    await settle();
    return state.rendered;
  };
  expect(await renderedAfter(99)).toBe(3);
  expect(await renderedAfter(1)).toBe(12);
  letGo();
  expect(await asking).toHaveLength(10);
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
    for (let time = 0; time < 2; time++) await served.ask("AAAA");
    served.state.rendering = rendering;
    await served.ask("AAAA").catch(() => null);
    await until(() => served.state.answered === 3);
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
