import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { GET } from "@/app/api/activity/[address]/payments/route";
import { campaigns, claimEvents, eventTables, tokenPrices } from "@/db/schema";
import { paymentsPage } from "@/lib/contract/payment";
import { WRAPPED_SOL_MINT } from "@/lib/core/solana/addresses";
import { fixedClock } from "@/lib/service/clock";
import { readEnv } from "@/lib/service/env";
import { createLogger } from "@/lib/service/log";
import { cachePrices, createPrices } from "@/lib/service/prices/prices";
import { openTestDatabase } from "@/tests/support/database";
import { call, createWallet, startServices } from "@/tests/support/http";
import { startPriceProvider } from "@/tests/support/price-provider";
import { addClaim, addLeaf, addRootVersion, envelopeValues } from "@/tests/support/rows";
import { creator, NOW, storeCampaign } from "@/tests/support/stored-action";

const NATIVE = "11111111111111111111111111111111";
const HOUR = Number(NOW / 3600n);

const database = openTestDatabase();
beforeAll(() => {
  const env = readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off" });
  startServices({ db: database.db, env, ...fixedClock(Number(NOW) * 1000) });
});
beforeEach(async () => {
  await database.db.delete(campaigns);
  await database.db.delete(tokenPrices);
});

type Payments = { payments: Record<string, unknown>[]; nextCursor: string | null };

async function getPayments(address: string, limit = "3") {
  const payments: Payments["payments"] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit, ...(cursor ? { cursor } : {}) };
    const { status, body }: { status: number; body: Payments } = await call<Payments>(GET, {
      params: { address },
      query,
    });
    expect(status).toBe(200);
    expect(paymentsPage.parse(body)).toEqual(body);
    payments.push(...body.payments);
    cursor = body.nextCursor;
  } while (cursor);
  return payments;
}

async function getFile(address: string) {
  const { text } = await call(GET, { params: { address }, headers: { accept: "text/csv" } });
  return parse(text, { columns: true }) as Record<string, string>[];
}

const at = (campaignId: number, seconds: bigint) => ({
  ...envelopeValues(campaignId),
  blockTime: NOW + seconds,
});
const reported = (payments: Payments["payments"]) => payments.map(({ kind, amount }) => [kind, amount]);

test("returns each party's payments, and no others", async () => {
  const theirs = createWallet().address;
  const { db } = database;
  const stream = await storeCampaign(db, { leaves: [{ beneficiary: theirs }], mint: NATIVE });
  await addClaim(db, { campaignId: stream.id, beneficiary: theirs, leafIndex: 0, amount: 2n ** 64n - 1n });
  await addClaim(db, { campaignId: stream.id, beneficiary: creator.address, leafIndex: 1, amount: 9n });
  const settled = { cancelledAt: 1n, amountToBeneficiary: 30n, amountToCreator: 70n };
  await db.insert(eventTables.stream_cancelled).values({ ...at(stream.id, 1n), ...settled });
  const nothing = { cancelledAt: 1n, amountToBeneficiary: 0n, amountToCreator: 0n };
  await db.insert(eventTables.stream_cancelled).values({ ...at(stream.id, 2n), ...nothing });
  const group = await storeCampaign(db, { leaves: [{ beneficiary: theirs }, {}] });
  const { id: groupId } = group;
  await db.insert(eventTables.withdrawn).values({ ...at(groupId, 3n), amount: 5n });
  const refund = { cancelledAt: 1n, refundedTo: creator.address, amount: 6n };
  await db.insert(eventTables.instant_refunded).values({ ...at(groupId, 4n), ...refund });
  await db.insert(eventTables.paused).values({ ...at(groupId, 5n), paused: true });

  expect(reported(await getPayments(theirs))).toEqual([
    ["settlement", "30"],
    ["claim", "18446744073709551615"],
  ]);
  expect(reported(await getPayments(creator.address))).toEqual([
    ["refund", "6"],
    ["withdrawal", "5"],
    ["returned", "70"],
    ["claim", "9"],
  ]);
  expect(await getPayments(createWallet().address)).toEqual([]);
  const file = await getFile(theirs);
  expect(file.map(({ kind, token, amountInTokens }) => [kind, token, amountInTokens])).toEqual([
    ["settlement", "SOL", "0.00000003"],
    ["claim", "SOL", "18446744073.709551615"],
  ]);
});

test("returns both parts to a wallet that is both parties of a stream", async () => {
  const { db } = database;
  const stream = await storeCampaign(db, { leaves: [{ beneficiary: creator.address }] });
  const settled = { cancelledAt: 1n, amountToBeneficiary: 30n, amountToCreator: 70n };
  await db.insert(eventTables.stream_cancelled).values({ ...at(stream.id, 1n), ...settled });
  expect(reported(await getPayments(creator.address))).toEqual([
    ["returned", "70"],
    ["settlement", "30"],
  ]);
});

test("credits a settlement to nobody until the list of the settled root is registered", async () => {
  const { db } = database;
  const [first, second, third] = [createWallet().address, createWallet().address, createWallet().address];
  const stream = await storeCampaign(db, { leaves: [{ beneficiary: first }, { beneficiary: second }] });
  const merkleRoot = "0b".repeat(32);
  await db.update(campaigns).set({ merkleRoot, leafCount: 1 });
  const settled = { cancelledAt: 1n, amountToBeneficiary: 250n, amountToCreator: 70n };
  await db.insert(eventTables.stream_cancelled).values({ ...at(stream.id, 1n), ...settled });
  for (const address of [first, second, third]) expect(await getPayments(address)).toEqual([]);
  const { id: rootVersionId } = await addRootVersion(db, { campaignId: stream.id, merkleRoot, version: 2 });
  await addLeaf(db, { rootVersionId, beneficiary: third });
  for (const address of [first, second]) expect(await getPayments(address)).toEqual([]);
  expect(reported(await getPayments(third))).toEqual([["settlement", "250"]]);
});

test("returns every payment once in pages and file, newest first, also at equal times", async () => {
  const theirs = createWallet().address;
  const { db } = database;
  const expected: string[] = [];
  for (let campaignAt = 0; campaignAt < 3; campaignAt++) {
    const { id } = await storeCampaign(db, { leaves: [{ beneficiary: theirs }] });
    const claims = Array.from({ length: 230 }, (_, n) => ({
      ...{ ...envelopeValues(id), blockTime: NOW, slot: 7n, eventIndex: n % 3 },
      ...{ beneficiary: theirs, leafIndex: 0, amount: 1n, totalClaimedByUser: 1n, totalClaimedOverall: 1n },
    }));
    await db.insert(claimEvents).values(claims);
    expected.push(...claims.map(({ signature }) => signature));
  }
  const file = await getFile(theirs);
  expect(file.map(({ signature }) => signature).toSorted()).toEqual(expected.toSorted());
  const listed = await getPayments(theirs, "97");
  expect(listed.map(({ signature }) => signature)).toEqual(file.map(({ signature }) => signature));
});

test("stores prices once an hour as read, and returns them for that hour's payments alone", async () => {
  const theirs = createWallet().address;
  const { db } = database;
  const quotes = new Map<string, number>();
  const provider = await startPriceProvider(() => ({
    body: Object.fromEntries([...quotes].map(([mint, usdPrice]) => [mint, { usdPrice }])),
  }));
  try {
    const native = await storeCampaign(db, { leaves: [{ beneficiary: theirs }], mint: NATIVE });
    const of = {
      beneficiary: theirs,
      leafIndex: 0,
      totalClaimedByUser: 1n,
      totalClaimedOverall: 1n,
      amount: 1n,
    };
    const hours = [-3_600n, 0n, 3_599n - (NOW % 3_600n), 3_600n - (NOW % 3_600n)];
    await db.insert(claimEvents).values(hours.map((seconds) => ({ ...at(native.id, seconds), ...of })));
    await db.insert(claimEvents).values({ ...at(native.id, 0n), ...of, blockTime: 2n ** 63n - 1n });
    const log = createLogger("silent");
    let nowMs = Number(NOW) * 1000;
    const prices = createPrices({
      ...{ env: readEnv({ PRICE_API_URL: provider.url }), log, nowMs: () => nowMs },
      onRead: cachePrices({ db, log }),
    });
    const stranger = createWallet().address;
    for (const usd of [0.00000012, 190.5]) {
      quotes.set(WRAPPED_SOL_MINT, usd);
      quotes.set(stranger, 3);
      await prices.lookup([NATIVE, stranger]);
      nowMs += 61_000;
    }
    await expect
      .poll(() => db.select().from(tokenPrices))
      .toEqual([{ mint: NATIVE, hour: HOUR, usd: 0.00000012 }]);
    const listed = await getPayments(theirs);
    expect(listed.map(({ priceUsd }) => priceUsd)).toEqual([null, null, 0.00000012, 0.00000012, null]);
    const file = await getFile(theirs);
    expect(file.map(({ priceUsd }) => priceUsd)).toEqual(["", "", "0.00000012", "0.00000012", ""]);
  } finally {
    await provider.close();
  }
});
