import type { AccountsOf } from "@/lib/core/solana/instructions";
import { findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { getAddress } from "../../support/svm";
import type { Campaign } from "../campaign";
import { AMOUNT, DAY, ok, START } from "../campaign-plan";
import {
  AFTER_END,
  at,
  CLIFF,
  HALFWAY,
  ofSol,
  ofTokens,
  type Refusal,
  refusedAfter,
  refusing,
  runFixed,
  runStream,
} from "./refusal";

/** Sets a vault's balance, beyond the limits of minting. */
function setBalance(campaign: Campaign, amount: bigint): void {
  const vault = campaign.vault ?? "";
  const account = campaign.svm.account(vault);
  if (!account) throw new RangeError("The campaign has no vault.");
  new DataView(account.data.buffer).setBigUint64(64, amount, true);
  campaign.svm.setAccount(vault, account);
}

/** Creates a campaign that holds `amount` and owes leaf 0 in full. */
async function underfunded(campaign: Campaign, amount: bigint): Promise<void> {
  await campaign.plan([CLIFF, { who: 1 }]);
  ok(campaign.create());
  if (amount > 0n) ok(campaign.fund(amount));
  campaign.svm.now = AFTER_END;
}

const overclaiming = refusing("claim", () => undefined);

const badMoney: Refusal[] = [
  refusedAfter("claim", "InsufficientVault", "the campaign was never funded", (campaign) =>
    underfunded(campaign, 0n),
  ),
  refusedAfter(
    "claim",
    "InsufficientVault",
    "it holds one base unit less, whatever its tree's rent",
    (campaign) => underfunded(campaign, AMOUNT - 1n),
  ),
  overclaiming("OverClaim", "the leaves add up to more than the supply", async (campaign) => {
    await campaign.plan([CLIFF, { ...CLIFF, amount: 3n * AMOUNT }]);
    ok(campaign.create({ args: { totalSupply: 2n * AMOUNT } }));
    ok(campaign.fund(2n * AMOUNT));
    campaign.svm.now = AFTER_END;
    ok(campaign.claim(0));
    campaign.donate(2n * AMOUNT);
    return campaign.claim(1);
  }),
  ofTokens(
    overclaiming("Overflow", "the sum of all claims does not fit 64 bits", async (campaign) => {
      const supply = 2n ** 64n - 1n;
      await campaign.plan([CLIFF, { ...CLIFF, amount: supply }]);
      ok(campaign.create({ args: { totalSupply: supply } }));
      ok(campaign.fund(AMOUNT));
      campaign.svm.now = AFTER_END;
      ok(campaign.claim(0));
      setBalance(campaign, supply);
      return campaign.claim(1);
    }),
  ),
  refusing(
    "claim",
    at(AFTER_END, (campaign) => runFixed(campaign, [...Array(9).fill(CLIFF), { who: 1 }])),
  )("PerLeafCapExceeded", "it would be the beneficiary's ninth cliff or linear leaf", (campaign) => {
    for (let leaf = 0; leaf < 8; leaf++) ok(campaign.claim(leaf));
    return campaign.claim(8);
  }),
];

const claimingHalfway = refusing("claim", at(HALFWAY));

/** Claims leaf 0 of a running token campaign halfway through with other accounts. */
const withAccounts = (
  error: string,
  because: string,
  accounts: (campaign: Campaign) => Partial<AccountsOf<"claim">>,
) =>
  ofTokens(
    claimingHalfway(error, because, (campaign) => campaign.claim(0, { accounts: accounts(campaign) })),
  );

const otherRecord = (campaign: Campaign) => ({ claimRecord: campaign.recordAddress(1) });

const badAccounts: Refusal[] = [
  withAccounts("ConstraintSeeds", "the vault authority is a wallet", (campaign) => ({
    vaultAuthority: getAddress(campaign.stranger),
  })),
  withAccounts("ConstraintSeeds", "the vault authority is another campaign's", (campaign) => ({
    vaultAuthority: findVaultAuthorityAddress({ treeAddress: getAddress(campaign.stranger) }).address,
  })),
  withAccounts("WrongVault", "the vault is the creator's own account", (campaign) => ({
    vault: campaign.creatorAta,
  })),
  withAccounts("ConstraintTokenMint", "the mint is not the payee's account's", (campaign) => {
    campaign.svm.mintTo(campaign.mint, campaign.address(), 0n);
    return { mint: campaign.svm.mint() };
  }),
  withAccounts("MintMismatch", "mint and payee's account are another's", (campaign) => {
    const mint = campaign.svm.mint();
    return { mint, beneficiaryAta: campaign.svm.mintTo(mint, campaign.address(), 0n) };
  }),
  withAccounts("ConstraintTokenOwner", "the payee's account is somebody else's", (campaign) => ({
    beneficiaryAta: campaign.svm.mintTo(campaign.mint, campaign.address(1), 0n),
  })),
  withAccounts("AccountNotAssociatedTokenAccount", "the payee's account is not the usual one", (campaign) => {
    const genuine = campaign.svm.account(campaign.svm.mintTo(campaign.mint, campaign.address(), 0n));
    const beneficiaryAta = getAddress(campaign.svm.wallet(0n));
    if (genuine) campaign.svm.setAccount(beneficiaryAta, genuine);
    return { beneficiaryAta };
  }),
  ...(["mint", "tokenProgram", "associatedTokenProgram"] as const).map((name) =>
    withAccounts("ConstraintAccountIsNone", `${name} is left out of a campaign of tokens`, () => ({
      [name]: null,
    })),
  ),
  ...(["vaultAuthority", "vault"] as const).map((name) =>
    withAccounts("WrongVault", `${name} is left out of a campaign of tokens`, () => ({ [name]: null })),
  ),
  withAccounts("MintMismatch", "beneficiaryAta is left out of a campaign of tokens", () => ({
    beneficiaryAta: null,
  })),
  withAccounts("ConstraintSeeds", "the record is somebody else's", otherRecord),
  ofTokens(
    claimingHalfway("ConstraintTokenOwner", "the payee gave the account away", (campaign) => {
      const ata = campaign.svm.mintTo(campaign.mint, campaign.address(), 0n);
      const account = campaign.svm.account(ata);
      account?.data.set(campaign.stranger.publicKey.toBytes(), 32);
      if (account) campaign.svm.setAccount(ata, account);
      return campaign.claim(0);
    }),
  ),
  ofSol(
    claimingHalfway("ConstraintSeeds", "the record is somebody else's", (campaign) =>
      campaign.claim(0, { accounts: otherRecord(campaign) }),
    ),
  ),
  ofSol(
    claimingHalfway("WrongVault", "a vault is given where there is none", (campaign) => {
      const vault = campaign.svm.mintTo(campaign.svm.mint(), campaign.address(), 0n);
      return campaign.claim(0, { accounts: { vault } });
    }),
  ),
];

const withdrawing = refusing("withdraw", at(AFTER_END, runStream));

const streams: Refusal[] = [
  refusedAfter("withdraw", "NotSingleStream", "the campaign has two leaves", at(AFTER_END)),
  withdrawing("InvalidProof", "the schedule is not the stream's", (campaign) =>
    campaign.withdraw({ args: { endTime: START + 2n * DAY } }),
  ),
  withdrawing("InvalidProof", "the signer is not the beneficiary", (campaign) => {
    const accounts = {
      beneficiary: campaign.address(1),
      claimRecord: campaign.recordAddress(1),
      beneficiaryAta: campaign.ata(campaign.address(1)),
    };
    return campaign.withdraw({ accounts, signers: [campaign.person(1)] });
  }),
  refusedAfter("withdraw", "CampaignPaused", "the stream is paused", async (campaign) => {
    await runStream(campaign);
    ok(campaign.pause());
    campaign.svm.now = AFTER_END;
  }),
];

export const PAYMENT_REFUSALS: Refusal[] = [...badMoney, ...badAccounts, ...streams];
