import { Connection, Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as claimRequest from "@/components/claim-everything/claim-request";
import { affordablePlan, planEverything } from "@/components/claim-everything/plan-everything";
import { sendClaims } from "@/components/claim-everything/send-claims";
import type { WalletAccount } from "@/components/wallet/wallet-store";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { keypairSigner } from "@/lib/client/network/signers";
import { english } from "@/lib/core/i18n/translator";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { rentExemptMinimum } from "@/lib/core/solana/rent";
import { readPortfolio } from "@/lib/service/pages/beneficiary";
import { createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { stubLocalStorage, stubPageFetch } from "@/tests/support/browser-globals";
import { connectPages } from "@/tests/support/page-ledger";
import { writeKeyFile } from "@/tests/support/sponsor";

/** Claims from several campaigns, some of them sponsored, on the local ledger and against the service's routes. */

const FEE = 5_000n;
const RECORD_RENT = rentExemptMinimum(232);
const TOKEN_RENT = rentExemptMinimum(165);
const [sponsor, creator] = [Keypair.generate(), Keypair.generate()];
let world: World;
connectPages(() => world.api.rpcUrl);
beforeAll(async () => {
  world = await World.start({
    settings: {
      SPONSOR_KEY_FILE: writeKeyFile(sponsor),
      SPONSOR_CAMPAIGNS: creator.publicKey.toBase58(),
      SPONSOR_WALLET_CLAIMS: "2",
    },
  });
  for (const key of [sponsor, creator])
    world.ledger.controls.airdrop(key.publicKey.toBytes(), 100n * 10n ** 9n);
}, LONG.timeout);
afterAll(() => world.close());

beforeEach(() => {
  stubLocalStorage();
  stubPageFetch(world.api.baseUrl);
});
afterEach(() => vi.unstubAllGlobals());

function getAccount(key: Keypair, over: Partial<WalletAccount> = {}): WalletAccount {
  const { signTransaction } = keypairSigner(key.secretKey);
  return {
    ...{ address: key.publicKey.toBase58(), walletName: "Test wallet", signsTransactions: true },
    ...{ chains: [], signMessage: undefined, transactionVersions: ["legacy", 0] },
    signTransaction: async (wire) => signTransaction(wire),
    ...over,
  };
}

/** Creates a vested token campaign for a wallet, by the sponsored creator or another one. */
async function give(me: Keypair, { isSponsored = true } = {}) {
  const { terms, ...cast } = await createCast(world, "tokens");
  const by = isSponsored ? creator : cast.creator;
  const mint = await world.fundedMint("tokens", by, SUPPLY);
  const recipients = [
    recipient({ ...cast, beneficiary: me, terms, mint }, { amount: SUPPLY, start: world.now - 5_000n }),
  ];
  const ours = { ...terms, mint, creator: by.publicKey.toBase58() };
  const treeAddress = await createCampaign(world.api, { terms: ours, recipients, creator: by });
  return { mint, treeAddress };
}

/** Plans with the request of the portfolio's page. */
async function plan(me: Keypair, { account = getAccount(me), withoutSponsor = false } = {}) {
  const { claimable } = await readPortfolio(account.address, 1);
  const request: claimRequest.ClaimEverythingRequest = {
    ...claimable,
    address: account.address,
    programId: DEFAULT_PROGRAM_ID,
  };
  const simulated = await planEverything({
    ...{ t: english, request, account, includesUnsolicited: true, claimed: new Set<string>() },
    ...{ now: world.now, withoutSponsor, onPhase: () => {} },
  });
  return affordablePlan(english, simulated, { choice: "none", maxLamports: 0n });
}

const send = (transactions: Awaited<ReturnType<typeof plan>>["transactions"], account: WalletAccount) =>
  sendClaims(transactions, { t: english, account, onPhase: () => {} });

const getLamports = async (key: Keypair) =>
  BigInt(await new Connection(world.api.rpcUrl, "confirmed").getBalance(key.publicKey));

test(
  "the sponsor pays one transaction per campaign, and the wallet the others, to the lamport",
  LONG,
  async () => {
    const me = world.wallet();
    const given = [await give(me), await give(me, { isSponsored: false }), await give(me)];
    const planned = await plan(me);
    expect(planned.transactions.map(({ isSponsored }) => isSponsored)).toEqual([true, true, false]);
    expect(planned.transactions.map(({ claims }) => claims.length)).toEqual([1, 1, 1]);
    expect(planned.fees).toBe(FEE);
    expect(planned.rents).toEqual({ records: 3n * RECORD_RENT, tokenAccounts: 3n * TOKEN_RENT });
    const sponsorsBefore = await getLamports(sponsor);
    const { results, isRefused } = await send(planned.transactions, getAccount(me));
    expect(isRefused).toBe(false);
    expect(results.map(({ end }) => end)).toEqual(["landed", "landed", "landed"]);
    for (const { mint } of given) expect(await world.balance(mint, me)).toBe(SUPPLY);
    expect(await getLamports(me)).toBe(planned.sol.after);
    expect(sponsorsBefore - (await getLamports(sponsor))).toBe(2n * 2n * FEE);
  },
);

test(
  "a wallet with only its deposits claims from sponsored campaigns, and learns why others are left out",
  LONG,
  async () => {
    const me = world.wallet(rentExemptMinimum(0) + RECORD_RENT + TOKEN_RENT);
    const sponsored = await give(me);
    const other = await give(me, { isSponsored: false });
    const { transactions, leftOut } = await plan(me);
    expect(transactions.map(({ isSponsored }) => isSponsored)).toEqual([true]);
    expect(leftOut.map(({ target }) => target.treeAddress)).toEqual([other.treeAddress]);
    expect(await send(transactions, getAccount(me))).toMatchObject({ results: [{ end: "landed" }] });
    expect(await world.balance(sponsored.mint, me)).toBe(SUPPLY);
  },
);

test(
  "a wallet whose only SOL is the deposits keeps none, and claims from a sponsored campaign",
  LONG,
  async () => {
    const me = world.wallet(RECORD_RENT + TOKEN_RENT);
    const { mint } = await give(me);
    const { transactions, leftOut, sol } = await plan(me);
    expect(leftOut).toEqual([]);
    expect(sol.after).toBe(0n);
    expect(await send(transactions, getAccount(me))).toMatchObject({ results: [{ end: "landed" }] });
    expect(await world.balance(mint, me)).toBe(SUPPLY);
  },
);

test("sponsored and own transactions share the limit of one run", LONG, async () => {
  const me = world.wallet();
  await give(me);
  await give(me, { isSponsored: false });
  vi.spyOn(claimRequest as { MAX_TRANSACTIONS: number }, "MAX_TRANSACTIONS", "get").mockReturnValue(1);
  const { transactions, later } = await plan(me);
  expect(transactions.map(({ isSponsored }) => isSponsored)).toEqual([true]);
  expect(later).toBe(1);
});

test("claims beyond the quota are not sent, and the next plan has the wallet pay them", LONG, async () => {
  const me = world.wallet();
  const given = [await give(me), await give(me), await give(me)];
  const first = await plan(me);
  expect(first.transactions.map(({ isSponsored }) => isSponsored)).toEqual([true, true, true]);
  const { results, isRefused } = await send(first.transactions, getAccount(me));
  expect(isRefused).toBe(true);
  expect(results.map(({ end }) => end).toSorted()).toEqual(["landed", "landed", "unsent"]);
  expect(results.find(({ end }) => end === "unsent")).toMatchObject({
    reason: expect.stringContaining("The team cannot pay the fee now. Nothing was sent."),
  });
  const second = await plan(me, { withoutSponsor: true });
  expect(second.transactions.map(({ isSponsored }) => isSponsored)).toEqual([false]);
  expect(second.fees).toBe(FEE);
  expect((await send(second.transactions, getAccount(me))).results).toMatchObject([{ end: "landed" }]);
  for (const { mint } of given) expect(await world.balance(mint, me)).toBe(SUPPLY);
});

test("sends nothing if the wallet changes a sponsored transaction", LONG, async () => {
  const me = world.wallet();
  const { mint } = await give(me);
  const { transactions } = await plan(me);
  const account = getAccount(me, {
    signTransaction: async (wire) => {
      const changed = Uint8Array.from(wire);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      return changed;
    },
  });
  await expect(send(transactions, account)).rejects.toThrow("The team cannot pay the fee now");
  expect(await world.balance(mint, me)).toBe(0n);
});

test("an offline signer and a multisig's vault pay themselves", LONG, async () => {
  const me = world.wallet();
  await give(me);
  const account = getAccount(me, { signPlan: async () => ({ landed: "" }) });
  const { transactions } = await plan(me, { account });
  expect(transactions.map(({ isSponsored }) => isSponsored)).toEqual([false]);
});
