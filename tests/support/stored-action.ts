import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from "@solana/kit";
import { Transaction } from "@solana/web3.js";
import { beforeAll, expect, test } from "vitest";
import type { campaigns } from "@/db/schema";
import type { BuiltTransaction } from "@/lib/contract/operations";
import { buildTree } from "@/lib/core/merkle/tree";
import { findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import type { Chain } from "@/lib/service/chain/chain";
import type { RouteHandler } from "@/lib/service/http/route";
import type { Services } from "@/lib/service/services";
import { listedAccounts } from "@/tests/lib/service/actions/account-lists";
import { openTestDatabase } from "./database";
import { type CallResult, call, createWallet, signIn, startServices, type Wallet } from "./http";
import { addCampaign, addLeaf, addRootVersion } from "./rows";

/** Every action test starts with a campaign that allows the action. */
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
  const { leaves: item = [{}], ...row } = over;
  const leaves = item.map((leaf, leafIndex) => ({ ...LEAF, ...leaf, leafIndex }));
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
    verified: true,
    ...row,
  });
  const version = { campaignId: campaign.id, merkleRoot: root, leafCount: leaves.length };
  const { id: rootVersionId } = await addRootVersion(db, version);
  for (const leaf of leaves) await addLeaf(db, { rootVersionId, ...leaf });
  return campaign;
}

/** Returns a stub chain client with only `answers`; any other call fails the test. */
export const getChain = (answers: Partial<Chain> = {}): Chain =>
  new Proxy({} as Chain, {
    get: (_, method) => {
      const answer: unknown = Reflect.get(answers, method);
      if (answer === undefined) throw new Error(`The ledger was asked ${String(method)}.`);
      return answer;
    },
  });

export const RECENT = {
  blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N",
  lastValidBlockHeight: 321,
};

export const latestBlockhash: Chain["getLatestBlockhash"] = async () => ({
  slot: 1n,
  blockhash: RECENT.blockhash,
  lastValidBlockHeight: BigInt(RECENT.lastValidBlockHeight),
});

/**
 * Asserts that web3.js and @solana/kit both read a returned transaction as the response states: unsigned,
 * with the listed signers, and with the accounts of the program's interface.
 */
function expectSound(built: BuiltTransaction): void {
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

export type ActionTarget = { handler: RouteHandler; path: string; params?: Record<string, string> };

type ActionRequest = {
  wallet?: Wallet;
  body?: unknown;
  query?: Record<string, string>;
  params?: Record<string, string>;
};

/** Calls an action's route in the tests of the calling file, on a separate database. */
class ActionRoute {
  private readonly database = openTestDatabase();
  /** The services with the chain client of the last `start`. */
  services = {} as Services;

  constructor(private readonly target: ActionTarget) {}

  /** Connects a chain client; by default one that returns a blockhash, which is all that building needs. */
  start(chain: Services["chain"] = getChain({ getLatestBlockhash: latestBlockhash })): void {
    this.services = startServices({ db: this.database.db, chain, now: () => NOW });
  }

  store(over?: Parameters<typeof storeCampaign>[1]) {
    return storeCampaign(this.database.db, over);
  }

  /** Posts the action as its cancel authority or another wallet, with a fresh nonce. */
  async post<T = Record<string, unknown>>(
    treeAddress: string,
    request: ActionRequest = {},
  ): Promise<CallResult<T>> {
    const { wallet = authority, params, ...rest } = request;
    return call<T>(this.target.handler, {
      path: this.target.path,
      method: "POST",
      ...rest,
      headers: await signIn(wallet, this.services),
      params: { treeAddress, ...this.target.params, ...params },
    });
  }

  /** Returns the transaction in the route's response, after checking it. */
  async build(treeAddress: string, request: ActionRequest = {}): Promise<BuiltTransaction> {
    const { status, body } = await this.post<BuiltTransaction>(treeAddress, request);
    expect(status).toBe(200);
    expectSound(body);
    return body;
  }

  async expectRefused(
    treeAddress: string,
    as: { status?: number; code?: string; details?: object[]; request?: ActionRequest },
  ): Promise<void> {
    const { status = 400, request, ...body } = as;
    expect(await this.post(treeAddress, request)).toMatchObject({ status, body });
  }

  /**
   * Tests that the route builds nothing for anyone but the campaign's cancel authority, nor where the program
   * would refuse.
   */
  refuses(
    cases: readonly [code: string, over: Parameters<typeof storeCampaign>[1]][],
    leaves?: Partial<Leaf>[],
  ): void {
    beforeAll(() => this.start(getChain()));

    test("returns 401 without a signature, and for a used nonce", async () => {
      const { handler, path } = this.target;
      const { treeAddress } = await this.store({ leaves });
      const params = { treeAddress, ...this.target.params };
      expect((await call(handler, { path, method: "POST", params })).status).toBe(401);
      const headers = await signIn(stranger, this.services);
      expect((await call(handler, { path, method: "POST", params, headers })).status).toBe(403);
      const replayed = await call(handler, { path, method: "POST", params, headers });
      expect(replayed).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
    });

    test("returns 404 for an unknown campaign, 400 for an invalid address", async () => {
      await this.expectRefused(stranger.address, { status: 404, code: "NOT_FOUND" });
      await this.expectRefused("not-an-address", { code: "VALIDATION_ERROR" });
    });

    const forbidden = { status: 403, code: "FORBIDDEN" };

    test("returns 403 for a stranger, the creator, a beneficiary and another campaign's authority", async () => {
      const { treeAddress } = await this.store({ leaves });
      await this.store({ leaves, cancelAuthority: stranger.address });
      for (const wallet of [stranger, creator, beneficiary])
        await this.expectRefused(treeAddress, { ...forbidden, request: { wallet } });
    });

    test("returns 403 for everyone when the campaign has no cancel authority", async () => {
      const { treeAddress } = await this.store({ leaves, cancelAuthority: null, cancellable: false });
      for (const wallet of [authority, creator, createWallet()])
        await this.expectRefused(treeAddress, { ...forbidden, request: { wallet } });
    });

    test.each(cases)("returns %s for %o", async (code, over) => {
      const { treeAddress } = await this.store({ leaves, ...over });
      await this.expectRefused(treeAddress, { code });
    });
  }
}

export const openAction = (target: ActionTarget) => new ActionRoute(target);
