import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post } from "@/docs/actions/examples/act";
import { createCampaign, type Prepared, type Recipient } from "@/docs/actions/examples/create-campaign";
import { multisigAccount, squadsDouble } from "@/ledger/squads-double";
import { LONG } from "@/ledger/tests/support/long";
import { proposalAccount } from "@/ledger/tests/support/squads";
import { type Action, ApiClient, type SquadsOptions } from "@/lib/client/api-client";
import { sendBuilt, sendPlan } from "@/lib/client/network/send-plan";
import { keypairSigner } from "@/lib/client/network/signers";
import { fetchMultisig, fetchProposal, findExecution } from "@/lib/client/network/squads";
import { planClaim } from "@/lib/core/plans/claim";
import { planCreateCampaign } from "@/lib/core/plans/create-campaign";
import { planCancelCampaign, planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import { planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { getMember } from "@/lib/core/squads/accounts";
import { findSquadsVaultAddress } from "@/lib/core/squads/addresses";
import { planApproval, planExecution, planProposal } from "@/lib/core/squads/plans";
import { World } from "./actions/harness";

const wallet = () => Keypair.generate();
const getAddress = (key: Keypair) => key.publicKey.toBase58();
const [ada, ben, cleo] = [wallet(), wallet(), wallet()];
const [voter, initiator, stranger] = [wallet(), wallet(), wallet()];

/** Two of four approve: three have all permissions, one only votes, and one only initiates. */
const treasury = multisigAccount({
  createKey: getAddress(wallet()),
  threshold: 2,
  members: [
    ...[ada, ben, cleo].map(getAddress),
    { address: getAddress(voter), permissions: ["vote"] },
    { address: getAddress(initiator), permissions: ["initiate"] },
  ],
});
const slow = multisigAccount({
  ...{ createKey: getAddress(wallet()), threshold: 1, timeLock: 3_600, members: [getAddress(ada)] },
});
/** A multisig whose members changed after its fifth transaction. */
const changed = multisigAccount({
  ...{ createKey: getAddress(wallet()), threshold: 1, members: [getAddress(ada)] },
  ...{ transactionIndex: 5n, staleTransactionIndex: 5n },
});
const staleId = { multisig: changed.address, transactionIndex: 5n };

const getVault = (account: { address: string }) => ({ multisig: account.address, vaultIndex: 0 });
const vault = findSquadsVaultAddress(getVault(treasury));
const SUPPLY = 3_000_000_000n;

let world: World;
beforeAll(async () => {
  world = await World.start({
    ledgerOptions: {
      programs: [squadsDouble()],
      accounts: [treasury, slow, changed, proposalAccount(staleId, 1)],
    },
  });
  const holders = [ada, ben, cleo, voter, initiator, stranger].map(getAddress);
  for (const address of [...holders, vault, findSquadsVaultAddress(getVault(slow))])
    world.ledger.controls.airdrop(new PublicKey(address).toBytes(), 100_000_000_000n);
}, LONG.timeout);
afterAll(() => world.close());

/** Signs and sends a plan of a member. */
const send = (plan: SendablePlan, member: Keypair) =>
  sendPlan(plan, { connection: world.ledger.connection, signers: [keypairSigner(member.secretKey)] });

/** Proposes a plan as the next transaction of a multisig and returns its index. */
async function propose(
  plan: Pick<SendablePlan, "instructions">,
  { by = ada, of = treasury }: { by?: Keypair; of?: { address: string } } = {},
): Promise<bigint> {
  const multisig = await fetchMultisig(world.ledger.connection, of.address);
  if (!multisig) throw new Error("There is no multisig.");
  const transactionIndex = multisig.transactionIndex + 1n;
  const known = getMember(multisig, getAddress(by));
  const member = known ?? { address: getAddress(by), canInitiate: true, canVote: true, canExecute: true };
  await send(planProposal({ plan, vault: getVault(of), member, transactionIndex }), by);
  return transactionIndex;
}

const approve = (transactionIndex: bigint, by: Keypair, multisig = treasury.address) =>
  send(planApproval({ multisig, member: getAddress(by), transactionIndex }), by);

async function read(transactionIndex: bigint, multisig = treasury.address) {
  const found = await fetchProposal(world.ledger.connection, { multisig, transactionIndex });
  if (!found) throw new Error("There is no proposal.");
  return found;
}

async function execute(transactionIndex: bigint, by: Keypair, multisig = treasury.address): Promise<string> {
  const { transaction } = await read(transactionIndex, multisig);
  const { signature } = await send(planExecution({ member: getAddress(by), transaction }), by);
  return signature;
}

/** Proposes by one member, approves by another and executes by the third. Returns the execution. */
async function actAsVault(plan: Pick<SendablePlan, "instructions">): Promise<string> {
  const index = await propose(plan);
  await approve(index, ben);
  const signature = await execute(index, cleo);
  await post(world.api, "/api/events/sync", { body: { signature } });
  return signature;
}

const getRecipient = (beneficiary: string, amount: bigint) => ({
  ...{ beneficiary, amount: amount.toString(), releaseType: 1 },
  ...{ startTime: (world.now - 500n).toString(), cliffTime: (world.now - 500n).toString() },
  endTime: (world.now + 500n).toString(),
});

const prepare = (body: object) => post<Prepared>(world.api, "/api/campaigns/prepare", { body });

let nextCampaignId = 0n;

/** The vault and another wallet. */
const bothRecipients = () => [
  getRecipient(vault, SUPPLY / 3n),
  getRecipient(getAddress(stranger), (SUPPLY * 2n) / 3n),
];

/** Creates and funds a campaign as the vault. */
async function createAsVault(mint: string, recipients: object[] = bothRecipients()) {
  nextCampaignId += 1n;
  const terms = { creator: vault, mint, cancellable: true, cancelAuthority: vault, pauseAuthority: null };
  const campaign = { ...terms, campaignId: nextCampaignId };
  const prepared = await prepare({ ...terms, campaignId: nextCampaignId.toString(), recipients });
  const { merkleRoot, leafCount, treeAddress, leaves, minCliffTime } = prepared;
  const tree = { merkleRoot, leafCount, totalSupply: SUPPLY, minCliffTime: BigInt(minCliffTime) };
  for (const plan of planCreateCampaign({ ...campaign, ...tree })) await actAsVault(plan);
  return { ...terms, treeAddress, merkleRoot, leaves };
}

const register = (treeAddress: string, leaves: unknown[]) =>
  post<{ ok: boolean; verified: boolean }>(world.api, "/api/registrations", {
    body: { treeAddress, leaves },
  });

type Proof = { leaf: Parameters<typeof toLeaf>[0]; proof: number[][] };

async function getBalance(mint: string): Promise<bigint> {
  if (mint === NATIVE_MINT) return BigInt(await world.ledger.connection.getBalance(new PublicKey(vault)));
  return world.ledger.tokenBalance(findAssociatedTokenAddress({ owner: vault, mint }).address);
}

describe.each(["tokens", "native SOL"])("a vault with a threshold of two, and a campaign of %s", (kind) => {
  test("creates, registers, claims, rotates, cancels and withdraws", LONG, async () => {
    let mint = NATIVE_MINT;
    if (kind === "tokens") {
      mint = await world.ledger.createMint(ada);
      await world.ledger.mintTokens({ mint, authority: ada, owner: vault, amount: SUPPLY });
    }
    const held = await getBalance(mint);
    const { treeAddress, merkleRoot, leaves } = await createAsVault(mint);
    expect(held - (await getBalance(mint))).toBeGreaterThanOrEqual(SUPPLY);
    expect(await register(treeAddress, leaves)).toMatchObject({ ok: true, verified: true });

    const { leaf, proof } = await world.get<Proof>(
      `/api/campaigns/${treeAddress}/proof?beneficiary=${vault}`,
    );
    const beforeClaim = await getBalance(mint);
    const campaign = { treeAddress, mint };
    await actAsVault(planClaim({ ...campaign, leaf: toLeaf(leaf), proof: toProofBytes(proof) }));
    // A claim of SOL also pays the rent of the claim record.
    const slack = 5_000_000n;
    expect(await getBalance(mint)).toBeGreaterThan(beforeClaim + SUPPLY / 6n - slack);

    const recipients = [leaves[0], getRecipient(getAddress(cleo), (SUPPLY * 2n) / 3n)];
    const next = await prepare({ treeAddress, recipients });
    await actAsVault(
      planUpdateRoot({
        ...{ treeAddress, cancelAuthority: vault, currentRoot: merkleRoot, newRoot: next.merkleRoot },
        ...{ newLeafCount: next.leafCount, newMinCliffTime: BigInt(next.minCliffTime) },
      }),
    );
    expect(await register(treeAddress, next.leaves)).toMatchObject({ ok: true, verified: true });
    const versions = await world.get<{ merkleRoot: string }[]>(`/api/campaigns/${treeAddress}/root-versions`);
    expect(versions.map((version) => version.merkleRoot)).toEqual([next.merkleRoot, merkleRoot]);
    expect(await register(treeAddress, next.leaves)).toMatchObject({ ok: true, verified: true });

    await actAsVault(planCancelCampaign({ treeAddress, cancelAuthority: vault }));
    expect(await world.newest(treeAddress)).toMatchObject({ type: "cancelled" });
    world.advance(604_801n);
    const beforeSweep = await getBalance(mint);
    await actAsVault(planWithdrawUnvested({ ...campaign, creator: vault }));
    expect(await getBalance(mint)).toBeGreaterThan(beforeSweep);
    expect(await world.newest(treeAddress)).toMatchObject({ type: "withdrawn" });
  });
});

describe("the proposal of a vault", () => {
  const transfer = (from = vault, lamports = 1_000) => ({
    instructions: [
      SystemProgram.transfer({
        ...{ fromPubkey: new PublicKey(from), toPubkey: stranger.publicKey, lamports },
      }),
    ],
  });

  test("has the signature of its execution", async () => {
    const index = await propose(transfer());
    await approve(index, ben);
    const signature = await execute(index, ben);
    const id = { multisig: treasury.address, transactionIndex: index };
    expect((await read(index)).state).toBe("executed");
    expect(await findExecution(world.ledger.connection, id)).toBe(signature);
  });

  test("is not executed below the threshold, twice, or by a member without the permission", async () => {
    const index = await propose(transfer());
    expect((await read(index)).proposal.approved).toEqual([getAddress(ada)]);
    await expect(execute(index, cleo)).rejects.toThrow("not in the state for this step");
    await approve(index, voter);
    expect((await read(index)).state).toBe("approved");
    await expect(execute(index, voter)).rejects.toThrow("lacks the permission");
    await execute(index, cleo);
    await expect(execute(index, ben)).rejects.toThrow("not in the state for this step");
  });

  test("is refused from a wallet that is not a member, and from a member without the permission", async () => {
    await expect(propose(transfer(), { by: stranger })).rejects.toThrow("not a member of the multisig");
    await expect(propose(transfer(), { by: voter })).rejects.toThrow("lacks the permission");
    const index = await propose(transfer());
    await expect(approve(index, stranger)).rejects.toThrow("not a member of the multisig");
    await expect(approve(index, ada)).rejects.toThrow("already approved");
  });

  test("cannot be approved when it is stale", async () => {
    await expect(approve(staleId.transactionIndex, ada, changed.address)).rejects.toThrow("is stale");
  });

  test("is executed only after the time lock", async () => {
    const index = await propose(transfer(findSquadsVaultAddress(getVault(slow))), { of: slow });
    await expect(execute(index, ada, slow.address)).rejects.toThrow("time lock has not ended");
    world.advance(3_600n);
    await execute(index, ada, slow.address);
    expect((await read(index, slow.address)).state).toBe("executed");
  });

  test("names the program that rejects its instruction", async () => {
    const index = await propose(transfer(vault, 10 ** 15));
    await approve(index, ben);
    await expect(execute(index, cleo)).rejects.toThrow("does not have enough SOL");
    expect((await read(index)).state).toBe("approved");
  });
});

const api = () => new ApiClient({ baseUrl: world.api.baseUrl, attempts: 1 });

type Request = { by?: Keypair; squads?: Partial<SquadsOptions>; json?: object; simulate?: boolean };

/** Has the service build the proposal of an action. */
const buildProposal = (treeAddress: string, action: Action, request: Request = {}) => {
  const { by = ada, squads, ...rest } = request;
  const signer = keypairSigner(by.secretKey);
  return api().buildAction(treeAddress, {
    ...{ action, signer, squads: { multisig: treasury.address, ...squads }, ...rest },
  });
};

/** Proposes an action by the service's transaction, approves and executes it, and has it indexed. */
async function actByApi(treeAddress: string, action: Action): Promise<void> {
  const built = await buildProposal(treeAddress, action, { simulate: true });
  expect(built).toMatchObject({
    ...{ feePayer: getAddress(ada), signers: [getAddress(ada)], simulation: { ok: true } },
    squads: { multisig: treasury.address, vault, approves: true, threshold: 2, simulation: { ok: true } },
  });
  const ledger = world.ledger.connection;
  await sendBuilt(built, { api: api(), connection: ledger, signers: [keypairSigner(ada.secretKey)] });
  const index = BigInt(built.squads?.transactionIndex ?? 0);
  const { proposal, transaction } = await read(index);
  expect(proposal.approved, "the proposer approves").toEqual([getAddress(ada)]);
  expect(transaction.vaultIndex).toBe(0);
  await approve(index, ben);
  await post(world.api, "/api/events/sync", { body: { signature: await execute(index, cleo) } });
}

/** A campaign of native SOL that the vault created, registered. */
async function registeredAsVault(recipients?: object[]): Promise<string> {
  const { treeAddress, leaves } = await createAsVault(NATIVE_MINT, recipients);
  await register(treeAddress, leaves);
  return treeAddress;
}

describe("the builders of the service with a multisig", () => {
  test("cancel a campaign as its vault, and withdraw the rest", LONG, async () => {
    const treeAddress = await registeredAsVault();
    await actByApi(treeAddress, "cancel");
    expect(await world.newest(treeAddress)).toMatchObject({ type: "cancelled" });
    world.advance(604_801n);
    await actByApi(treeAddress, "withdraw-unvested");
    expect(await world.newest(treeAddress)).toMatchObject({ type: "withdrawn" });
  });

  test("cancel a stream and release a milestone as the vault", LONG, async () => {
    const stream = await registeredAsVault([getRecipient(getAddress(stranger), SUPPLY)]);
    await actByApi(stream, "cancel-stream");
    expect(await world.newest(stream)).toMatchObject({ type: "stream_cancelled" });
    const milestone = { ...getRecipient(vault, SUPPLY / 2n), releaseType: 2, milestoneIdx: 1 };
    const treeAddress = await registeredAsVault([milestone, getRecipient(getAddress(stranger), SUPPLY / 2n)]);
    await actByApi(treeAddress, "milestones/1");
    expect(await world.newest(treeAddress)).toMatchObject({ type: "milestone_released" });
  });

  test("refund a campaign that has not started as the vault", LONG, async () => {
    const later = (amount: bigint) => ({
      ...getRecipient(getAddress(stranger), amount),
      ...{ cliffTime: (world.now + 400n).toString(), startTime: (world.now + 400n).toString() },
    });
    const treeAddress = await registeredAsVault([later(SUPPLY / 3n), later((SUPPLY * 2n) / 3n)]);
    await actByApi(treeAddress, "instant-refund");
    expect(await world.newest(treeAddress)).toMatchObject({ type: "instant_refunded" });
  });

  test(
    "write the memo and a priority fee, and omit the approval of a member who cannot vote",
    LONG,
    async () => {
      const treeAddress = await registeredAsVault();
      const memo = "Team left: see the minutes — §4";
      const json = { priorityFee: "low", transactionVersions: ["legacy", 0, 1] };
      const built = await buildProposal(treeAddress, "cancel", { squads: { memo, vaultIndex: 0 }, json });
      expect(built).toMatchObject({
        ...{ version: 1, priorityFee: { level: "low" }, instruction: "cancel_campaign" },
        accounts: { cancelAuthority: vault, vestingTree: treeAddress },
      });
      expect(Buffer.from(built.transaction, "base64").includes(memo)).toBe(true);
      const legacy = await buildProposal(treeAddress, "cancel", { by: initiator });
      expect(legacy.squads).toMatchObject({ approves: false });
      const signer = keypairSigner(initiator.secretKey);
      await sendBuilt(legacy, { connection: world.ledger.connection, signers: [signer] });
      const { proposal, state } = await read(BigInt(legacy.squads?.transactionIndex ?? 0));
      expect({ state, approved: proposal.approved }).toEqual({ state: "active", approved: [] });
    },
  );

  test(
    "simulate the vault's instruction, which the program may reject though the proposal passes",
    LONG,
    async () => {
      const treeAddress = await registeredAsVault();
      const index = await propose(planCancelCampaign({ treeAddress, cancelAuthority: vault }));
      await approve(index, ben);
      // The index does not know of this execution yet.
      await execute(index, cleo);
      const built = await buildProposal(treeAddress, "cancel", { simulate: true });
      expect(built).toMatchObject({
        simulation: { ok: true },
        squads: { simulation: { ok: false, error: { name: "AlreadyCancelled" } } },
      });
    },
  );
});

describe("the builders of the service refuse", () => {
  let treeAddress: string;
  beforeAll(async () => {
    treeAddress = await registeredAsVault();
  }, LONG.timeout);

  test.each<[string, Request, { status: number; code: string; message: string | RegExp }]>([
    [
      "the address of the vault",
      { squads: { multisig: vault } },
      { status: 400, code: "VALIDATION_ERROR", message: /squads\.multisig: must be .* not of its vault/ },
    ],
    [
      "an address without an account",
      { squads: { multisig: getAddress(wallet()) } },
      { status: 400, code: "VALIDATION_ERROR", message: /squads\.multisig/ },
    ],
    [
      "an index beyond 255",
      { squads: { vaultIndex: 256 } },
      { status: 400, code: "VALIDATION_ERROR", message: /squads\.vaultIndex/ },
    ],
    [
      "an empty memo",
      { squads: { memo: "" } },
      { status: 400, code: "VALIDATION_ERROR", message: /squads\.memo/ },
    ],
    [
      "a wallet that is not a member",
      { by: stranger },
      { status: 403, code: "FORBIDDEN", message: /not a member of the multisig/ },
    ],
    [
      "a member that cannot initiate",
      { by: voter },
      { status: 403, code: "FORBIDDEN", message: /lacks the permission to initiate/ },
    ],
    [
      "another vault of the multisig",
      { squads: { vaultIndex: 1 } },
      { status: 403, code: "FORBIDDEN", message: /cancel authority can do this, and vault \S+ is not it/ },
    ],
    [
      "the vault of another multisig",
      { squads: { multisig: slow.address } },
      { status: 403, code: "FORBIDDEN", message: /is not it/ },
    ],
  ])("%s", async (_, request, refusal) => {
    await expect(buildProposal(treeAddress, "cancel", request)).rejects.toMatchObject({
      ...{ status: refusal.status, code: refusal.code, message: expect.stringMatching(refusal.message) },
    });
  });

  test("a member who acts alone, and an action of a creator who is not the vault", LONG, async () => {
    const signer = keypairSigner(ada.secretKey);
    await expect(api().buildAction(treeAddress, { action: "cancel", signer })).rejects.toMatchObject({
      ...{ status: 403, code: "FORBIDDEN" },
    });
    const creator = world.wallet();
    nextCampaignId += 1n;
    const terms = {
      ...{ creator: getAddress(creator), mint: NATIVE_MINT, campaignId: nextCampaignId },
      ...{ cancellable: true, cancelAuthority: vault, pauseAuthority: null },
    };
    const recipients = [getRecipient(vault, SUPPLY), getRecipient(getAddress(stranger), SUPPLY)];
    const shared = await createCampaign(world.api, { terms, recipients: recipients as Recipient[], creator });
    await actByApi(shared, "cancel");
    world.advance(604_801n);
    await expect(buildProposal(shared, "withdraw-unvested")).rejects.toMatchObject({
      ...{ status: 403, code: "FORBIDDEN" },
      message: expect.stringContaining(`needs the signature of ${getAddress(creator)}`),
    });
  });
});
