import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { GET as getPayouts } from "@/app/api/campaigns/[treeAddress]/payouts/route";
import { POST as rotateRoot } from "@/app/api/campaigns/[treeAddress]/root-versions/route";
import { GET as getDetail } from "@/app/api/campaigns/[treeAddress]/route";
import { POST as prepareTree } from "@/app/api/campaigns/prepare/route";
import { POST as register } from "@/app/api/campaigns/route";
import { selectCampaign } from "@/db/queries/campaigns/campaigns";
import { projectCampaigns } from "@/db/queries/events/projection";
import { campaigns } from "@/db/schema";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { PreparedView } from "@/lib/contract/operations";
import type { VestingTree } from "@/lib/core/solana/accounts";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import type { Services } from "@/lib/service/services";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, signIn, startServices } from "@/tests/support/http";
import { getRegistration } from "@/tests/support/registration";
import { addClaim } from "@/tests/support/rows";
import { getChain } from "@/tests/support/stored-action";

const database = openTestDatabase();
let services: Services;
const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
const start = (input: Partial<Services> = {}) => {
  services = startServices({ db: database.db, env, ...fixedClock(1_700_000_050_000), ...input });
};
beforeAll(() => {
  start();
});

const [A, B, C, D] = [1, 2, 3, 4].map((seed) => createWallet(new Uint8Array(32).fill(seed)).address) as [
  string,
  string,
  string,
  string,
];
const gives = (beneficiary: string, amount: bigint, terms: object = {}) => ({
  beneficiary,
  amount,
  releaseType: 1 as const,
  startTime: 1_700_000_000n,
  cliffTime: 1_700_000_100n,
  endTime: 1_800_000_000n,
  milestoneIdx: 0,
  ...terms,
});
const texts = (recipients: ReturnType<typeof gives>[]) =>
  JSON.parse(
    JSON.stringify(recipients, (_, value) => (typeof value === "bigint" ? value.toString() : value)),
  );

/** Creates a campaign of three recipients with 40 each, the second of whom has claimed. */
async function started(claimed: bigint) {
  const creator = createWallet();
  const body = await getRegistration(creator, { recipients: [gives(A, 40n), gives(B, 40n), gives(C, 40n)] });
  const headers = await signIn(creator, services);
  expect((await call(register, { body, headers })).status).toBe(201);
  const params = { treeAddress: body.treeAddress };
  const row = await selectCampaign(database.db, params);
  const campaignId = row?.id ?? 0;
  await addClaim(database.db, { campaignId, beneficiary: B, leafIndex: 1, amount: claimed });
  await projectCampaigns(database.db, [campaignId]);
  return { creator, params, merkleRoot: body.merkleRoot, campaignId };
}
type Started = Awaited<ReturnType<typeof started>>;

type Refusal = { code: string; error: string; details: { path: string; beneficiary?: string }[] };

async function rotate({ creator, params }: Started, recipients: ReturnType<typeof gives>[]) {
  const { merkleRoot, leafCount, leaves, minCliffTime } = await getRegistration(creator, { recipients });
  const answer = await call<Refusal & { version: number }>(rotateRoot, {
    path: "/api/campaigns/:treeAddress/root-versions",
    params,
    body: { merkleRoot, leafCount, minCliffTime, leaves },
    headers: await signIn(creator, services),
  });
  return { ...answer, merkleRoot };
}

const prepare = (body: object) =>
  call<PreparedView & Refusal>(prepareTree, { path: "/api/campaigns/prepare", body });

const findDetail = async ({ params }: Started) => (await call<CampaignDetail>(getDetail, { params })).body;

const ledgerWith = (tree: Partial<VestingTree>) =>
  start({
    chain: getChain({
      getVestingTree: async () => ({ slot: 1n, tree: tree as VestingTree }),
      getAccounts: async (addresses) => ({ slot: 1n, accounts: addresses.map(() => null) }),
    }),
  });

describe("a rotation that moves recipients", () => {
  test("is refused with its own code, and names the recipients and the second payments", async () => {
    const campaign = await started(40n);
    const refused = await rotate(campaign, [gives(B, 40n), gives(C, 40n)]);
    expect(refused).toMatchObject({ status: 400, body: { code: "RECIPIENT_MOVED" } });
    expect(refused.body.details).toEqual([
      {
        path: "leaves.0.leafIndex",
        message: `${B} could be paid 40 again.`,
        beneficiary: B,
        from: "1",
        to: "0",
        again: "40",
      },
      expect.objectContaining({ beneficiary: C, again: "0" }),
    ]);
    expect(await findDetail(campaign)).toMatchObject({ analytics: { rootVersionCount: 1 }, paidTwice: null });
  });

  test("is recorded when the network has its root, and the campaign names possible second payments", async () => {
    const campaign = await started(40n);
    const moved = [gives(B, 40n), gives(C, 40n)];
    const { merkleRoot } = await rotate(campaign, moved);
    ledgerWith({ merkleRoot, leafCount: 2 });
    expect(await rotate(campaign, moved)).toMatchObject({ status: 201, body: { version: 2 } });
    start();
    const { paidTwice } = await findDetail(campaign);
    expect(paidTwice).toEqual({ count: 1, amount: "40", recipients: [{ beneficiary: B, amount: "40" }] });
    const fixed = await rotate(campaign, [gives(B, 0n), gives(C, 40n)]);
    expect(fixed).toMatchObject({ status: 201, body: { version: 3 } });
    expect((await findDetail(campaign)).paidTwice).toBeNull();
  });

  test("is refused too when claimed amounts become a milestone, or less than was claimed", async () => {
    const campaign = await started(30n);
    const milestone = gives(B, 40n, { releaseType: 2, milestoneIdx: 1 });
    expect(await rotate(campaign, [gives(A, 40n), milestone, gives(C, 40n)])).toMatchObject({
      status: 400,
      body: { code: "RECIPIENT_MOVED", details: [{ beneficiary: B, again: "30" }] },
    });
    expect(await rotate(campaign, [gives(A, 40n), gives(B, 29n), gives(C, 40n)])).toMatchObject({
      status: 400,
      body: { code: "BELOW_CLAIMED", details: [{ path: "leaves.1.amount", beneficiary: B, claimed: "30" }] },
    });
  });
});

describe("preparing a list for an existing campaign", () => {
  test("keeps every recipient at their leaf, and returns a list that can be recorded", async () => {
    const campaign = await started(15n);
    const { status, body } = await prepare({
      ...campaign.params,
      recipients: texts([gives(D, 10n), gives(C, 41n)]),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...campaign.params,
      totalSupply: "120",
      rotation: { previousRoot: campaign.merkleRoot, totalClaimed: "15", allocated: "66", paidToGone: "15" },
    });
    expect(body.leaves.map(({ leafIndex, beneficiary, amount }) => [leafIndex, beneficiary, amount])).toEqual(
      [
        [0, D, "10"],
        [1, B, "15"],
        [2, C, "41"],
      ],
    );
    const { merkleRoot, leafCount, minCliffTime, leaves } = body;
    const recorded = await call(rotateRoot, {
      path: "/api/campaigns/:treeAddress/root-versions",
      params: campaign.params,
      body: { merkleRoot, leafCount, minCliffTime, leaves },
      headers: await signIn(campaign.creator, services),
    });
    expect(recorded).toMatchObject({ status: 201, body: { version: 2 } });
  });

  test("refuses less than was claimed and more than the supply at their rows", async () => {
    const campaign = await started(15n);
    const request = (list: ReturnType<typeof gives>[]) =>
      prepare({ ...campaign.params, recipients: texts(list) });
    const paths = async (list: ReturnType<typeof gives>[]) => {
      const { status, body } = await request(list);
      return [status, body.code, ...body.details.map(({ path }) => path)];
    };
    expect(await paths([gives(A, 1n), gives(B, 14n)])).toEqual([
      400,
      "VALIDATION_ERROR",
      "recipients.1.amount",
    ]);
    expect(await paths([gives(A, 120n)])).toEqual([400, "VALIDATION_ERROR", "recipients"]);
    expect(await paths([gives(D, 0n)])).toEqual([400, "VALIDATION_ERROR", "recipients.0.amount"]);
    expect(await request([gives(B, 40n), gives(A, 0n)])).toMatchObject({ status: 200 });
  });

  test("is refused while the index lags behind the network, and for campaigns that cannot rotate", async () => {
    const campaign = await started(15n);
    const body = { ...campaign.params, recipients: texts([gives(B, 40n)]) };
    const { merkleRoot } = campaign;
    ledgerWith({ merkleRoot, totalClaimed: 16n });
    expect(await prepare(body)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    ledgerWith({ merkleRoot: "00".repeat(32), totalClaimed: 15n });
    expect(await prepare(body)).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    ledgerWith({ merkleRoot, totalClaimed: 15n });
    expect(await prepare(body)).toMatchObject({ status: 200 });
    start();
    expect(await prepare({ ...body, treeAddress: A })).toMatchObject({ status: 404 });
  });

  test("is refused before the leaves and payouts are read", async () => {
    const campaign = await started(15n);
    const body = { ...campaign.params, recipients: texts([gives(B, 40n)]) };
    const selects = vi.spyOn(services.db, "select");
    const readsRows = () => selects.mock.calls.some(([fields]) => "beneficiary" in (fields ?? {}));
    ledgerWith({ merkleRoot: "00".repeat(32), totalClaimed: 15n });
    expect(await prepare(body)).toMatchObject({ status: 409 });
    await database.db
      .update(campaigns)
      .set({ merkleRoot: "11".repeat(32) })
      .where(eq(campaigns.id, campaign.campaignId));
    start();
    expect(await prepare(body)).toMatchObject({ status: 409 });
    expect(readsRows()).toBe(false);
    await database.db
      .update(campaigns)
      .set({ merkleRoot: campaign.merkleRoot })
      .where(eq(campaigns.id, campaign.campaignId));
    expect(await prepare(body)).toMatchObject({ status: 200 });
    expect(readsRows()).toBe(true);
  });
});

test("accepts leaves of 0 in rotations alone", async () => {
  const creator = createWallet();
  const body = await getRegistration(creator, { recipients: [gives(A, 40n), gives(B, 0n)] });
  const refused = await call<Refusal>(register, { body, headers: await signIn(creator, services) });
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: "leaves.1.amount" }] } });
  expect(await prepare({ recipients: texts([gives(A, 0n)]) })).toMatchObject({ status: 400 });
  const campaign = await started(15n);
  expect(await rotate(campaign, [gives(A, 0n), gives(B, 40n), gives(C, 40n)])).toMatchObject({ status: 201 });
});

test("returns payouts by beneficiary, leaf index and milestone, one page at a time", async () => {
  const { params, campaignId } = await started(15n);
  const claims = [
    { beneficiary: B, leafIndex: 1, amount: 5n },
    { beneficiary: B, leafIndex: 4, amount: 6n, milestoneIdx: 2 },
    { beneficiary: B, leafIndex: 4, amount: 7n, milestoneIdx: 0 },
    { beneficiary: B, leafIndex: 4, amount: 8n },
    { beneficiary: A, leafIndex: 0, amount: 2n ** 63n },
  ];
  for (const claim of claims) await addClaim(database.db, { campaignId, ...claim });
  const expected = [
    { beneficiary: A, leafIndex: 0, milestoneIdx: null, amount: (2n ** 63n).toString() },
    { beneficiary: B, leafIndex: 1, milestoneIdx: null, amount: "20" },
    { beneficiary: B, leafIndex: 4, milestoneIdx: null, amount: "8" },
    { beneficiary: B, leafIndex: 4, milestoneIdx: 0, amount: "7" },
    { beneficiary: B, leafIndex: 4, milestoneIdx: 2, amount: "6" },
  ].sort((a, b) => (a.beneficiary < b.beneficiary ? -1 : a.beneficiary > b.beneficiary ? 1 : 0));
  type Page = { payouts: object[]; nextCursor: string | null };
  const found: object[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: "1", ...(cursor ? { cursor } : {}) };
    const { body } = await call<Page>(getPayouts, { params, query });
    expect(body.payouts).toHaveLength(1);
    found.push(...body.payouts);
    cursor = body.nextCursor;
  } while (cursor);
  expect(found).toEqual(expected);
});
