import { fundCampaignInstruction, fundCampaignNativeInstruction } from "@/lib/solana/instructions";
import { AMOUNT, ok } from "@/tests/ledger/program/campaign-plan";
import { type Refusal, run } from "@/tests/ledger/program/refusals/refusal";
import { addressOf } from "@/tests/support/svm";

export const FUND_REFUSALS: Refusal[] = [
  {
    instruction: "fund_campaign",
    error: "ZeroAmount",
    because: "the amount is zero",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.fund(0n);
    },
  },
  {
    instruction: "fund_campaign",
    error: "Unauthorized",
    because: "a stranger funds it",
    attempt: async (campaign) => {
      await run(campaign);
      const sourceAta = campaign.creatorAta ?? "";
      const accounts = { creator: addressOf(campaign.stranger), sourceAta };
      return campaign.fund(1n, { accounts, signers: [campaign.stranger] });
    },
  },
  {
    instruction: "fund_campaign",
    error: "OverFunded",
    because: "it already holds its supply",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.fund(1n);
    },
  },
  {
    instruction: "fund_campaign",
    error: "Overflow",
    because: "the sum does not fit 64 bits",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.fund(2n ** 64n - 1n);
    },
  },
  {
    instruction: "fund_campaign",
    error: "CampaignCancelled",
    because: "it is cancelled",
    attempt: async (campaign) => {
      await run(campaign);
      ok(campaign.cancel());
      return campaign.fund(1n);
    },
  },
  {
    instruction: "fund_campaign",
    kinds: ["token"],
    error: "WrongVault",
    because: "the vault is the creator's own account",
    attempt: async (campaign) => {
      await run(campaign);
      return campaign.fund(1n, { accounts: { vault: campaign.creatorAta ?? "" } });
    },
  },
  {
    instruction: "fund_campaign",
    kinds: ["token"],
    error: "MintMismatch",
    because: "the source holds another mint",
    attempt: async (campaign) => {
      await run(campaign);
      const sourceAta = campaign.svm.mintTo(campaign.svm.mint(), addressOf(campaign.creator), AMOUNT);
      return campaign.fund(1n, { accounts: { sourceAta } });
    },
  },
  {
    instruction: "fund_campaign_native",
    kinds: ["token"],
    error: "MintMismatch",
    because: "the campaign is one of tokens",
    attempt: async (campaign) => {
      await run(campaign);
      const accounts = { creator: addressOf(campaign.creator), vestingTree: campaign.treeAddress };
      const instruction = fundCampaignNativeInstruction(accounts, { amount: 1n });
      return campaign.svm.send([instruction], [campaign.creator]);
    },
  },
  {
    instruction: "fund_campaign",
    kinds: ["native"],
    error: "MintMismatch",
    because: "the campaign is one of native SOL",
    attempt: async (campaign) => {
      await run(campaign);
      const creator = addressOf(campaign.creator);
      const sourceAta = campaign.svm.mintTo(campaign.svm.mint(), creator, AMOUNT);
      const accounts = { creator, vestingTree: campaign.treeAddress, vault: sourceAta, sourceAta };
      return campaign.svm.send([fundCampaignInstruction(accounts, { amount: 1n })], [campaign.creator]);
    },
  },
];
