import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getPayments } from "@/app/api/activity/[address]/payments/route";
import { GET as getActivity } from "@/app/api/activity/[address]/route";
import { GET as getPortfolio } from "@/app/api/beneficiary/[address]/campaigns/route";
import { GET as getClaims } from "@/app/api/campaigns/[treeAddress]/claims/route";
import { GET as getLeaves } from "@/app/api/campaigns/[treeAddress]/leaves/route";
import { GET as getTimeline } from "@/app/api/campaigns/[treeAddress]/timeline/route";
import { type Campaign, campaigns, claimEvents } from "@/db/schema";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { RouteHandler } from "@/lib/service/http/route";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import { openTestDatabase } from "@/tests/support/database";
import { type CallOptions, call, startServices } from "@/tests/support/http";
import { addLeaves, addOneOfEachEvent, addRootVersion } from "@/tests/support/rows";
import { beneficiary, creator, NOW, storeCampaign } from "@/tests/support/stored-action";

/** More rows than two batches of an export. */
const MANY = 1_203;
const CSV = { accept: "text/csv" };

const statements: string[] = [];
const database = openTestDatabase({ logQuery: (query) => void statements.push(query) });
const start = (settings: Record<string, string> = { RATE_LIMIT: "off" }) =>
  startServices({
    db: database.db,
    env: readEnv({ LOG_LEVEL: "silent", ...settings }),
    ...fixedClock(Number(NOW) * 1000),
  });

let campaign: Campaign;
beforeAll(async () => {
  const { db } = database;
  campaign = await storeCampaign(db, { metadata: { name: "=cmd|'/c calc'!A1" }, vaultBalance: 1_000n });
  await addLeaves(db, campaign, { count: MANY - 1, getLeaf: (at) => ({ amount: BigInt(at) }) });
  const claims = Array.from({ length: MANY }, (_, at) => ({
    ...{ campaignId: campaign.id, signature: `claim-${at}`, eventIndex: 0, slot: BigInt(at >> 2) },
    ...{ blockTime: NOW + BigInt(at >> 2), leafIndex: at, amount: 2n ** 64n - 1n - BigInt(at) },
    ...{ beneficiary: at % 2 ? beneficiary.address : creator.address },
    ...{ totalClaimedByUser: 1n, totalClaimedOverall: 2n },
  }));
  await db.insert(claimEvents).values(claims);
  await addOneOfEachEvent(db, campaign.id);
});
beforeEach(() => void start());

const tree = () => ({ treeAddress: campaign.treeAddress });
const toRows = (text: string) => parse(text, { columns: true, record_delimiter: "\r\n" }) as Row[];
type Row = Record<string, string>;

async function download(handler: RouteHandler, options: CallOptions) {
  const { status, headers, text } = await call(handler, { ...options, headers: CSV });
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
  expect(headers.get("vary")).toMatch(/\bAccept\b/);
  return toRows(text);
}

/** Returns the same list, page by page as JSON. */
async function walk(handler: RouteHandler, options: CallOptions & { query?: object }, key: string) {
  const items: Record<string, unknown>[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { ...options.query, limit: "100", ...(cursor ? { cursor } : {}) };
    const answer: { body: Record<string, unknown>; headers: Headers } = await call(handler, {
      ...options,
      query,
    });
    expect(answer.headers.get("vary")).toMatch(/\bAccept\b/);
    items.push(...(answer.body[key] as Record<string, unknown>[]));
    cursor = answer.body.nextCursor as string | null;
  } while (cursor);
  return items;
}

describe("as CSV", () => {
  test("exports all recipients, and the file reads back as the same leaves", async () => {
    const rows = await download(getLeaves, { params: tree() });
    const listed = await walk(getLeaves, { params: tree() }, "leaves");
    expect(
      rows.map(({ leafIndex, amountBaseUnits, claimedBaseUnits }) => [
        leafIndex,
        amountBaseUnits,
        claimedBaseUnits,
      ]),
    ).toEqual(listed.map(({ leafIndex, amount, claimed }) => [String(leafIndex), amount, claimed]));
    // The leaves of one recipient are one allocation, named by its first leaf.
    const firsts = new Map<unknown, string>();
    for (const { beneficiary: item, leafIndex } of listed)
      if (!firsts.has(item)) firsts.set(item, String(leafIndex));
    expect(firsts.size).toBeLessThan(listed.length);
    expect(rows.map(({ allocationId }) => allocationId)).toEqual(
      listed.map(({ beneficiary: item }) => firsts.get(item)),
    );
    const { text } = await call(getLeaves, { params: tree(), headers: CSV });
    const read = await readLeavesCsv(new Blob([text]).stream(), {});
    expect(read.errors).toEqual([]);
    expect(read.leaves.map(({ leafIndex, amount }) => [leafIndex, String(amount)])).toEqual(
      listed.map(({ leafIndex, amount }) => [leafIndex, amount]),
    );
  });

  test("exports all claims, with the filters of the list", async () => {
    const queries: Record<string, string>[] = [
      {},
      { beneficiary: beneficiary.address },
      { fromSlot: "200" },
      { fromSlot: `${2n ** 64n - 1n}` },
    ];
    for (const query of queries) {
      const rows = await download(getClaims, { params: tree(), query });
      const listed = await walk(getClaims, { params: tree(), query }, "claims");
      expect(rows.map(({ signature, amountBaseUnits }) => [signature, amountBaseUnits])).toEqual(
        listed.map(({ signature, amount }) => [signature, amount]),
      );
    }
  });

  test("exports every event of the timeline and the activity, with the filters of the list", async () => {
    const queries = ["", "type=cancelled&type=paused", `fromBlockTime=${NOW + 100n}`];
    for (const query of queries) {
      const rows = await download(getTimeline, { params: tree(), query });
      const requested = Object.fromEntries(new URLSearchParams(query));
      const listed = query.includes("&")
        ? undefined
        : await walk(getTimeline, { params: tree(), query: requested }, "events");
      if (listed)
        expect(rows.map(({ type, signature }) => [type, signature])).toEqual(
          listed.map(({ type, signature }) => [type, signature]),
        );
      else expect(rows.map(({ type }) => type).toSorted()).toEqual(["cancelled", "paused"]);
    }
    const params = { address: creator.address };
    const rows = await download(getActivity, { params });
    const listed = await walk(getActivity, { params }, "events");
    expect(rows.map(({ signature, campaign: name }) => [signature, name])).toEqual(
      listed.map(({ signature, campaignName }) => [signature, `'${campaignName}`]),
    );
  });

  test("exports each campaign of a portfolio with its sums", async () => {
    const params = { address: beneficiary.address };
    const rows = await download(getPortfolio, { params });
    const listed = await walk(getPortfolio, { params }, "campaigns");
    expect(
      rows.map(({ treeAddress, status, allocatedBaseUnits }) => [treeAddress, status, allocatedBaseUnits]),
    ).toEqual(listed.map(({ treeAddress, status, allocated }) => [treeAddress, status, allocated]));
  });

  test("exports a creator's payments with the fundings of their campaigns last", async () => {
    const rows = await download(getPayments, { params: { address: creator.address } });
    const [funding] = rows.filter(({ kind }) => kind === "funding");
    expect(funding).toMatchObject({
      treeAddress: campaign.treeAddress,
      amountBaseUnits: `${campaign.totalSupply}`,
      signature: "",
    });
    expect(rows.at(-1)?.kind).toBe("funding");
  });

  test("exports a file for Excel with its separator and German titles", async () => {
    const query = { separator: "semicolon", decimalMark: "comma", bom: "true", titles: "de" };
    const { text } = await call(getClaims, { params: tree(), query, headers: CSV });
    // Reading a response as text drops its byte order mark.
    expect(text).toMatch(/^Zeit \(UTC\);Wallet des Empfängers;/);
    const wrong = await call(getClaims, { params: tree(), query: { separator: "|" }, headers: CSV });
    expect(wrong.status).toBe(400);
  });

  test("exports only the titles of an empty list", async () => {
    const params = { address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" };
    expect((await call(getPortfolio, { params, headers: CSV })).text).toMatch(
      /^campaign,treeAddress,[\w,]+\r\n$/,
    );
  });
});

test("selects CSV by format=csv, which overrides the Accept header", async () => {
  const csv = await call(getClaims, { params: tree(), query: { format: "csv" } });
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const json = await call(getClaims, { params: tree(), query: { format: "json" }, headers: CSV });
  expect(json.body).toMatchObject({ claims: expect.any(Array) });
  expect((await call(getClaims, { params: tree(), query: { format: "xml" } })).status).toBe(400);
});

test.each<Record<string, string | number>>([
  { page: 1 },
  { limit: 5 },
  { cursor: "x" },
  { page: 1, format: "csv" },
  { proofs: "true" },
])("refuses %j, which does not apply to a whole list", async (query) => {
  const { status, body } = await call(getLeaves, { params: tree(), query, headers: CSV });
  expect([status, body]).toMatchObject([400, { code: "VALIDATION_ERROR" }]);
});

test("returns the usual error for a failure before the first row", async () => {
  const params = { treeAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" };
  for (const handler of [getLeaves, getClaims, getTimeline]) {
    const { status, body, headers } = await call(handler, { params, headers: CSV });
    expect([status, body]).toMatchObject([404, { code: "NOT_FOUND" }]);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
  const version = await call(getLeaves, { params: tree(), query: { rootVersion: 9 }, headers: CSV });
  expect(version.status).toBe(404);
});

test("answers HEAD with the headers of GET, and reads no list", async () => {
  for (const [handler, params] of [
    [getLeaves, tree()],
    [getClaims, tree()],
    [getTimeline, tree()],
    [getPortfolio, { address: beneficiary.address }],
    [getActivity, { address: creator.address }],
    [getPayments, { address: creator.address }],
  ] as const) {
    statements.length = 0;
    const { status, headers, text } = await call(handler, { params, method: "HEAD", headers: CSV });
    expect([status, headers.get("content-type"), text]).toEqual([200, "text/csv; charset=utf-8", ""]);
    expect(statements.filter((sql) => /claim_events|from "leaves"|scope/.test(sql))).toEqual([]);
  }
});

test("has its own rate limit", async () => {
  start({});
  const send = (headers: Record<string, string>) =>
    call(getPortfolio, { params: { address: creator.address }, headers });
  for (let left = 5; left >= 0; left--) {
    expect((await send(CSV)).headers.get("ratelimit")).toMatch(`"default";r=${left};`);
  }
  expect((await send(CSV)).status).toBe(429);
  expect((await send({})).headers.get("ratelimit")).toMatch('"default";r=59;');
});

describe("during the export", () => {
  const open = async (handler: RouteHandler) => {
    const request = new Request("http://localhost/api/x", { headers: CSV });
    const answer = await handler(request, { params: Promise.resolve(tree()) });
    const reader = answer.body?.getReader();
    if (!reader) throw new Error("There is no body.");
    return reader;
  };
  const rest = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += new TextDecoder().decode(part.value);
    }
    return text;
  };

  test("reads no rows ahead of the reader, and none after the reader left", async () => {
    const reader = await open(getLeaves);
    statements.length = 0;
    await reader.read();
    await reader.read();
    expect(statements).toEqual([]);
    await reader.read();
    const requested = statements.length;
    expect(requested).toBeGreaterThan(0);
    await reader.cancel();
    await new Promise(setImmediate);
    expect(statements.length).toBe(requested);
  });

  test("a rotation changes no recipients that are being read", async () => {
    const reader = await open(getLeaves);
    const merkleRoot = "11".repeat(32);
    await addRootVersion(database.db, { campaignId: campaign.id, version: 2, merkleRoot, leafCount: 0 });
    await database.db.update(campaigns).set({ merkleRoot }).where(eq(campaigns.id, campaign.id));
    expect(toRows(await rest(reader)).length).toBe(MANY);
    const { merkleRoot: before } = campaign;
    await database.db.update(campaigns).set({ merkleRoot: before }).where(eq(campaigns.id, campaign.id));
  });

  test.each([
    ["recipients", getLeaves],
    ["claims", getClaims],
    ["timeline", getTimeline],
  ])("deleting a campaign breaks off the file of its %s", async (name, handler) => {
    const doomed = await storeCampaign(database.db);
    await addLeaves(database.db, doomed, { count: 500, getLeaf: () => ({}) });
    const events = Array.from({ length: 501 }, (_, at) => ({
      ...{ campaignId: doomed.id, signature: `${name}-${at}`, eventIndex: 0, slot: 1n, blockTime: 1n },
      ...{ leafIndex: at, amount: 1n, beneficiary: creator.address },
      ...{ totalClaimedByUser: 1n, totalClaimedOverall: 2n },
    }));
    await database.db.insert(claimEvents).values(events);
    const stored = campaign;
    campaign = doomed;
    const reader = await open(handler);
    campaign = stored;
    await database.db.delete(campaigns).where(eq(campaigns.id, doomed.id));
    await expect(rest(reader)).rejects.toThrow(/campaign|root version/);
  });
});
