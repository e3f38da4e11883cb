import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drawPicture } from "@/app/api/actions/claim/[treeAddress]/picture/draw-picture";
import { drawable, PICTURE_SIZE } from "@/components/claim/claim-picture";
import { readEnv } from "@/lib/service/env";
import { createMemoryRateLimiter } from "@/lib/service/kv/memory";

const mint = "LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY";
const token = { mint, decimals: 6, unit: "DEMO", isKnown: true };
const totals = {
  treeAddress: mint,
  totalSupply: 1_234_567_890_000n,
  totalClaimed: 5n,
  leafCount: 10_000,
  token,
  siteName: "Vesting Index",
};
const services = () => ({ env: readEnv({}), rateLimiter: createMemoryRateLimiter() });

/** The library's network requests; it reads its own parts from data URLs. */
const requested: string[] = [];
const REQUEST = new Request("http://localhost/");
const realFetch = globalThis.fetch;
beforeEach(() => {
  requested.length = 0;
  vi.stubGlobal("fetch", (url: URL | string, init?: RequestInit) => {
    if (!String(url).startsWith("data:")) requested.push(String(url));
    return realFetch(url, init);
  });
});
afterEach(() => vi.unstubAllGlobals());

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");

test.each([
  ["letters of many languages", range(0xa1, 0x17f)],
  ["keyboard characters", range(0x20, 0x7e)],
  ["typographic signs", "“Quoted” – ‘and’ — so on…"],
  ["characters without a font", "日本語 🚀 Ω \u202e\u0000\u{1f468}\u200d\u{1f469}"],
])("draws a name of %s without fetching fonts", async (_, text) => {
  for (let from = 0; from < text.length; from += 50) {
    const name = text.slice(from, from + 50);
    const of = { ...totals, metadata: { name }, token: { ...token, unit: name }, siteName: name };
    const picture = await drawPicture(services(), REQUEST, of);
    const view = new DataView(picture.buffer, picture.byteOffset);
    // The PNG signature, and the size that its first chunk states.
    expect(view.getBigUint64(0)).toBe(0x89504e470d0a1a0an);
    expect({ width: view.getUint32(16), height: view.getUint32(20) }).toEqual(PICTURE_SIZE);
  }
  expect(requested).toEqual([]);
});

test("replaces an undrawable name by the address, and truncates a long one", () => {
  expect(drawable("日本語 🚀")).toBe("");
  expect(drawable("x".repeat(500))).toBe(`${"x".repeat(59)}…`);
});

test("draws the same picture once, and limits new pictures per minute for all clients together", async () => {
  const given = services();
  const draw = (leafCount: number) =>
    drawPicture(given, REQUEST, { ...totals, metadata: { name: "Same" }, leafCount });
  const [first, again] = await Promise.all([draw(1), draw(1)]);
  expect(again).toBe(first);
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, (_, at) => draw(at + 2)));
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(29).fill("fulfilled"), "rejected"]);
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: "RATE_LIMITED" } });
  expect(await draw(1)).toBe(first);
});
