import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reserveQuota, selectSponsorUse, storeSponsored } from "@/db/queries/sponsor";
import { campaigns, sponsoredClaims, sponsorQuotas } from "@/db/schema";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { createChain } from "@/lib/service/chain/chain";
import { ingestSignatures } from "@/lib/service/indexer/store/ingest";
import { settleReservations } from "@/lib/service/sponsored-claims/settle-reservations";
import { FaultyEndpoint } from "@/tests/indexer/support/faulty-endpoint";
import { indexerContext } from "@/tests/indexer/support/index-of";
import { openTestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";
import { LedgerCampaign } from "@/tests/support/ledger-campaign";

/** Reservations for claims of a real campaign, judged by honest and lying nodes. */

const database = openTestDatabase();
const LIMITS = { walletClaims: 10, walletLamports: 10_000_000n, dayLamports: 10_000_000n };
const LAMPORTS = 10_000n;
const DAY = 86_400n;
/** A signature that no node knows. */
const UNSENT = "1".repeat(64);
let ledger: TestLedger;
let campaign: LedgerCampaign;
let liar: FaultyEndpoint;
let wallets = 0;

beforeAll(async () => {
  ledger = await TestLedger.start({ finalizedAfter: 4 });
});
afterAll(() => ledger.close());
beforeEach(async () => {
  campaign = await LedgerCampaign.create(ledger, 1);
  await database.db.insert(campaigns).values(campaign.registration);
  liar = await FaultyEndpoint.start(ledger.url);
});
afterEach(async () => {
  await liar.close();
  await database.db.delete(sponsoredClaims);
  await database.db.delete(sponsorQuotas);
});

/** Sends a claim of the campaign's recipient without indexing it. */
async function claim(): Promise<string> {
  ledger.controls.advanceTime(86_400);
  ledger.controls.advanceSlots(2);
  const signature = await campaign.claim();
  ledger.controls.advanceSlots(8);
  return signature;
}

const index = (signature: string) =>
  ingestSignatures(indexerContext(database.db, createChain({ urls: [ledger.url] })), [signature]);

/** Reserves the budget of a claim that expires at the current height. Returns its state after each settlement. */
async function reserve(signature: string | null, over: { height?: bigint; day?: number } = {}) {
  const { result } = await ledger.call("getBlockHeight", { commitment: "processed" });
  const id = await reserveQuota(
    database.db,
    {
      ...{ day: over.day ?? 1, treeAddress: campaign.treeAddress, lamports: LAMPORTS, content: "content" },
      wallet: campaign.people[0]?.publicKey.toBase58() ?? `wallet${wallets++}`,
      ...{ lastValidBlockHeight: over.height ?? BigInt(String(result)), createdAt: 0n },
    },
    LIMITS,
  );
  if (signature) await storeSponsored(database.db, { id, signature, transaction: "bytes" });
  ledger.controls.advanceSlots(8);
  const settle = async (urls: readonly string[], today = 1n) => {
    const now = () => today * DAY;
    const given = { db: database.db, chain: createChain({ urls: [...urls] }), now };
    await settleReservations(startServices(given));
    const [row] = await database.db.select().from(sponsoredClaims).where(eq(sponsoredClaims.id, id));
    return row?.state;
  };
  return { settle };
}

const use = () => selectSponsorUse(database.db, { day: 1 });
const USED = { claims: 1, lamports: LAMPORTS };
const NONE = { claims: 0, lamports: 0n };

const hideStatuses = () =>
  liar.distort("getSignatureStatuses", ({ id, result }) => {
    const { context, value } = result as { context: object; value: unknown[] };
    return { id, result: { context, value: value.map(() => null) } };
  });
const hideAccounts = () =>
  liar.distort("getMultipleAccounts", ({ id, result }) => {
    const { context, value } = result as { context: object; value: unknown[] };
    return { id, result: { context, value: value.map(() => null) } };
  });

describe("a reservation whose claim has landed", () => {
  test("is paid, also before the claim is indexed", async () => {
    const { settle } = await reserve(await claim());
    expect(await settle([ledger.url])).toBe("paid");
    expect(await use()).toEqual(USED);
  });

  test("keeps its quota while one of two nodes denies it, and is paid once its day has ended", async () => {
    hideStatuses();
    hideAccounts();
    const { settle } = await reserve(await claim());
    expect(await settle([liar.url, ledger.url])).toBe("open");
    expect(await settle([ledger.url, liar.url])).toBe("open");
    expect(await use()).toEqual(USED);
    expect(await settle([liar.url, ledger.url], 2n)).toBe("paid");
    expect(await use()).toEqual(USED);
  });

  test("keeps its quota while the only node denies the status but has the claim's record", async () => {
    hideStatuses();
    const signature = await claim();
    const { settle } = await reserve(signature);
    expect(await settle([liar.url])).toBe("open");
    expect(await use()).toEqual(USED);
    await index(signature);
    expect(await settle([liar.url])).toBe("paid");
    expect(await use()).toEqual(USED);
  });

  test("is paid by its indexed event, whatever the nodes deny", async () => {
    hideStatuses();
    hideAccounts();
    const signature = await claim();
    await index(signature);
    const { settle } = await reserve(signature);
    expect(await settle([liar.url])).toBe("paid");
  });
});

describe("a reservation whose claim was not sent", () => {
  test("is released when all nodes agree, and when the sponsor did not sign", async () => {
    const sent = await reserve(UNSENT);
    expect(await sent.settle([ledger.url, liar.url])).toBe("released");
    expect(await use()).toEqual(NONE);
    const unsigned = await reserve(null);
    expect(await unsigned.settle([ledger.url])).toBe("released");
    expect(await use()).toEqual(NONE);
  });

  test("is released beside an earlier claim that is indexed", async () => {
    await index(await claim());
    const { settle } = await reserve(UNSENT);
    expect(await settle([ledger.url])).toBe("released");
    expect(await use()).toEqual(NONE);
  });

  test("stays open while its blockhash is valid, whatever height one node invents", async () => {
    const { result } = await ledger.call("getBlockHeight", { commitment: "processed" });
    const height = BigInt(String(result)) + 100n;
    const { settle } = await reserve(UNSENT, { height });
    expect(await settle([ledger.url])).toBe("open");
    liar.distort("getBlockHeight", ({ id }) => ({ id, result: 10 ** 9 }));
    liar.distort("getEpochInfo", ({ id, result }) => ({
      id,
      result: { ...Object(result), blockHeight: 10 ** 9 },
    }));
    expect(await settle([liar.url, ledger.url])).toBe("open");
    ledger.controls.advanceSlots(110);
    expect(await settle([liar.url, ledger.url])).toBe("released");
  });

  test("stays open while one node claims that it landed", async () => {
    liar.distort("getSignatureStatuses", ({ id, result }) => {
      const { context, value } = result as { context: object; value: unknown[] };
      const status = { slot: 1, err: null, confirmationStatus: "finalized" };
      return { id, result: { context, value: value.map(() => status) } };
    });
    const { settle } = await reserve(UNSENT);
    expect(await settle([liar.url, ledger.url])).toBe("open");
    liar.beHonest();
    expect(await settle([liar.url, ledger.url])).toBe("released");
  });

  test("stays open if only one of two nodes responds, and is released by two of three", async () => {
    liar.distort("getEpochInfo", () => {
      throw new Error("The node dies.");
    });
    const second = await FaultyEndpoint.start(ledger.url);
    const { settle } = await reserve(UNSENT);
    expect(await settle([ledger.url, liar.url])).toBe("open");
    expect(await settle([ledger.url, liar.url, second.url])).toBe("released");
    await second.close();
  });

  test("stays open if a node answers from a state before its own height", async () => {
    liar.distort("getSignatureStatuses", ({ id, result }) => ({
      id,
      result: { ...Object(result), context: { slot: 1 } },
    }));
    const { settle } = await reserve(UNSENT);
    expect(await settle([liar.url])).toBe("open");
  });
});

test("reservations without an outcome are examined again only after a pause", async () => {
  hideStatuses();
  await reserve(await claim());
  const services = startServices({
    ...{ db: database.db, chain: createChain({ urls: [ledger.url, liar.url] }), now: () => DAY },
  });
  await Promise.all([settleReservations(services), settleReservations(services)]);
  const calls = liar.calls.length;
  expect(liar.calls.filter((method) => method === "getSignatureStatuses")).toHaveLength(1);
  await settleReservations(services);
  expect(liar.calls).toHaveLength(calls);
});

test("calls no node without expired reservations", async () => {
  const services = startServices({
    db: database.db,
    chain: createChain({ urls: [liar.url] }),
    now: () => DAY,
  });
  await settleReservations(services);
  expect(liar.calls).toEqual([]);
});
