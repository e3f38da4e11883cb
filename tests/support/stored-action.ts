import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { Transaction } from "@solana/web3.js";
import { expect, test } from "vitest";
import type { campaigns } from "@/db/schema";
import { buildTree } from "@/lib/core/merkle/tree";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import type { BuiltTransaction } from "@/lib/core/views/operations";
import type { Chain } from "@/lib/service/chain/chain";
import type { RouteHandler } from "@/lib/service/http/route";
import type { Services } from "@/lib/service/services";
import { listedAccounts } from "@/tests/lib/service/actions/account-lists";
import { type CallResult, call, createWallet, signIn, type Wallet } from "./http";
import { addCampaign, addLeaf, addRootVersion } from "./rows";

/** What every action test starts from: a campaign that nothing stands in the way of. */
export const NOW = 1_800_000_000n;
export const MINT = "LbUiWL3xVV8hTFYBVdbTNrpDo41NKS6o3LHHuDzjfcY";

export const creator = createWallet(new Uint8Array(32).fill(1));
export const authority = createWallet(new Uint8Array(32).fill(2));
export const stranger = createWallet(new Uint8Array(32).fill(3));
export const beneficiary = createWallet(new Uint8Array(32).fill(4));

export const LEAF: Leaf = {
  leafIndex: 0,
  beneficiary: beneficiary.address,
  amount: 1_000n,
  releaseType: ReleaseType.Linear,
  startTime: NOW - 100n,
  cliffTime: NOW + 100n,
  endTime: NOW + 1_000n,
  milestoneIdx: 0,
};

let campaignId = 0n;

type CampaignValues = Partial<typeof campaigns.$inferInsert>;

/** Stores a cancellable campaign of `leafCount` leaves under its derived address, with its first root version. */
export async function storeCampaign(
  db: Services["db"],
  over: CampaignValues & { leaves?: Partial<Leaf>[] } = {},
) {
  const { leaves: given = [{}], ...row } = over;
  const leaves = given.map((leaf, leafIndex) => ({ ...LEAF, ...leaf, leafIndex }));
  const mint = row.mint ?? MINT;
  campaignId += 1n;
  const { root } = await buildTree(leaves);
  const campaign = await addCampaign(db, {
    treeAddress: findVestingTreeAddress({ creator: creator.address, mint, campaignId }).address,
    creator: creator.address,
    mint,
    campaignId,
    merkleRoot: root,
    leafCount: leaves.length,
    totalSupply: leaves.reduce((sum, { amount }) => sum + amount, 0n),
    cancellable: true,
    cancelAuthority: authority.address,
    minCliffTime: NOW + 100n,
    ...row,
  });
  const version = { campaignId: campaign.id, merkleRoot: root, leafCount: leaves.length };
  const { id: rootVersionId } = await addRootVersion(db, version);
  for (const leaf of leaves) await addLeaf(db, { rootVersionId, ...leaf });
  return campaign;
}

/** A ledger that knows only `answers`; anything else that is asked of it fails the test. */
export const chainOf = (answers: Partial<Chain> = {}): Chain =>
  new Proxy({} as Chain, {
    get: (_, method) => {
      const answer: unknown = Reflect.get(answers, method);
      if (answer === undefined) throw new Error(`The ledger was asked ${String(method)}.`);
      return answer;
    },
  });

/** A refused action must not get as far as a blockhash. */
export const untouchedChain = chainOf();

export const RECENT = {
  blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N",
  lastValidBlockHeight: 321,
};

export const latestBlockhash: Chain["getLatestBlockhash"] = async () => ({
  slot: 1n,
  blockhash: RECENT.blockhash,
  lastValidBlockHeight: BigInt(RECENT.lastValidBlockHeight),
});

/** What building without a simulation asks of the ledger, and no more. */
export const blockhashOnly = chainOf({ getLatestBlockhash: latestBlockhash });

export type ActionTarget = { handler: RouteHandler; path: string; params?: Record<string, string> };

/** Posts an action as `wallet`, with a fresh nonce. */
export async function act<T = Record<string, unknown>>(
  { handler, path, params }: ActionTarget,
  of: {
    services: Services;
    treeAddress: string;
    wallet?: Wallet;
    body?: unknown;
    query?: Record<string, string>;
    params?: Record<string, string>;
  },
): Promise<CallResult<T>> {
  const { services, treeAddress, wallet = authority, ...request } = of;
  return call<T>(handler, {
    path,
    method: "POST",
    ...request,
    headers: await signIn(wallet, services),
    params: { treeAddress, ...params, ...of.params },
  });
}

/**
 * That web3.js and @solana/kit both read an answered transaction as what the answer says: unsigned, by the listed
 * signers, with the instruction's accounts as the program's interface lists them.
 */
export function expectSound(built: BuiltTransaction): void {
  const bytes = Buffer.from(built.transaction, "base64");
  const read = Transaction.from(bytes);
  const instruction = read.instructions.at(-1);
  const accounts = Object.values(built.accounts);
  expect(Object.keys(built.accounts)).toEqual(listedAccounts(built.instruction).map(({ name }) => name));
  expect(instruction?.keys.map(({ pubkey }) => pubkey.toBase58())).toEqual(accounts);
  expect(read.feePayer?.toBase58()).toBe(built.feePayer);
  expect(read.signatures.map(({ publicKey }) => publicKey.toBase58())).toEqual(built.signers);
  expect(read.signatures.every(({ signature }) => signature === null)).toBe(true);

  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version !== "legacy") throw new Error(`The message is of version ${message.version}.`);
  expect(message.lifetimeToken).toBe(built.blockhash);
  expect(Object.keys(signatures)).toEqual(built.signers);
  const indices = message.instructions.at(-1)?.accountIndices ?? [];
  expect(indices.map((index) => message.staticAccounts[index])).toEqual(accounts);
}

/** Tests that a route builds nothing for anyone but the campaign's cancel authority. */
export function refusesStrangers(
  target: ActionTarget,
  services: () => Services,
  leaves?: Partial<Leaf>[],
): void {
  const { handler, path } = target;

  test("401 without a signature, and for a nonce that was used before", async () => {
    const { treeAddress } = await storeCampaign(services().db, { leaves });
    const params = { treeAddress, ...target.params };
    expect((await call(handler, { path, method: "POST", params })).status).toBe(401);
    const headers = await signIn(stranger, services());
    expect((await call(handler, { path, method: "POST", params, headers })).status).toBe(403);
    const replayed = await call(handler, { path, method: "POST", params, headers });
    expect(replayed).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
  });

  test("404 for an unknown campaign, 400 for what is no address", async () => {
    const unknown = await act(target, { services: services(), treeAddress: stranger.address });
    expect(unknown).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    const malformed = await act(target, { services: services(), treeAddress: "not-an-address" });
    expect(malformed).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  test("403 for a stranger, the creator, a beneficiary and another campaign's authority", async () => {
    const { treeAddress } = await storeCampaign(services().db, { leaves });
    await storeCampaign(services().db, { leaves, cancelAuthority: stranger.address });
    for (const wallet of [stranger, creator, beneficiary]) {
      const refused = await act(target, { services: services(), treeAddress, wallet });
      expect(refused).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
  });

  test("403 for everyone when the campaign has no cancel authority", async () => {
    const { treeAddress } = await storeCampaign(services().db, {
      leaves,
      cancelAuthority: null,
      cancellable: false,
    });
    for (const wallet of [authority, creator, createWallet()]) {
      const refused = await act(target, { services: services(), treeAddress, wallet });
      expect(refused).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
    }
  });
}
