import { Connection, Keypair } from "@solana/web3.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionRequest } from "@/components/actions/action-request";
import { CampaignChangedError } from "@/components/actions/chain-state";
import { type PreparedAction, prepareAction, requireUnchanged } from "@/components/actions/prepare-action";
import { SponsorRefusedError, signSponsoredClaim } from "@/components/network/sponsored-claim";
import type { SignedOffline, WalletAccount } from "@/components/wallet/wallet-store";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { LONG } from "@/ledger/tests/support/long";
import { keypairSigner } from "@/lib/client/network/signers";
import { english } from "@/lib/core/i18n/translator";
import { readTransaction } from "@/lib/core/solana/transaction/wire-transaction";
import { readCampaignPage } from "@/lib/service/pages/campaign-page";
import { createCast, recipient, SUPPLY, World } from "@/tests/scenarios/actions/harness";
import { stubPageFetch } from "@/tests/support/browser-globals";
import { connectPages } from "@/tests/support/page-ledger";
import { writeKeyFile } from "@/tests/support/sponsor";

/** Prepares and signs claims as the claim page does, against the service's routes and the local ledger. */

const [sponsor, creator] = [Keypair.generate(), Keypair.generate()];
let world: World;
connectPages(() => world.api.rpcUrl);
beforeAll(async () => {
  world = await World.start({
    settings: {
      SPONSOR_KEY_FILE: writeKeyFile(sponsor),
      SPONSOR_CAMPAIGNS: creator.publicKey.toBase58(),
      SPONSOR_WALLET_CLAIMS: "1",
      PRIORITY_FEE: "low",
    },
  });
  for (const key of [sponsor, creator])
    world.ledger.controls.airdrop(key.publicKey.toBytes(), 100n * 10n ** 9n);
}, LONG.timeout);
afterAll(() => world.close());

beforeEach(() => {
  stubPageFetch(world.api.baseUrl);
});
afterEach(() => vi.unstubAllGlobals());

function getAccount(key: Keypair, sign?: WalletAccount["signTransaction"]): WalletAccount {
  const { signTransaction } = keypairSigner(key.secretKey);
  return {
    ...{ address: key.publicKey.toBase58(), walletName: "Test wallet", signsTransactions: true },
    ...{ chains: [], signMessage: undefined, transactionVersions: ["legacy", 0, 1] },
    signTransaction: sign ?? (async (wire) => signTransaction(wire)),
  };
}

async function started(wallet?: Keypair) {
  const { terms, ...others } = await createCast(world, "tokens");
  const cast = { ...others, beneficiary: wallet ?? others.beneficiary };
  const mint = await world.fundedMint("tokens", creator, SUPPLY);
  const ours = { ...terms, mint, creator: creator.publicKey.toBase58() };
  const recipients = [recipient({ ...cast, terms, mint }, { amount: SUPPLY, start: world.now - 5_000n })];
  const treeAddress = await createCampaign(world.api, { terms: ours, recipients, creator });
  const page = await readCampaignPage(treeAddress);
  if (!page?.onlyLeaf) throw new Error("The campaign has no page.");
  const request: ActionRequest = {
    ...{ kind: "claim", campaign: page.action, leaves: [page.onlyLeaf] },
    ...{ claimable: SUPPLY.toString(), stillToCome: "0" },
  };
  return { request, treeAddress, mint, wallet: cast.beneficiary };
}

const prepare = (
  request: ActionRequest,
  account: WalletAccount,
  withoutSponsor = false,
): Promise<PreparedAction> => prepareAction(request, { t: english, account, now: world.now, withoutSponsor });

type Claim = { prepared: PreparedAction; account: WalletAccount; treeAddress: string };

function sign({ prepared, account, treeAddress }: Claim): Promise<SignedOffline> {
  const [plan] = prepared.plans;
  if (!plan) throw new Error("Nothing to sign.");
  return signSponsoredClaim(plan, { account, treeAddress, supported: prepared.supported, t: english });
}

describe("the claim of a sponsored campaign", LONG, () => {
  test("is prepared with the sponsor as fee payer, signed by both, and lands", async () => {
    const { request, treeAddress, mint, wallet } = await started();
    expect(request.campaign.isSponsored).toBe(true);
    const account = getAccount(wallet);
    const prepared = await prepare(request, account);
    expect(prepared).toMatchObject({ isSponsored: true, request: { sponsor: "fee" } });
    expect(prepared.plans.map(({ feePayer }) => feePayer)).toEqual([sponsor.publicKey.toBase58()]);
    const answer = await sign({ prepared, account, treeAddress });
    if (!("signed" in answer)) throw new Error("The claim was not signed here.");
    expect(readTransaction(answer.signed).requiredSignatures).toBe(2);
    const connection = new Connection(world.api.rpcUrl, "confirmed");
    await connection.sendRawTransaction(answer.signed);
    expect(await world.balance(mint, wallet)).toBe(SUPPLY);
  });

  test("is prepared without the sponsor, with a notice, once the budget is used up", async () => {
    const { wallet, ...first } = await started();
    const account = getAccount(wallet);
    await sign({ ...first, prepared: await prepare(first.request, account), account });
    const { request } = await started(wallet);
    const self = wallet.publicKey.toBase58();
    for (const prepared of [await prepare(request, account), await prepare(request, account, true)]) {
      expect(prepared).toMatchObject({ isSponsored: false, request: { sponsor: "none" } });
      expect(prepared.plans.map(({ feePayer }) => feePayer)).toEqual([self]);
    }
  });

  test("is not signed after its fee payer has changed since it was shown", async () => {
    const { request, wallet } = await started();
    const account = getAccount(wallet);
    const shown = await prepare(request, account);
    const preparing = { t: english, account, now: world.now };
    await requireUnchanged(request, shown, preparing);
    const changed = requireUnchanged(request, shown, { ...preparing, withoutSponsor: true });
    await expect(changed).rejects.toThrow(CampaignChangedError);
  });

  test("is prepared with the sponsor again while the wallet can still send the signed transaction", async () => {
    const { request, treeAddress, wallet } = await started();
    const account = getAccount(wallet);
    const prepared = await prepare(request, account);
    const signed = await sign({ prepared, account, treeAddress });
    const again = await prepare(request, account);
    expect(again).toMatchObject({ isSponsored: true });
    expect(await sign({ prepared: again, account, treeAddress })).toEqual(signed);
  });

  test("is prepared without the sponsor for an offline signer", async () => {
    const { request, wallet } = await started();
    const account = { ...getAccount(wallet), signPlan: async () => ({ landed: "" }) };
    expect(await prepare(request, account)).toMatchObject({ isSponsored: false });
  });

  test("is not sent if the wallet changes the transaction, or the service builds another one", async () => {
    const { request, treeAddress, wallet } = await started();
    const changing = getAccount(wallet, async (wire) => {
      const changed = Uint8Array.from(wire);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      return changed;
    });
    const prepared = await prepare(request, changing);
    const refused = { prepared, account: changing, treeAddress };
    await expect(sign(refused)).rejects.toThrow(SponsorRefusedError);
    const other = await started();
    const signing = vi.fn(async (wire: Uint8Array) => wire);
    const foreign = { prepared, account: getAccount(other.wallet, signing), treeAddress: other.treeAddress };
    await expect(sign(foreign)).rejects.toThrow(SponsorRefusedError);
    expect(signing).not.toHaveBeenCalled();
  });
});
