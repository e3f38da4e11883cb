import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as getHistory, PATCH } from "@/app/api/campaigns/[treeAddress]/metadata/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { POST } from "@/app/api/campaigns/route";
import { campaigns, metadataCorrections } from "@/db/schema";
import type { CampaignDetail, MetadataHistory } from "@/lib/contract/campaign";
import { readEnv } from "@/lib/service/env";
import { CORRECTIONS_PER_DAY } from "@/lib/service/registration/correct-campaign";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices, type Wallet } from "@/tests/support/http";
import { getRegistration } from "@/tests/support/registration";

const START = 1_700_000_050;
const DAY = 86_400;

const database = openTestDatabase();
let services: Services;
/** Unix seconds, which tests advance. */
let now = START;
beforeAll(() => {
  services = startServices({
    db: database.db,
    env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" }),
    now: () => BigInt(now),
    nowMs: () => now * 1000,
  });
});

type Answer = { ok: true; corrected: boolean; metadata: object | null; code?: string; details?: object[] };

async function registered() {
  const creator = createWallet();
  const body = await getRegistration(creator);
  await call(POST, { path: "/api/campaigns", body, headers: await signIn(creator, services) });
  return { creator, body, treeAddress: body.treeAddress };
}

const path = "/api/campaigns/:treeAddress/metadata";

const correct = async (treeAddress: string, body: unknown, wallet: Wallet) =>
  call<Answer>(PATCH, {
    ...{ path, params: { treeAddress }, method: "PATCH", body },
    headers: await signIn(wallet, services),
  });

const findHistory = (treeAddress: string, query: Record<string, string | number> = {}) =>
  call<MetadataHistory>(getHistory, { path, params: { treeAddress }, query });

const findDetail = (treeAddress: string, headers: Record<string, string> = {}) =>
  call<CampaignDetail>(getDetail, { path: "/api/campaigns/:treeAddress", params: { treeAddress }, headers });

const toRow = async (treeAddress: string) => {
  const [row] = await database.db.select().from(campaigns).where(eq(campaigns.treeAddress, treeAddress));
  return row;
};

describe("correcting a campaign's metadata", () => {
  test("changes named fields, removes null ones, keeps the old values, and changes nothing else", async () => {
    const { creator, treeAddress } = await registered();
    const before = await toRow(treeAddress);
    const first = await correct(treeAddress, { name: "Crew", description: "All of us" }, creator);
    const crew = { name: "Crew", description: "All of us" };
    expect(first).toMatchObject({ status: 200, body: { ok: true, corrected: true, metadata: crew } });
    now += 60;
    const second = await correct(treeAddress, { description: null, logoUri: "https://x.example/l" }, creator);
    const logo = { name: "Crew", logoUri: "https://x.example/l" };
    expect(second.body).toEqual({ ok: true, corrected: true, metadata: logo });
    const { body } = await findHistory(treeAddress);
    const wallet = creator.address;
    expect(body).toEqual({
      ...{ treeAddress, metadata: logo, total: 2, nextCursor: null },
      corrections: [
        { correctedAt: String(now), wallet, before: crew, after: logo },
        { correctedAt: String(now - 60), wallet, before: { name: "Team" }, after: crew },
      ],
    });
    expect(await toRow(treeAddress)).toEqual({ ...before, metadata: logo, sortName: "crew" });
  });

  test("is visible at once to a client with the earlier ETag", async () => {
    const { creator, treeAddress } = await registered();
    const etag = (await findDetail(treeAddress)).headers.get("etag") ?? "";
    expect((await findDetail(treeAddress, { "if-none-match": etag })).status).toBe(304);
    await correct(treeAddress, { name: "Crew" }, creator);
    const after = await findDetail(treeAddress, { "if-none-match": etag });
    expect(after).toMatchObject({ status: 200, body: { metadata: { name: "Crew" } } });
  });

  test("returns 200 and stores nothing when nothing changes", async () => {
    const { creator, treeAddress } = await registered();
    const answer = await correct(treeAddress, { name: "Team", description: null }, creator);
    expect(answer.body).toEqual({ ok: true, corrected: false, metadata: { name: "Team" } });
    expect((await findHistory(treeAddress)).body.total).toBe(0);
  });

  test("leaves nothing when all fields are removed, and a repeated registration restores nothing", async () => {
    const { creator, body, treeAddress } = await registered();
    await correct(treeAddress, { name: null }, creator);
    expect((await findDetail(treeAddress)).body.metadata).toBeNull();
    const again = await call(POST, {
      path: "/api/campaigns",
      body,
      headers: await signIn(creator, services),
    });
    expect(again.status).toBe(200);
    expect((await findDetail(treeAddress)).body.metadata).toBeNull();
  });

  test("runs concurrent corrections in turn, each on the result of the one before", async () => {
    const { creator, treeAddress } = await registered();
    const changes = ["a", "b", "c", "d"].map((text, at) => (at % 2 ? { name: text } : { description: text }));
    const answers = await Promise.all(changes.map((change) => correct(treeAddress, change, creator)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await findHistory(treeAddress);
    const chain = body.corrections.toReversed();
    expect(chain).toHaveLength(4);
    expect(chain.map(({ before }) => before)).toEqual([
      { name: "Team" },
      ...chain.slice(0, -1).map(({ after }) => after),
    ]);
    expect(body.metadata).toEqual(chain.at(-1)?.after);
    expect(body.metadata).toEqual({ name: expect.any(String), description: expect.any(String) });
  });

  test("is refused beyond a daily limit per campaign, and accepted again a day later", async () => {
    const { creator, treeAddress } = await registered();
    for (let at = 0; at < CORRECTIONS_PER_DAY; at++) {
      expect((await correct(treeAddress, { name: `Name ${at}` }, creator)).status).toBe(200);
      now += 100;
    }
    const more = await correct(treeAddress, { name: "One more" }, creator);
    expect(more).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
    const wait = Number(more.headers.get("retry-after"));
    expect(wait).toBe(DAY - 100 * CORRECTIONS_PER_DAY);
    expect((await correct(treeAddress, { name: `Name ${CORRECTIONS_PER_DAY - 1}` }, creator)).status).toBe(
      200,
    );
    now += wait;
    expect((await correct(treeAddress, { name: "One more" }, creator)).status).toBe(200);
    expect((await correct(treeAddress, { name: "And another" }, creator)).status).toBe(429);
  });

  test.each<[string, object]>([
    ["nothing to correct", {}],
    ["a name that is too long", { name: "x".repeat(201) }],
    ["a description that is too long", { description: "x".repeat(5_001) }],
    ["a logo that is too long", { logoUri: "x".repeat(2_049) }],
    ["a NUL in the name", { name: "a\u0000b" }],
    ["a name that is not text", { name: 5 }],
  ])("returns 400 for %s and changes nothing", async (_, body) => {
    const { creator, treeAddress } = await registered();
    expect(await correct(treeAddress, body, creator)).toMatchObject({
      status: 400,
      body: { code: "VALIDATION_ERROR" },
    });
    expect((await findHistory(treeAddress)).body).toMatchObject({ total: 0, metadata: { name: "Team" } });
  });

  test("requires the creator of an existing campaign", async () => {
    const { creator, treeAddress } = await registered();
    const others = await correct(treeAddress, { name: "Mine" }, createWallet());
    expect(others).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    const unsigned = await call(PATCH, {
      ...{ path, params: { treeAddress }, method: "PATCH", body: { name: "Mine" } },
    });
    expect(unsigned.status).toBe(401);
    const unknown = await correct(createWallet().address, { name: "Mine" }, creator);
    expect(unknown).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect((await findHistory(treeAddress)).body).toMatchObject({ total: 0, metadata: { name: "Team" } });
    expect((await findHistory(createWallet().address)).status).toBe(404);
  });

  test("is listed a page at a time, newest first", async () => {
    const { creator, treeAddress } = await registered();
    for (const name of ["a", "b", "c"]) await correct(treeAddress, { name }, creator);
    const first = await findHistory(treeAddress, { limit: 2 });
    expect(first.body.corrections.map(({ after }) => after?.name)).toEqual(["c", "b"]);
    expect(first.headers.get("link")).toContain('rel="next"');
    const rest = await findHistory(treeAddress, { cursor: first.body.nextCursor ?? "", limit: 2 });
    expect(rest.body).toMatchObject({ total: 3, nextCursor: null });
    expect(rest.body.corrections.map(({ after }) => after?.name)).toEqual(["a"]);
  });
});

test("drops the earlier metadata when a confirmed registration replaces an unconfirmed row", async () => {
  const { creator, body, treeAddress } = await registered();
  await correct(treeAddress, { name: "Not theirs" }, creator);
  const { insertCampaign } = await import("@/db/queries/registration/registration");
  const row = await toRow(treeAddress);
  if (!row) throw new Error("The campaign is there.");
  const { creator: address, mint, campaignId, merkleRoot, leafCount, totalSupply, createdAt } = row;
  await insertCampaign(database.db, {
    campaign: {
      ...{ treeAddress, creator: address, mint, campaignId, merkleRoot, leafCount, totalSupply, createdAt },
      ...{ cancellable: true, cancelAuthority: null, pauseAuthority: null, metadata: body.metadata },
      ...{ verified: true, usedMilestones: [], minCliffTime: 5n },
    },
    ipfsCid: null,
    leaves: [],
  });
  expect((await findHistory(treeAddress)).body).toMatchObject({ total: 0, metadata: { name: "Team" } });
  const stored = await database.db
    .select()
    .from(metadataCorrections)
    .where(eq(metadataCorrections.campaignId, row.id));
  expect(stored).toEqual([]);
});
