import { Keypair, PublicKey, SystemProgram } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post } from "@/docs/actions/examples/act";
import type { Prepared } from "@/docs/actions/examples/create-campaign";
import { multisigAccount, squadsDouble } from "@/ledger/squads-double";
import { LONG } from "@/ledger/tests/support/long";
import { proposalAccount } from "@/ledger/tests/support/squads";
import { sendPlan } from "@/lib/client/ledger/send-plan";
import { keypairSigner } from "@/lib/client/ledger/signers";
import { fetchMultisig, fetchProposal, findExecution, memberOf } from "@/lib/client/ledger/squads";
import { toLeaf, toProofBytes } from "@/lib/core/plans/answered-leaf";
import { planClaim } from "@/lib/core/plans/claim";
import { planCreateCampaign } from "@/lib/core/plans/create-campaign";
import { planCancelCampaign, planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import { planUpdateRoot } from "@/lib/core/plans/govern-campaign";
import type { SendablePlan } from "@/lib/core/plans/plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { findSquadsVaultAddress } from "@/lib/core/squads/addresses";
import { planApproval, planExecution, planProposal } from "@/lib/core/squads/plans";
import { World } from "./actions/world";

const wallet = () => Keypair.generate();
const addressOf = (key: Keypair) => key.publicKey.toBase58();
const [ada, ben, cleo, voter, stranger] = [wallet(), wallet(), wallet(), wallet(), wallet()];

/** Two of three approve; a fourth member only votes. */
const treasury = multisigAccount({
  createKey: addressOf(wallet()),
  threshold: 2,
  members: [...[ada, ben, cleo].map(addressOf), { address: addressOf(voter), permissions: ["vote"] }],
});
const slow = multisigAccount({
  ...{ createKey: addressOf(wallet()), threshold: 1, timeLock: 3_600, members: [addressOf(ada)] },
});
/** A multisig whose members changed after its fifth transaction. */
const changed = multisigAccount({
  ...{ createKey: addressOf(wallet()), threshold: 1, members: [addressOf(ada)] },
  ...{ transactionIndex: 5n, staleTransactionIndex: 5n },
});
const staleId = { multisig: changed.address, transactionIndex: 5n };

const vaultOf = (account: { address: string }) => ({ multisig: account.address, vaultIndex: 0 });
const vault = findSquadsVaultAddress(vaultOf(treasury));
const SUPPLY = 3_000_000_000n;

let world: World;
beforeAll(async () => {
  world = await World.start({
    ledgerOptions: {
      programs: [squadsDouble()],
      accounts: [treasury, slow, changed, proposalAccount(staleId, 1)],
    },
  });
  const holders = [ada, ben, cleo, voter, stranger].map(addressOf);
  for (const address of [...holders, vault, findSquadsVaultAddress(vaultOf(slow))])
    world.ledger.controls.airdrop(new PublicKey(address).toBytes(), 100_000_000_000n);
}, LONG.timeout);
afterAll(() => world.close());

/** Signs and sends a plan of a member. */
const send = (plan: SendablePlan, member: Keypair) =>
  sendPlan(plan, { ledger: world.ledger.connection, signers: [keypairSigner(member.secretKey)] });

/** Proposes a plan as the next transaction of a multisig and returns its index. */
async function propose(
  plan: Pick<SendablePlan, "instructions">,
  { by = ada, of = treasury }: { by?: Keypair; of?: { address: string } } = {},
): Promise<bigint> {
  const multisig = await fetchMultisig(world.ledger.connection, of.address);
  if (!multisig) throw new Error("There is no multisig.");
  const transactionIndex = multisig.transactionIndex + 1n;
  const known = memberOf(multisig, addressOf(by));
  const member = known ?? { address: addressOf(by), canInitiate: true, canVote: true, canExecute: true };
  await send(planProposal({ plan, vault: vaultOf(of), member, transactionIndex }), by);
  return transactionIndex;
}

const approve = (transactionIndex: bigint, by: Keypair, multisig = treasury.address) =>
  send(planApproval({ multisig, member: addressOf(by), transactionIndex }), by);

async function read(transactionIndex: bigint, multisig = treasury.address) {
  const found = await fetchProposal(world.ledger.connection, { multisig, transactionIndex });
  if (!found) throw new Error("There is no proposal.");
  return found;
}

async function execute(transactionIndex: bigint, by: Keypair, multisig = treasury.address): Promise<string> {
  const { transaction } = await read(transactionIndex, multisig);
  const { signature } = await send(planExecution({ member: addressOf(by), transaction }), by);
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

const recipientOf = (beneficiary: string, amount: bigint) => ({
  ...{ beneficiary, amount: amount.toString(), releaseType: 1 },
  ...{ startTime: (world.now - 500n).toString(), cliffTime: (world.now - 500n).toString() },
  endTime: (world.now + 500n).toString(),
});

const prepare = (body: object) => post<Prepared>(world.api, "/api/campaigns/prepare", { body });

let nextCampaignId = 0n;

/** Creates and funds a campaign as the vault, of which the vault and another wallet are recipients. */
async function createAsVault(mint: string) {
  nextCampaignId += 1n;
  const terms = { creator: vault, mint, cancellable: true, cancelAuthority: vault, pauseAuthority: null };
  const campaign = { ...terms, campaignId: nextCampaignId };
  const recipients = [recipientOf(vault, SUPPLY / 3n), recipientOf(addressOf(stranger), (SUPPLY * 2n) / 3n)];
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

async function balanceOf(mint: string): Promise<bigint> {
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
    const held = await balanceOf(mint);
    const { treeAddress, merkleRoot, leaves } = await createAsVault(mint);
    expect(held - (await balanceOf(mint))).toBeGreaterThanOrEqual(SUPPLY);
    expect(await register(treeAddress, leaves)).toMatchObject({ ok: true, verified: true });

    const { leaf, proof } = await world.get<Proof>(
      `/api/campaigns/${treeAddress}/proof?beneficiary=${vault}`,
    );
    const beforeClaim = await balanceOf(mint);
    const campaign = { treeAddress, mint };
    await actAsVault(planClaim({ ...campaign, leaf: toLeaf(leaf), proof: toProofBytes(proof) }));
    // A claim of SOL also pays the rent of the claim record.
    const slack = 5_000_000n;
    expect(await balanceOf(mint)).toBeGreaterThan(beforeClaim + SUPPLY / 6n - slack);

    const recipients = [leaves[0], recipientOf(addressOf(cleo), (SUPPLY * 2n) / 3n)];
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
    const beforeSweep = await balanceOf(mint);
    await actAsVault(planWithdrawUnvested({ ...campaign, creator: vault }));
    expect(await balanceOf(mint)).toBeGreaterThan(beforeSweep);
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
    expect((await read(index)).proposal.approved).toEqual([addressOf(ada)]);
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
    const index = await propose(transfer(findSquadsVaultAddress(vaultOf(slow))), { of: slow });
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
