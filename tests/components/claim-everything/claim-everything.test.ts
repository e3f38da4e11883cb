import { Connection, type Keypair, Transaction } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ClaimEverythingRequest, LeafClaim } from "@/components/claim-everything/claim-request";
import {
  affordablePlan,
  type ClaimPlan,
  planEverything,
} from "@/components/claim-everything/plan-everything";
import { sendClaims } from "@/components/claim-everything/send-claims";
import * as pageConnection from "@/components/network/connection";
import * as rpcCall from "@/components/network/rpc-call";
import { settleSent } from "@/components/network/send-plan";
import { ConnectionLostError } from "@/components/service/service-fetch";
import type { FeeSettings } from "@/components/shell/fee-settings";
import { setFeeSettings } from "@/components/shell/fee-settings";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { createCampaign, type Recipient } from "@/docs/actions/examples/create-campaign";
import { pause } from "@/docs/actions/examples/pause";
import { LONG } from "@/ledger/tests/support/long";
import { keypairSigner } from "@/lib/client/network/signers";
import type { ClaimsPage } from "@/lib/contract/event";
import type { ProofView } from "@/lib/contract/leaf";
import { english } from "@/lib/core/i18n/translator";
import { planClaim } from "@/lib/core/plans/claim";
import { planPause } from "@/lib/core/plans/govern-campaign";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { rentExemptMinimum } from "@/lib/core/solana/rent";
import { createCast, type Kind, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { stubLocalStorage, stubPageFetch } from "@/tests/support/browser-globals";

/** Plans, signs and sends on the local ledger, against the service's own routes. */

/** The network fails permanently at one method: at once, or after the first transaction was sent. */
const rpc = { lost: null as string | null, lostAfterSending: null as string | null };
const failingFetch: typeof fetch = async (input, init) => {
  const requested = String(init?.body);
  if (rpc.lost !== null && requested.includes(rpc.lost)) throw new ConnectionLostError("away");
  const answer = await fetch(input, init);
  if (requested.includes("sendTransaction")) rpc.lost = rpc.lostAfterSending;
  return answer;
};
async function callRpc(method: string, params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const answer = await failingFetch(world.api.rpcUrl, { method: "POST", headers, body });
  return (await answer.json()).result;
}
/** Like the connection of pages: the library turns failures into text. */
function connect() {
  const connection = new Connection(world.api.rpcUrl, {
    commitment: "confirmed",
    fetch: failingFetch,
    disableRetryOnRateLimit: true,
  });
  return new Proxy(connection, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...input: unknown[]) =>
        Promise.resolve(value.apply(target, input)).catch((error: unknown) => {
          throw String(error).includes("away") ? new ConnectionLostError("away") : error;
        });
    },
  });
}

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

let stored: Map<string, string>;
beforeEach(() => {
  Object.assign(rpc, { lost: null, lostAfterSending: null });
  stored = stubLocalStorage();
  stubPageFetch(world.api.baseUrl);
  vi.spyOn(rpcCall, "callRpc").mockImplementation(callRpc);
  vi.spyOn(pageConnection, "solanaConnection").mockImplementation(connect);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A wallet that records the transactions of each prompt. */
function getWallet(keypair: Keypair, { atOnce = true, declinesAfter = Number.POSITIVE_INFINITY } = {}) {
  const prompts: number[] = [];
  const sign = (wire: Uint8Array) => {
    const transaction = Transaction.from(wire);
    transaction.partialSign(keypair);
    return Uint8Array.from(transaction.serialize());
  };
  const account: WalletAccount = {
    ...{ address: keypair.publicKey.toBase58(), walletName: "Test wallet" },
    ...{ signsTransactions: true, chains: [], signMessage: undefined },
    signTransaction: async (wire) => {
      if (prompts.length >= declinesAfter) throw new Error("You declined the request in Test wallet.");
      prompts.push(1);
      return sign(wire);
    },
    ...(atOnce && {
      signTransactions: async (wires) => {
        prompts.push(wires.length);
        return wires.map(sign);
      },
    }),
  };
  return { account, prompts };
}

type Given = { kind?: Kind; me: Keypair; leaves?: ((now: bigint) => Partial<Recipient>)[] };

/** Creates a fully vested campaign for one wallet, with the given leaves. */
async function give({ kind = "native SOL", me, leaves = [() => ({})] }: Given) {
  const cast = await createCast(world, kind);
  const amount = SUPPLY / BigInt(leaves.length);
  const recipients = leaves.map((over) =>
    recipient({ ...cast, beneficiary: me }, { amount, start: world.now - 5_000n, over: over(world.now) }),
  );
  const treeAddress = await createCampaign(world.api, {
    ...{ terms: cast.terms, recipients, creator: cast.creator },
  });
  return { ...cast, treeAddress };
}

const getRequest = (me: Keypair, over: Partial<ClaimEverythingRequest> = {}): ClaimEverythingRequest => ({
  ...{
    address: me.publicKey.toBase58(),
    programId: DEFAULT_PROGRAM_ID,
    order: [],
    unsolicited: [],
    sponsored: [],
  },
  ...{ tokens: [], prices: {}, uncovered: 0, ...over },
});

type Over = Partial<Parameters<typeof planEverything>[0]> & { fees?: FeeSettings };
async function plan(me: Keypair, { fees, ...over }: Over = {}): Promise<ClaimPlan> {
  const simulated = await planEverything({
    t: english,
    request: getRequest(me),
    account: getWallet(me).account,
    ...{ includesUnsolicited: false, claimed: new Set<string>(), now: world.now, onPhase: () => {} },
    ...over,
  });
  return affordablePlan(english, simulated, fees ?? { choice: "none", maxLamports: 0n });
}

const sums = (claims: readonly LeafClaim[]) =>
  claims.map(({ target, amount }) => [target.treeAddress, amount] as const);
const getClaims = async (treeAddress: string) =>
  (await world.get<ClaimsPage>(`/api/campaigns/${treeAddress}/claims`)).claims;
const quiet = () => {};

test("claims all payable amounts with one prompt, in the portfolio's order", LONG, async () => {
  const me = world.wallet();
  const given = [await give({ me }), await give({ me, kind: "tokens" }), await give({ me })];
  const trees = given.map(({ treeAddress }) => treeAddress);
  const planned = await plan(me, { request: getRequest(me, { order: trees }) });
  expect(planned.transactions.length).toBeLessThan(3);
  expect(planned.transactions.flatMap(({ claims }) => sums(claims))).toEqual(
    trees.map((treeAddress) => [treeAddress, SUPPLY]),
  );
  expect(planned).toMatchObject({ leftOut: [], later: 0 });

  const { account, prompts } = getWallet(me);
  const { results, isIndexed } = await sendClaims(planned.transactions, {
    t: english,
    account,
    onPhase: quiet,
  });
  expect(prompts).toEqual([planned.transactions.length]);
  expect(isIndexed).toBe(true);
  expect(results.map(({ end }) => end)).toEqual(planned.transactions.map(() => "landed"));
  for (const { treeAddress, mint } of given) {
    expect(await getClaims(treeAddress)).toMatchObject([{ amount: SUPPLY.toString() }]);
    if (mint !== given[0]?.mint) expect(await world.balance(mint, me)).toBe(SUPPLY);
  }
  // Equals the plan's fees, rents and amounts to the lamport.
  expect(await world.balance(given[0]?.mint ?? "", me)).toBe(planned.sol.after);
  expect(stored.size).toBe(0);
  const again = await plan(me);
  expect(again.transactions).toEqual([]);
  expect(again.leftOut.map(({ reason }) => reason)).toEqual(trees.map(() => "You have claimed everything."));
});

test("packs more claims into a transaction of version 1, and pays the chosen fee in it", LONG, async () => {
  const me = world.wallet();
  const leaves = Array.from({ length: 7 }, () => () => ({}));
  const { mint } = await give({ me, kind: "tokens", leaves });
  const legacy = await plan(me);
  expect(legacy.transactions.length).toBeGreaterThan(1);
  const { transactionVersions, signTransaction } = keypairSigner(me.secretKey);
  const account: WalletAccount = {
    ...{ ...getWallet(me, { atOnce: false }).account, transactionVersions },
    signTransaction: async (wire) => signTransaction(wire),
  };
  const { transactions, fees, sol } = await plan(me, { account });
  expect(transactions).toHaveLength(1);
  setFeeSettings({ choice: "high", maxLamports: 700n });
  const { results } = await sendClaims(transactions, { t: english, account, onPhase: quiet });
  setFeeSettings({ choice: "none", maxLamports: 0n });
  expect(results).toMatchObject([{ end: "landed" }]);
  expect(await world.balance(mint, me)).toBe((SUPPLY / 7n) * 7n);
  const connection = new Connection(world.api.rpcUrl, "confirmed");
  const [result] = results;
  const signature = result && "signature" in result ? result.signature : "";
  const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 });
  expect(landed).toMatchObject({ version: 1, meta: { fee: Number(fees) + 700 } });
  expect(BigInt(await connection.getBalance(me.publicKey))).toBe(sol.after - 700n);
});

/** Sends a transaction without informing the service. */
async function sendUnseen(plan: TransactionPlan, signer: Keypair): Promise<void> {
  const connection = new Connection(world.api.rpcUrl, "confirmed");
  const transaction = unsignedTransaction(plan, await connection.getLatestBlockhash());
  transaction.sign(signer);
  await connection.sendRawTransaction(transaction.serialize());
}

function pauseUnseen({ treeAddress, authority }: Awaited<ReturnType<typeof give>>): Promise<void> {
  return sendUnseen(planPause({ treeAddress, pauseAuthority: authority.publicKey.toBase58() }), authority);
}

async function claimUnseen({ treeAddress, mint }: { treeAddress: string; mint: string }, me: Keypair) {
  const beneficiary = me.publicKey.toBase58();
  const { leaf, proof } = await world.get<ProofView>(
    `/api/campaigns/${treeAddress}/proof?beneficiary=${beneficiary}`,
  );
  await sendUnseen(planClaim({ treeAddress, mint, leaf: toLeaf(leaf), proof: toProofBytes(proof) }), me);
}

test(
  "omits claims that are impossible, with the reason, whether page, service or network finds it",
  LONG,
  async () => {
    const me = world.wallet();
    const open = await give({ me });
    const paused = await give({ me });
    await pause(world.api, paused);
    const later = await give({ me, leaves: [(now) => ({ ...soon(now + 1_000n) })] });
    const milestone = await give({ me, leaves: [() => ({ releaseType: 2, milestoneIdx: 3 })] });
    const unseen = await give({ me });
    await pauseUnseen(unseen);
    const taken = await give({ me });
    await claimUnseen(taken, me);
    const { transactions, leftOut } = await plan(me);
    expect(transactions.flatMap(({ claims }) => sums(claims))).toEqual([[open.treeAddress, SUPPLY]]);
    expect(Object.fromEntries(leftOut.map(({ target, reason }) => [target.treeAddress, reason]))).toEqual({
      [paused.treeAddress]: "Claims are paused.",
      [later.treeAddress]: "No further amount has vested yet.",
      [milestone.treeAddress]: "The creator has not released the milestone yet.",
      [unseen.treeAddress]: "On Solana, claims of this campaign are paused.",
      [taken.treeAddress]: expect.stringMatching(/no longer exists on Solana|nothing|claimed/i),
    });
  },
);

const soon = (at: bigint) => ({
  startTime: at.toString(),
  cliffTime: at.toString(),
  endTime: (at + 9n).toString(),
});

test("keeps the other claims of a transaction when the network rejects one of them", LONG, async () => {
  const me = world.wallet();
  const token = await give({ me, kind: "tokens" });
  const before = await plan(me);
  await claimUnseen(token, me);
  const other = await give({ me });
  const { transactions, leftOut } = await plan(me);
  expect(before.transactions).toHaveLength(1);
  expect(transactions.flatMap(({ claims }) => sums(claims))).toEqual([[other.treeAddress, SUPPLY]]);
  expect(leftOut).toMatchObject([{ target: { treeAddress: token.treeAddress } }]);
});

test("asks about campaigns of strangers, and omits them until the answer", LONG, async () => {
  const me = world.wallet();
  const [known, stranger] = [await give({ me }), await give({ me })];
  const request = getRequest(me, { unsolicited: [stranger.treeAddress] });
  const without = await plan(me, { request });
  expect(without.transactions.flatMap(({ claims }) => sums(claims))).toEqual([[known.treeAddress, SUPPLY]]);
  expect(without.leftOut).toMatchObject([{ target: { treeAddress: stranger.treeAddress } }]);
  const all = await plan(me, { request, includesUnsolicited: true });
  expect(all.transactions.flatMap(({ claims }) => claims)).toHaveLength(2);
});

test("warns a wallet without SOL, and claims as much as the SOL of a wallet covers", LONG, async () => {
  const poor = world.wallet(0n);
  await give({ me: poor, kind: "tokens" });
  await expect(plan(poor)).rejects.toThrow("has no SOL");
  // Enough for the record and token account of one claim, not of two; each transaction alone is affordable.
  const short = world.wallet(7_000_000n);
  for (let times = 0; times < 2; times++) {
    await give({ me: short, kind: "tokens", leaves: Array.from({ length: 8 }, () => () => ({})) });
  }
  const { transactions, leftOut, sol } = await plan(short);
  const reasons = leftOut.map(({ reason }) => reason);
  expect(reasons).toContain(
    "Your wallet has too little SOL for the transaction fee and deposits. Add SOL first.",
  );
  const { results } = await sendClaims(transactions, {
    t: english,
    account: getWallet(short).account,
    onPhase: quiet,
  });
  expect(results.length).toBeGreaterThan(1);
  expect(results.every(({ end }) => end === "landed")).toBe(true);
  // An account that several claims would create is paid for once.
  expect(await world.balance(NATIVE_MINT, short)).toBe(sol.after);
});

test("counts the chosen priority fee of each transaction against the SOL of the wallet", LONG, async () => {
  // Enough for the record, the token account and the fee, but for a few lamports of a priority fee.
  const me = world.wallet(rentExemptMinimum(0) + rentExemptMinimum(232) + rentExemptMinimum(165) + 5_100n);
  await give({ me, kind: "tokens" });
  const maxLamports = 1_000_000n;
  const none = await plan(me, { fees: { choice: "none", maxLamports } });
  const high = await plan(me, { fees: { choice: "high", maxLamports } });
  const capped = await plan(me, { fees: { choice: "high", maxLamports: 100n } });
  expect([none, high, capped].map(({ transactions }) => transactions.length)).toEqual([1, 0, 1]);
  expect(high.leftOut.map(({ reason }) => reason)).toEqual([
    "Your wallet has too little SOL for the transaction fee and deposits. Add SOL first.",
  ]);
  expect(none.sol.after - capped.sol.after).toBeGreaterThan(0n);
});

describe("an interrupted run", () => {
  /** Enough leaves for at least two transactions. */
  const many = (me: Keypair) =>
    give({ me, kind: "tokens", leaves: Array.from({ length: 8 }, () => () => ({})) });

  test(
    "sends the signed transactions when the wallet declines half-way, and skips the rest",
    LONG,
    async () => {
      const me = world.wallet();
      const { treeAddress, mint } = await many(me);
      const { transactions } = await plan(me);
      expect(transactions.length).toBeGreaterThan(1);
      const { account } = getWallet(me, { atOnce: false, declinesAfter: 1 });
      const { results } = await sendClaims(transactions, { t: english, account, onPhase: quiet });
      expect(results.map(({ end }) => end)).toEqual(["landed", ...transactions.slice(1).map(() => "unsent")]);
      const paid = (transactions[0]?.claims ?? []).reduce((sum, { amount }) => sum + amount, 0n);
      expect(await world.balance(mint, me)).toBe(paid);
      // The next plan contains the rest, without the landed transactions.
      const next = await plan(me);
      const left = next.transactions.flatMap(({ claims }) => claims.map(({ leafIndex }) => leafIndex));
      expect(left).toEqual(
        transactions.slice(1).flatMap(({ claims }) => claims.map((item) => item.leafIndex)),
      );
      expect(next.transactions[0]?.claims[0]?.target.treeAddress).toBe(treeAddress);
    },
  );

  test(
    "leaves the outcome open when the connection is lost after signing, and finds it once after a closed tab",
    LONG,
    async () => {
      const me = world.wallet();
      const { treeAddress, mint } = await many(me);
      const { transactions } = await plan(me);
      const { account } = getWallet(me);
      rpc.lostAfterSending = "getSignatureStatuses";
      const { results } = await sendClaims(transactions, { t: english, account, onPhase: quiet });
      expect(results.map(({ end }) => end)).toEqual(transactions.map(() => "unknown"));
      expect(stored.size).toBe(transactions.length);
      // No other plan is possible while an outcome is open.
      await expect(plan(me)).rejects.toThrow("the result is checked before anything else is sent");
      Object.assign(rpc, { lost: null, lostAfterSending: null });
      const next = await plan(me);
      expect(next.earlier.landed.map(({ trees }) => trees)).toEqual(transactions.map(() => [treeAddress]));
      expect(next.transactions).toEqual([]);
      expect(await getClaims(treeAddress)).toHaveLength(8);
      expect(await world.balance(mint, me)).toBe((SUPPLY / 8n) * 8n);
      expect(stored.size).toBe(0);
    },
  );

  test("finds the signed transactions of all campaigns in a claim from one of them", LONG, async () => {
    const me = world.wallet();
    const { treeAddress } = await many(me);
    const { transactions } = await plan(me);
    rpc.lostAfterSending = "getSignatureStatuses";
    await sendClaims(transactions, { t: english, account: getWallet(me).account, onPhase: quiet });
    Object.assign(rpc, { lost: null, lostAfterSending: null });
    const intent = { signer: me.publicKey.toBase58(), treeAddress, what: "claim" };
    expect(await settleSent({ intent, onPhase: quiet })).toMatchObject({ isIndexed: true });
    expect(stored.size).toBe(0);
    expect(await getClaims(treeAddress)).toHaveLength(8);
  });

  test("reports a transaction that expired, and signs it again alone", LONG, async () => {
    const me = world.wallet();
    const { mint } = await many(me);
    const { transactions } = await plan(me);
    const { account } = getWallet(me);
    const slow: WalletAccount = {
      ...account,
      signTransactions: async (wires) => {
        const signed = (await account.signTransactions?.(wires)) ?? [];
        world.ledger.controls.advanceSlots(400);
        return signed;
      },
    };
    const { results } = await sendClaims(transactions, { t: english, account: slow, onPhase: quiet });
    expect(results.map((item) => item.end)).toEqual(transactions.map(() => "failed"));
    expect(results[0]).toMatchObject({
      reason: expect.stringContaining("did not process the transaction in time"),
    });
    expect(await world.balance(mint, me)).toBe(0n);
    expect(stored.size).toBe(0);
    const next = await plan(me);
    const done = await sendClaims(next.transactions, { t: english, account, onPhase: quiet });
    expect(done.results.every(({ end }) => end === "landed")).toBe(true);
    expect(await world.balance(mint, me)).toBe((SUPPLY / 8n) * 8n);
  });
});
