import { expect, test } from "vitest";
import { ApiClient } from "@/lib/client/api-client";
import { fetchAllLeaves, fetchAllPayouts } from "@/lib/client/fetch-all";
import { named } from "@/tests/indexer/support/fake-ledger";

const [TREE, ADA] = [named("tree"), named("ada")];
const root = (digit: string) => digit.repeat(64);

/** Starts a service that returns one page after another, and records its requests. */
function getService(pages: { nextCursor: string | null }[]) {
  const requested: (string | null)[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    requested.push(new URL(String(input)).searchParams.get("cursor"));
    return Response.json(pages[requested.length - 1]);
  };
  return { api: new ApiClient({ baseUrl: "http://service", fetch }), requested };
}

const leavesPage = (leafIndex: number, digit: string, nextCursor: string | null) => ({
  leaves: [
    {
      ...{ leafIndex, beneficiary: ADA, amount: "5", releaseType: 0, milestoneIdx: 0, claimed: "0" },
      ...{ startTime: "1", cliffTime: "1", endTime: "1" },
    },
  ],
  ...{ rootVersion: 1, merkleRoot: root(digit), total: 2, page: 1, limit: 1, nextCursor },
});

const payoutsPage = (amount: string, digit: string, totalClaimed: string, nextCursor: string | null) => ({
  payouts: [{ beneficiary: ADA, leafIndex: 0, milestoneIdx: null, amount }],
  ...{ merkleRoot: root(digit), totalClaimed, nextCursor },
});

test("reads leaves page by page to the end and reports progress", async () => {
  const { api, requested } = getService([leavesPage(0, "a", "next"), leavesPage(1, "a", null)]);
  const reported: number[][] = [];
  const onProgress = (...progress: number[]) => reported.push(progress);
  const { leaves, merkleRoot } = await fetchAllLeaves(api, TREE, { onProgress });
  expect([...leaves].map(({ leafIndex, amount }) => [leafIndex, amount])).toEqual([
    [0, 5n],
    [1, 5n],
  ]);
  expect([merkleRoot, requested]).toEqual([root("a"), [null, "next"]]);
  expect(reported.map(String)).toEqual(["1,2", "2,2"]);
});

test("rejects a list whose pages have two different roots", async () => {
  const { api } = getService([leavesPage(0, "a", "next"), leavesPage(1, "b", null)]);
  await expect(fetchAllLeaves(api, TREE)).rejects.toThrow("changed during the request");
});

test.each([
  ["claimed", payoutsPage("7", "a", "9", null)],
  ["rotated", payoutsPage("7", "b", "8", null)],
])("reads the payouts again when somebody %s meanwhile", async (_name, later) => {
  const { api, requested } = getService([payoutsPage("5", "a", "8", "next"), later, later]);
  const { payouts, ...state } = await fetchAllPayouts(api, TREE);
  expect(payouts.to(ADA).total).toBe(7n);
  expect(state).toEqual({ merkleRoot: later.merkleRoot, totalClaimed: BigInt(later.totalClaimed) });
  expect(requested).toEqual([null, "next", null]);
});

test("continues a list after the service asks to wait, also with a client that does not retry", async () => {
  const pages = [leavesPage(0, "a", "next"), leavesPage(1, "a", null)];
  const busy = () => Response.json({ error: "Too many.", code: "RATE_LIMITED" }, { status: 429 });
  const answers = [busy(), Response.json(pages[0]), busy(), Response.json(pages[1])];
  let waited = 0;
  const api = new ApiClient({
    ...{ baseUrl: "http://service", attempts: 1 },
    fetch: async () => answers.shift() ?? busy(),
    pause: async () => void waited++,
  });
  expect((await fetchAllLeaves(api, TREE)).leaves.length).toBe(2);
  expect(waited).toBe(2);
});
