import { findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { addressOf } from "../../support/svm";
import type { Campaign, Change } from "../campaign";
import { AMOUNT, DAY, type LeafTerms, ok, START } from "../campaign-plan";
import { AFTER_END, CLIFF, type Refusal, run, runFixed, runStream } from "./refusal";

const claim = { instruction: "claim" } satisfies Partial<Refusal>;
const NATIVE_ONLY: Partial<Refusal> = { kinds: ["native"] };
const TOKEN_ONLY: Partial<Refusal> = { kinds: ["token"] };

/** Writes a vault's balance, past what minting allows. */
function setBalance(campaign: Campaign, amount: bigint): void {
  const vault = campaign.vault ?? "";
  const account = campaign.svm.account(vault);
  if (!account) throw new RangeError("The campaign has no vault.");
  new DataView(account.data.buffer).setBigUint64(64, amount, true);
  campaign.svm.setAccount(vault, account);
}

/** A campaign that holds `amount` and owes leaf 0 in full, unless `leaves` says otherwise. */
async function underfunded(campaign: Campaign, amount: bigint, leaves: LeafTerms[] = [CLIFF, { who: 1 }]) {
  await campaign.plan(leaves);
  ok(campaign.create());
  if (amount > 0n) ok(campaign.fund(amount));
  campaign.svm.now = AFTER_END;
}

const badMoney: Refusal[] = [
  {
    ...claim,
    error: "InsufficientVault",
    because: "the campaign was never funded",
    attempt: async (campaign) => {
      await underfunded(campaign, 0n);
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "InsufficientVault",
    because: "it holds one base unit less, whatever its tree's rent",
    attempt: async (campaign) => {
      await underfunded(campaign, AMOUNT - 1n);
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    error: "OverClaim",
    because: "the leaves add up to more than the supply",
    attempt: async (campaign) => {
      await campaign.plan([CLIFF, { ...CLIFF, amount: 3n * AMOUNT }]);
      ok(campaign.create({ args: { totalSupply: 2n * AMOUNT } }));
      ok(campaign.fund(2n * AMOUNT));
      campaign.svm.now = AFTER_END;
      ok(campaign.claim(0));
      campaign.donate(2n * AMOUNT);
      return campaign.claim(1);
    },
  },
  {
    ...claim,
    ...TOKEN_ONLY,
    error: "Overflow",
    because: "the sum of all claims does not fit 64 bits",
    attempt: async (campaign) => {
      const supply = 2n ** 64n - 1n;
      await campaign.plan([CLIFF, { ...CLIFF, amount: supply }]);
      ok(campaign.create({ args: { totalSupply: supply } }));
      ok(campaign.fund(AMOUNT));
      campaign.svm.now = AFTER_END;
      ok(campaign.claim(0));
      setBalance(campaign, supply);
      return campaign.claim(1);
    },
  },
  {
    ...claim,
    error: "PerLeafCapExceeded",
    because: "it would be the beneficiary's ninth cliff or linear leaf",
    attempt: async (campaign) => {
      await runFixed(campaign, [...Array(9).fill(CLIFF), { who: 1 }]);
      campaign.svm.now = AFTER_END;
      for (let leaf = 0; leaf < 8; leaf++) ok(campaign.claim(leaf));
      return campaign.claim(8);
    },
  },
];

/** Claims leaf 0 of a running campaign halfway through with other accounts. */
function withAccounts(
  error: string,
  because: string,
  accounts: (campaign: Campaign) => Change<"claim">["accounts"],
): Refusal {
  return {
    ...claim,
    ...TOKEN_ONLY,
    error,
    because,
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      return campaign.claim(0, { accounts: accounts(campaign) ?? {} });
    },
  };
}

const otherRecord = (campaign: Campaign) => ({ claimRecord: campaign.recordAddress(1) });

const badAccounts: Refusal[] = [
  withAccounts("ConstraintSeeds", "the vault authority is a wallet", (campaign) => ({
    vaultAuthority: addressOf(campaign.stranger),
  })),
  withAccounts("ConstraintSeeds", "the vault authority is another campaign's", (campaign) => ({
    vaultAuthority: findVaultAuthorityAddress({ treeAddress: addressOf(campaign.stranger) }).address,
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
    const beneficiaryAta = addressOf(campaign.svm.wallet(0n));
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
  {
    ...claim,
    ...TOKEN_ONLY,
    error: "ConstraintTokenOwner",
    because: "the payee gave the account away",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      const ata = campaign.svm.mintTo(campaign.mint, campaign.address(), 0n);
      const account = campaign.svm.account(ata);
      account?.data.set(campaign.stranger.publicKey.toBytes(), 32);
      if (account) campaign.svm.setAccount(ata, account);
      return campaign.claim(0);
    },
  },
  {
    ...claim,
    ...NATIVE_ONLY,
    error: "ConstraintSeeds",
    because: "the record is somebody else's",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      return campaign.claim(0, { accounts: otherRecord(campaign) });
    },
  },
  {
    ...claim,
    ...NATIVE_ONLY,
    error: "WrongVault",
    because: "a vault is given where there is none",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = START + 6n * DAY;
      const vault = campaign.svm.mintTo(campaign.svm.mint(), campaign.address(), 0n);
      return campaign.claim(0, { accounts: { vault } });
    },
  },
];

const streams: Refusal[] = [
  {
    instruction: "withdraw",
    error: "NotSingleStream",
    because: "the campaign has two leaves",
    attempt: async (campaign) => {
      await run(campaign);
      campaign.svm.now = AFTER_END;
      return campaign.withdraw();
    },
  },
  {
    instruction: "withdraw",
    error: "InvalidProof",
    because: "the schedule is not the stream's",
    attempt: async (campaign) => {
      await runStream(campaign);
      campaign.svm.now = AFTER_END;
      return campaign.withdraw({ args: { endTime: START + 2n * DAY } });
    },
  },
  {
    instruction: "withdraw",
    error: "InvalidProof",
    because: "the signer is not the beneficiary",
    attempt: async (campaign) => {
      await runStream(campaign);
      campaign.svm.now = AFTER_END;
      const accounts = {
        beneficiary: campaign.address(1),
        claimRecord: campaign.recordAddress(1),
        beneficiaryAta: campaign.ata(campaign.address(1)),
      };
      return campaign.withdraw({ accounts, signers: [campaign.person(1)] });
    },
  },
  {
    instruction: "withdraw",
    error: "CampaignPaused",
    because: "the stream is paused",
    attempt: async (campaign) => {
      await runStream(campaign);
      ok(campaign.pause());
      campaign.svm.now = AFTER_END;
      return campaign.withdraw();
    },
  },
];

export const PAYMENT_REFUSALS: Refusal[] = [...badMoney, ...badAccounts, ...streams];
