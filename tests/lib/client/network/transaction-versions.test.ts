import { Keypair, PublicKey } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestLedger } from "@/ledger/tests/support/ledger";
import { LONG } from "@/ledger/tests/support/long";
import { sendPlan } from "@/lib/client/network/send-plan";
import { keypairSigner } from "@/lib/client/network/signers";
import { supportedVersions } from "@/lib/client/network/supported-versions";
import { proofSteps } from "@/lib/core/merkle/verify";
import { planClaim } from "@/lib/core/plans/claim";
import { campaignKeys, planCreateCampaign } from "@/lib/core/plans/create-campaign";
import {
  campaignLookupAddresses,
  lookupTableBytes,
  planCloseLookupTable,
  planCreateLookupTable,
  planDeactivateLookupTable,
  readCampaignTable,
  readLookupTable,
  withNewLookupTable,
} from "@/lib/core/plans/lookup-table";
import { packPlans, type SupportedVersions, sizeWithWalletAdditions } from "@/lib/core/plans/pack-plans";
import type { CampaignKeys, TransactionPlan } from "@/lib/core/plans/plan";
import { withPriorityFee } from "@/lib/core/plans/priority-fee";
import { ALL_VERSIONS, transactionSize } from "@/lib/core/plans/serialize-plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { FEATURE_PROGRAM_ID, VERSION_1_FEATURE_ID } from "@/lib/core/solana/transaction/version-1";
import { MAX_PACKET_BYTES } from "@/lib/core/solana/transaction/wire-transaction";
import { ReleaseType } from "@/lib/core/vesting/leaf";

const DEPTH = 20;
const AMOUNT = 1_000n;

let ledger: TestLedger;
let creator: Keypair;
beforeAll(async () => {
  ledger = await TestLedger.start();
  creator = ledger.wallet();
});
afterAll(() => ledger.close());

let campaigns = 0n;

type Deep = { keys: CampaignKeys & { creator: string }; claim: TransactionPlan; beneficiary: Keypair };

/**
 * Creates a campaign of 1,048,576 leaves and returns the claim of one of them. The other leaves exist only as
 * hashes of its proof.
 */
async function createDeepCampaign(isNative = false): Promise<Deep> {
  const mint = isNative ? NATIVE_MINT : await ledger.createMint(creator);
  const owner = creator.publicKey.toBase58();
  if (!isNative) await ledger.mintTokens({ mint, authority: creator, owner, amount: AMOUNT });
  const beneficiary = ledger.wallet();
  const leaf = {
    leafIndex: 0b1010_0110_0011_0101_1100,
    beneficiary: beneficiary.publicKey.toBase58(),
    amount: AMOUNT,
    releaseType: ReleaseType.Cliff,
    ...{ startTime: 1n, cliffTime: 1n, endTime: 1n, milestoneIdx: 0 },
  };
  const proof = Uint8Array.from({ length: 32 * DEPTH }, (_, at) => (at * 7) % 251);
  const { root } = await proofSteps({ leaf, proof });
  campaigns += 1n;
  const campaign = { creator: owner, mint, campaignId: campaigns };
  const rights = { cancellable: false, cancelAuthority: null, pauseAuthority: null };
  const plans = planCreateCampaign({
    ...{ ...campaign, ...rights, merkleRoot: root, leafCount: 2 ** DEPTH, totalSupply: AMOUNT },
    minCliffTime: 1n,
  });
  for (const plan of plans) await send(plan, [creator]);
  const keys = { ...campaignKeys(campaign), creator: owner };
  return { keys, claim: planClaim({ ...keys, leaf, proof }), beneficiary };
}

/** Sends a plan with keys that sign the given versions, and returns the landed transaction. */
async function send(
  plan: Parameters<typeof sendPlan>[0],
  keys: readonly Keypair[],
  transactionVersions: SupportedVersions = ALL_VERSIONS,
) {
  const signers = keys.map((key) => ({ ...keypairSigner(key.secretKey), transactionVersions }));
  const { signature } = await sendPlan(plan, { connection: ledger.connection, signers });
  return ledger.connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
}

async function createTable(keys: Deep["keys"]) {
  const slot = await ledger.connection.getSlot("finalized");
  // On this ledger the last block is final at once, and a block does not contain its own slot hash.
  ledger.controls.advanceSlots(1);
  const { plan, table } = planCreateLookupTable(keys, slot);
  const landed = await send(plan, [creator]);
  // Addresses can be used from the next slot on.
  ledger.controls.advanceSlots(1);
  return { table, landed };
}

const accountAt = async (address: string) => {
  const account = await ledger.connection.getAccountInfo(new PublicKey(address));
  return account && { owner: account.owner.toBase58(), data: account.data };
};

/** The fee that a wallet sets, which a bare legacy claim of this depth has no room for. */
const paid = (plan: TransactionPlan) =>
  withPriorityFee(plan, { computeUnitLimit: 200_000, computeUnitPrice: 10_000n });

describe("a claim from a tree of 20 levels", () => {
  test("lands with a priority fee as version 1, whose message states the fee", LONG, async () => {
    const { keys, claim, beneficiary } = await createDeepCampaign();
    expect(transactionSize(paid(claim))).toBeGreaterThan(MAX_PACKET_BYTES);
    const landed = await send(paid(claim), [beneficiary]);
    expect(landed).toMatchObject({ version: 1, meta: { err: null, fee: 5_000 + 2_000 } });
    const account = findAssociatedTokenAddress({ owner: claim.feePayer, mint: keys.mint }).address;
    expect(await ledger.tokenBalance(account)).toBe(AMOUNT);
  });

  test("lands with a priority fee as version 0 with the campaign's lookup table", LONG, async () => {
    const { keys, claim, beneficiary } = await createDeepCampaign();
    const { table } = await createTable(keys);
    const found = readCampaignTable(table.address, await accountAt(table.address), keys);
    expect(found).toMatchObject({ ...table, authority: keys.creator });
    const plan = { ...paid(claim), lookupTables: [table] };
    expect(await send(plan, [beneficiary], ["legacy", 0])).toMatchObject({
      version: 0,
      meta: { err: null, fee: 5_000 + 2_000 },
    });
  });

  test("is refused at once if the lookup table does not exist", LONG, async () => {
    const { keys, claim, beneficiary } = await createDeepCampaign();
    const { table } = planCreateLookupTable(keys, 1);
    const sending = send({ ...paid(claim), lookupTables: [table] }, [beneficiary], ["legacy", 0]);
    await expect(sending).rejects.toThrow(/address table/);
  });

  test("lands as a legacy transaction for a wallet that signs no other", LONG, async () => {
    const { claim, beneficiary } = await createDeepCampaign();
    const landed = await send(claim, [beneficiary], ["legacy"]);
    expect(landed).toMatchObject({ version: "legacy", meta: { err: null } });
  });

  test("lands with claims from other campaigns in one transaction of version 1", LONG, async () => {
    const deep = await Promise.all([createDeepCampaign(true), createDeepCampaign(true)]);
    const payer = deep[0].beneficiary;
    // Each beneficiary signs; the first one pays.
    const [first, second] = deep.map(({ claim }) => ({ ...claim, feePayer: payer.publicKey.toBase58() }));
    if (!first || !second) throw new Error("There is no claim.");
    expect(packPlans([first, second])).toHaveLength(2);
    const [joined, ...rest] = packPlans([first, second], ALL_VERSIONS);
    if (!joined) throw new Error("There is no transaction.");
    expect(rest).toEqual([]);
    expect(transactionSize(joined, 1)).toBeGreaterThan(MAX_PACKET_BYTES);
    const landed = await send(
      joined,
      deep.map(({ beneficiary }) => beneficiary),
    );
    expect(landed).toMatchObject({ version: 1, meta: { err: null } });
  });
});

describe("supportedVersions", () => {
  const signers = [{ transactionVersions: ALL_VERSIONS }];

  test("contains 1 only if the network has activated it and every signer accepts it", async () => {
    expect(await supportedVersions(ledger.connection, signers)).toEqual(["legacy", 0, 1]);
    expect(await supportedVersions(ledger.connection, [...signers, {}])).toEqual(["legacy"]);
    const pending = { address: VERSION_1_FEATURE_ID, owner: FEATURE_PROGRAM_ID, lamports: 953_520n };
    const earlier = await TestLedger.start({ accounts: [{ ...pending, data: new Uint8Array(9) }] });
    expect(await supportedVersions(earlier.connection, signers)).toEqual(["legacy", 0]);
    await earlier.close();
  });
});

describe("the lookup table of a campaign", () => {
  test("has the documented size and is refused with any other content", LONG, async () => {
    const { keys } = await createDeepCampaign();
    const { table, landed } = await createTable(keys);
    expect(landed?.meta?.err).toBeNull();
    const account = await accountAt(table.address);
    expect(account?.data.length).toBe(lookupTableBytes(keys));
    expect(table.addresses).toEqual(campaignLookupAddresses(keys));
    const other = { ...keys, treeAddress: Keypair.generate().publicKey.toBase58() };
    expect(readCampaignTable(table.address, account, other)).toBeNull();
    const foreign = account && { ...account, owner: keys.creator };
    expect(readCampaignTable(table.address, foreign, keys)).toBeNull();
    expect(readCampaignTable(table.address, null, keys)).toBeNull();
    const cut = account && { ...account, data: account.data.subarray(0, -32) };
    expect(readCampaignTable(table.address, cut, keys)).toBeNull();
    expect(readLookupTable(table.address, account && { ...account, data: new Uint8Array(99) })).toBeNull();
  });

  test("is created in the creation's own transaction, which still fits in a packet", LONG, async () => {
    const mint = await ledger.createMint(creator);
    const owner = creator.publicKey.toBase58();
    await ledger.mintTokens({ mint, authority: creator, owner, amount: AMOUNT });
    const campaign = { creator: owner, mint, campaignId: 1_000n };
    const rights = { cancellable: true, cancelAuthority: owner, pauseAuthority: owner };
    const [creation, ...rest] = planCreateCampaign({
      ...{ ...campaign, ...rights, merkleRoot: "ab".repeat(32), leafCount: 2 ** DEPTH, totalSupply: AMOUNT },
      minCliffTime: 1n,
    });
    if (!creation) throw new Error("There is no creation.");
    expect(rest).toEqual([]);
    const keys = { ...campaignKeys(campaign), creator: owner };
    const slot = await ledger.connection.getSlot("finalized");
    ledger.controls.advanceSlots(1);
    const plan = withNewLookupTable(creation, keys, slot);
    expect(sizeWithWalletAdditions(plan)).toBeLessThanOrEqual(MAX_PACKET_BYTES);
    await send(plan, [creator], ["legacy"]);
    const address = plan.accounts.lookupTable ?? "";
    expect(readCampaignTable(address, await accountAt(address), keys)).toMatchObject({ authority: owner });
  });

  test("returns its rent to the creator after its deactivation", LONG, async () => {
    const { keys } = await createDeepCampaign();
    const { table } = await createTable(keys);
    const own = { creator: keys.creator, address: table.address };
    await send(planDeactivateLookupTable(own), [creator]);
    const account = await accountAt(table.address);
    expect(readCampaignTable(table.address, account, keys)).toBeNull();
    expect(readLookupTable(table.address, account)?.deactivatedAt).not.toBeNull();
    await expect(send(planCloseLookupTable(own), [creator])).rejects.toThrow();
    ledger.controls.advanceSlots(520);
    const before = await ledger.connection.getBalance(creator.publicKey);
    await send(planCloseLookupTable(own), [creator]);
    expect(await accountAt(table.address)).toBeNull();
    const rent = await ledger.connection.getMinimumBalanceForRentExemption(lookupTableBytes(keys));
    expect(await ledger.connection.getBalance(creator.publicKey)).toBe(before + rent - 5_000);
  });
});
