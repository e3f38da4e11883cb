import { PublicKey } from "@solana/web3.js";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { campaigns } from "@/db/schema";
import { type Api, post } from "@/docs/actions/examples/act";
import { cancel } from "@/docs/actions/examples/cancel";
import { claim } from "@/docs/actions/examples/claim";
import { createCampaign, type Prepared, type Recipient } from "@/docs/actions/examples/create-campaign";
import { sendPlan } from "@/docs/actions/examples/send-plan";
import { LONG } from "@/ledger/tests/support/long";
import type { TimelineItem } from "@/lib/contract/event";
import { planCreateCampaign } from "@/lib/core/plans/create-campaign";
import { decodeVestingTree } from "@/lib/core/solana/accounts";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createChain } from "@/lib/service/chain/chain";
import { readEnv } from "@/lib/service/env";
import { indexerContext, runOnce } from "@/tests/indexer/support/index-of";
import { type Cast, createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { startServices } from "@/tests/support/http";

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

const THIRD = SUPPLY / 3n;

/** Returns two allocations of one wallet, as a recipients' file states them. */
const getRecipients = (cast: Cast): Recipient[] => [
  recipient(cast, { amount: 2n * THIRD, start: world.now - 500n }),
  recipient(cast, { amount: THIRD, start: world.now + 5_000n }),
];

const prepare = (api: Api, cast: Cast, recipients: Recipient[]) =>
  post<Prepared>(api, "/api/campaigns/prepare", {
    body: { ...cast.terms, campaignId: cast.terms.campaignId.toString(), recipients },
  });

/** Creates a campaign on the ledger and registers it nowhere. */
async function unregistered() {
  const cast = await createCast(world, "tokens");
  const prepared = await prepare(world.api, cast, getRecipients(cast));
  const { totalSupply, minCliffTime, ...tree } = prepared;
  const supply = { totalSupply: BigInt(totalSupply), minCliffTime: BigInt(minCliffTime) };
  for (const plan of planCreateCampaign({ ...cast.terms, ...tree, ...supply }))
    await sendPlan(world.api, plan, [cast.creator]);
  return { cast, prepared, body: { treeAddress: tree.treeAddress, leaves: tree.leaves } };
}

type Answer = { ok?: boolean; campaignId?: number; verified?: boolean; code?: string };

/** Sends a registration without any wallet. */
async function register(body: object): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${world.api.baseUrl}/api/registrations`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const toRow = async (treeAddress: string) => {
  const [row] = await world.db.select().from(campaigns).where(eq(campaigns.treeAddress, treeAddress));
  if (!row) throw new Error("The campaign is not stored.");
  return row;
};

describe("POST /api/registrations", () => {
  test("registers the terms of the account without a signature or metadata, once", async () => {
    const { cast, prepared, body } = await unregistered();
    const first = await register(body);
    expect(first).toMatchObject({ status: 201, body: { ok: true, verified: true } });
    expect(await register(body)).toEqual({ status: 200, body: first.body });
    expect(await toRow(body.treeAddress)).toMatchObject({
      ...cast.terms,
      ...{ merkleRoot: prepared.merkleRoot, leafCount: 2, totalSupply: SUPPLY },
      ...{ verified: true, creatorSigned: false, metadata: null },
    });
  });

  test("rejects leaves of another root, an address without a campaign, and a body without leaves", async () => {
    const { cast, body } = await unregistered();
    const others = await prepare(world.api, cast, getRecipients(cast).reverse());
    const wrong = await register({ ...body, leaves: others.leaves });
    expect(wrong).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    const atOtherAddress = await register({ ...body, treeAddress: cast.terms.creator });
    expect(atOtherAddress).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(await register({ treeAddress: body.treeAddress })).toMatchObject({ status: 400 });
    expect(await world.db.select().from(campaigns).where(eq(campaigns.creator, cast.terms.creator))).toEqual(
      [],
    );
  });

  test("stores the name when the creator registers later, and changes nothing after that", async () => {
    const { cast, prepared, body } = await unregistered();
    const { body: first } = await register(body);
    const { treeAddress, merkleRoot, leafCount, totalSupply, leaves } = prepared;
    const campaignId = cast.terms.campaignId.toString();
    const stated = { ...cast.terms, campaignId, treeAddress, merkleRoot, leafCount, totalSupply, leaves };
    const sign = (name: string) =>
      post<Answer>(world.api, "/api/campaigns", {
        body: { ...stated, createdAt: 1_700_000_000, metadata: { name } },
        wallet: cast.creator,
      });
    const confirmed = await toRow(treeAddress);
    expect(await sign("Team")).toMatchObject({ campaignId: first.campaignId });
    // The account has the creation time.
    const signed = { metadata: { name: "Team" }, createdAt: confirmed?.createdAt, creatorSigned: true };
    expect(await toRow(treeAddress)).toMatchObject(signed);
    await sign("Other");
    expect((await register(body)).status).toBe(200);
    expect(await toRow(treeAddress)).toMatchObject(signed);
  });

  test("confirms a registration that the network had not confirmed, and keeps the creator's name", async () => {
    const { body } = await unregistered();
    await register(body);
    const change = { verified: false, creatorSigned: true, metadata: { name: "Team" } };
    await world.db.update(campaigns).set(change).where(eq(campaigns.treeAddress, body.treeAddress));
    expect(await register(body)).toMatchObject({ status: 201, body: { verified: true } });
    const unchanged = { verified: true, creatorSigned: true, metadata: { name: "Team" } };
    expect(await toRow(body.treeAddress)).toMatchObject(unchanged);
  });
});

describe("a deleted database", () => {
  let fresh: TestDatabase;
  beforeAll(async () => {
    fresh = await createTestDatabase();
  }, LONG.timeout);
  afterAll(() => fresh?.close());

  /** Finds the campaign's account by its root, as anyone can. */
  async function findTree(root: string): Promise<string | undefined> {
    const accounts = await world.ledger.connection.getProgramAccounts(new PublicKey(DEFAULT_PROGRAM_ID));
    return accounts.find(({ account }) => readRoot(account.data) === root)?.pubkey.toBase58();
  }
  const readRoot = (data: Uint8Array) => {
    try {
      return decodeVestingTree(data).merkleRoot;
    } catch {
      return null;
    }
  };
  /** Reads a campaign without the values that the time of a registration or a request determines. */
  const read = async (treeAddress: string) => {
    const { createdAt: _, asOf: __, metadata: ___, ...detail } = await world.detail(treeAddress);
    const path = `/api/campaigns/${treeAddress}`;
    const { events } = await world.get<{ events: TimelineItem[] }>(`${path}/timeline`);
    return {
      ...{ ...detail, events, leaves: await world.get(`${path}/leaves`) },
      gracePeriod: { ...detail.gracePeriod, remaining: null },
      rootVersions: detail.rootVersions.map((version) => ({ ...version, createdAt: null })),
      vault: { ...detail.vault, slot: null },
    };
  };

  test("is rebuilt from the ledger and the recipients' file alone", LONG, async () => {
    const cast = await createCast(world, "tokens");
    const recipients = getRecipients(cast);
    const treeAddress = await createCampaign(world.api, {
      terms: cast.terms,
      recipients,
      creator: cast.creator,
    });
    await claim(world.api, { treeAddress, mint: cast.mint, beneficiary: cast.beneficiary, leafIndex: 0 });
    await cancel(world.api, { treeAddress, authority: cast.authority });
    const before = await read(treeAddress);
    const file = JSON.stringify(recipients);

    const chain = createChain({ urls: [world.api.rpcUrl] });
    startServices({
      env: readEnv({ LOG_LEVEL: "silent", RATE_LIMIT: "off", REGISTRATION_CHECK: "ledger" }),
      ...{ db: fresh.db, chain, now: () => world.now },
    });
    const { merkleRoot, leaves } = await post<Prepared>(world.api, "/api/campaigns/prepare", {
      body: { recipients: JSON.parse(file) },
    });
    const found = await findTree(merkleRoot);
    expect(found).toBe(treeAddress);
    expect(await register({ treeAddress: found, leaves })).toMatchObject({ status: 201 });
    await runOnce(indexerContext(fresh.db, chain, { now: () => world.now }));
    expect(await read(treeAddress)).toEqual(before);
  });
});
