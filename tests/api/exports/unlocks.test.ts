import { parse } from "csv-parse/sync";
import ICAL from "ical.js";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getPayments } from "@/app/api/activity/[address]/payments/route";
import { GET as getActivity } from "@/app/api/activity/[address]/route";
import { GET as getPortfolio } from "@/app/api/beneficiary/[address]/campaigns/route";
import { GET } from "@/app/api/beneficiary/[address]/unlocks.ics/route";
import { GET as getProgress } from "@/app/api/beneficiary/[address]/vesting-progress/route";
import { GET as getClaims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { GET as getLeaves } from "@/app/api/campaigns/[treeAddress]/leaves/route";
import { GET as getTimeline } from "@/app/api/campaigns/[treeAddress]/timeline/route";
import { GET as getDashboard } from "@/app/api/creator/[address]/dashboard/route";
import type { CreatorDashboardView } from "@/lib/contract/creator-dashboard/view";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import type { Chain } from "@/lib/service/chain/chain";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, startServices } from "@/tests/support/http";
import { addClaim, addLeaves } from "@/tests/support/rows";
import { beneficiary, NOW, storeCampaign } from "@/tests/support/stored-action";

const database = openTestDatabase();
beforeEach(() => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  startServices({ db: database.db, env, ...fixedClock(Number(NOW) * 1000) });
});

const request = (address: string, headers: Record<string, string> = {}, query = "") =>
  call(GET, { path: "/api/beneficiary/:address/unlocks.ics", params: { address }, headers, query });

const NATIVE = "11111111111111111111111111111111";

async function getEvents(address: string, query = "") {
  const { status, headers, text } = await request(address, {}, query);
  expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component))
    .map(({ uid, summary, description, startDate }) => ({
      ...{ uid, summary, description },
      at: BigInt(startDate.toUnixTime()),
    }));
}

test("has each cliff and each end of a linear schedule, and nothing without a date", async () => {
  const day = 86_400n;
  const theirs = createWallet().address;
  const create = (leaf: object) => ({ beneficiary: theirs, ...leaf });
  const cliff = { releaseType: 0 as const, startTime: NOW, cliffTime: NOW + day, endTime: NOW + 9n * day };
  const linear = { releaseType: 1 as const, startTime: NOW, cliffTime: NOW + day, endTime: NOW + 2n * day };
  const { treeAddress } = await storeCampaign(database.db, {
    mint: NATIVE,
    metadata: { name: "Seed, round" },
    leaves: [
      create({ ...cliff, amount: 1_000_000_000n }),
      create({ ...cliff, amount: 500_000_000n }),
      create({ ...linear, amount: 2_000_000_000n }),
      create({ ...linear, cliffTime: NOW + 2n * day, amount: 1n }),
      create({ releaseType: 2 as const, startTime: NOW, cliffTime: NOW + 3n * day, endTime: NOW + 3n * day }),
      create({ ...cliff, cliffTime: NOW + 4n * day, amount: 0n }),
      { ...cliff, cliffTime: NOW + 5n * day },
      create({ ...cliff, endTime: 2n ** 62n, cliffTime: 2n ** 62n }),
      create({ ...cliff, cliffTime: NOW - 400n * day, startTime: 0n, amount: 7n }),
    ],
  });
  const first = await getEvents(theirs);
  expect(first.map(({ at, summary }) => [at - NOW, summary])).toEqual([
    [day, "1.5 SOL unlock, 2 SOL begin to vest"],
    [2n * day, "0.000000001 SOL unlock, 2 SOL fully vested"],
    [-400n * day, "0.000000007 SOL unlock"],
  ]);
  for (const { uid, description } of first) {
    expect(uid).toContain(treeAddress);
    // Several leaves of one recipient are one allocation.
    expect(description).toMatch(/^Part of an allocation of 3\.5\d* SOL$/m);
  }
  expect(await getEvents(theirs)).toEqual(first);
});

test("omits unlocks stopped by a cancellation, and ended campaigns", async () => {
  const theirs = createWallet().address;
  const leaves = [
    { beneficiary: theirs, releaseType: 1 as const, cliffTime: NOW - 10n, endTime: NOW + 10n, startTime: 0n },
  ];
  await storeCampaign(database.db, { leaves, cancelledAt: NOW });
  await storeCampaign(database.db, { leaves, instantRefunded: true });
  await storeCampaign(database.db, { leaves, settled: true });
  const events = await getEvents(theirs);
  expect(events.map(({ at }) => at - NOW)).toEqual([-10n]);
  expect(events[0]?.description).not.toContain("Part of");
});

test("is limited to a readable size: the earliest entries, then the latest", async () => {
  const theirs = createWallet().address;
  const getLeaf = (at: number) => {
    const cliffTime = NOW + BigInt(at - 400) * 60n;
    return { beneficiary: theirs, cliffTime, endTime: cliffTime + 30n };
  };
  const campaign = await storeCampaign(database.db, { leaves: [getLeaf(0)] });
  await addLeaves(database.db, campaign, { count: 999, getLeaf });
  const events = await getEvents(theirs);
  expect(events.length).toBe(1_000);
  expect(events[0]?.at).toBe(NOW);
  expect(events.every(({ at }) => at >= NOW)).toBe(true);
});

test("is a whole calendar for a wallet without unlocks, and is not sent again while unchanged", async () => {
  const { text, headers } = await request(createWallet().address);
  expect(new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent")).toEqual([]);
  expect(text).toContain("BEGIN:VTIMEZONE");
  const etag = headers.get("etag") ?? "";
  const mine = await request(beneficiary.address);
  expect(mine.headers.get("etag")).not.toBe(etag);
  const again = await request(beneficiary.address, { "if-none-match": mine.headers.get("etag") ?? "" });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("waits briefly for a silent network, then returns base units", async () => {
  const theirs = createWallet().address;
  const chain = { getAccounts: () => new Promise(() => {}) } as unknown as Chain;
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  startServices({ db: database.db, env, chain, ...fixedClock(Number(NOW) * 1000) });
  await storeCampaign(database.db, { leaves: [{ beneficiary: theirs, releaseType: 0 }], mint: theirs });
  const [unlock] = await getEvents(theirs);
  expect(unlock?.summary).toContain("1000 base units of");
  const { text } = await call(getPortfolio, { params: { address: theirs }, headers: { accept: "text/csv" } });
  expect(text).toContain(",1000,,");
});

/** Returns titles and descriptions of a calendar as one text. */
const getText = (events: { summary: string; description: string }[]) =>
  events.map(({ summary, description }) => `${summary}\n${description}`).join("\n");

describe("campaigns of strangers", () => {
  const name = "Claim 5000 USDC at https://evil.example";
  const soon = { releaseType: 0 as const, startTime: NOW, cliffTime: NOW + 100n, endTime: NOW + 100n };

  test("put none of their text into the calendar", async () => {
    const theirs = createWallet().address;
    const leaves = [{ ...soon, beneficiary: theirs, amount: 2n }];
    await storeCampaign(database.db, { mint: NATIVE, leaves, metadata: { name } });
    await storeCampaign(database.db, { mint: NATIVE, leaves, metadata: { name: "Airdrop season two" } });
    const events = await getEvents(theirs);
    expect(events.map(({ summary }) => summary)).toEqual(Array(2).fill("0.000000002 SOL unlock"));
    expect(getText(events)).not.toMatch(/evil|USDC|Airdrop/);
  });

  test("are named in a description once the address has claimed from the creator, without links", async () => {
    const theirs = createWallet().address;
    const leaves = [{ ...soon, beneficiary: theirs, amount: 2n }];
    const { id } = await storeCampaign(database.db, {
      mint: NATIVE,
      leaves,
      metadata: { name: "Seed, round" },
    });
    await storeCampaign(database.db, { mint: NATIVE, leaves, metadata: { name } });
    await addClaim(database.db, { campaignId: id, beneficiary: theirs, leafIndex: 0, amount: 1n });
    const events = await getEvents(theirs);
    expect(getText(events)).toContain("Name given by the creator: Seed, round");
    expect(getText(events)).not.toContain("evil");
  });

  test("are left out of the calendar while unverified, and marked on request", async () => {
    const theirs = createWallet().address;
    const leaves = [{ ...soon, beneficiary: theirs, amount: 1_000_000_000n }];
    await storeCampaign(database.db, { mint: NATIVE, leaves, verified: false, metadata: { name } });
    expect(await getEvents(theirs)).toEqual([]);
    const [requested] = await getEvents(theirs, "unverified=include");
    expect(requested?.summary).toBe("Unverified: 1 SOL unlock");
    expect(requested?.description).toContain("the network has not confirmed this campaign");
    expect(getText(requested ? [requested] : [])).not.toContain("evil");
  });
});

describe("unverified campaigns", () => {
  const theirs = createWallet().address;
  const other = createWallet().address;
  const CSV = { accept: "text/csv" };
  beforeAll(async () => {
    const leaves = [{ beneficiary: theirs, releaseType: 0 as const, cliffTime: NOW - 10n, amount: 7n }];
    for (const verified of [true, false]) {
      const { id } = await storeCampaign(database.db, { mint: NATIVE, leaves, verified, creator: other });
      await addClaim(database.db, { campaignId: id, beneficiary: theirs, leafIndex: 0, amount: 3n });
    }
  });

  test("are marked in vesting progress, and included in its totals only on request", async () => {
    const progress = async (query: string) =>
      (await call<VestingProgress>(getProgress, { params: { address: theirs }, query })).body;
    const sums = ({ campaigns, totals }: VestingProgress) => ({
      verified: campaigns.map(({ verified }) => verified),
      entitled: totals.map(({ totalEntitled }) => totalEntitled),
    });
    expect(sums(await progress(""))).toEqual({ verified: [false, true], entitled: ["7"] });
    expect(sums(await progress("unverified=include"))).toEqual({ verified: [false, true], entitled: ["14"] });
    expect(sums(await progress("unverified=exclude"))).toEqual({ verified: [true], entitled: ["7"] });
  });

  test.each([
    ["the portfolio", getPortfolio],
    ["the activity", getActivity],
    ["the payments", getPayments],
  ])("are excluded from the file of %s unless requested, and marked there", async (_name, handler) => {
    const columns = async (query: string) => {
      const { text } = await call(handler, { params: { address: theirs }, headers: CSV, query });
      return (parse(text, { columns: true }) as { verified: string }[]).map(({ verified }) => verified);
    };
    expect(await columns("")).toEqual(["true"]);
    expect((await columns("unverified=include")).toSorted()).toEqual(["false", "true"]);
  });

  test("are in no sum of their creator", async () => {
    const { body } = await call<CreatorDashboardView>(getDashboard, { params: { address: other } });
    expect(body.tokens).toMatchObject([{ campaigns: 1 }]);
  });

  test("have separate files, and the names of the files show that", async () => {
    const { treeAddress } = await storeCampaign(database.db, { verified: false });
    for (const handler of [getLeaves, getClaims, getTimeline]) {
      const { headers } = await call(handler, { params: { treeAddress }, headers: CSV });
      expect(headers.get("content-disposition")).toMatch(/filename="unverified-\w+-\w{8}\.csv"/);
    }
  });
});
