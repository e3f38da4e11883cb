import { fundCampaignInstruction } from "@/lib/core/solana/instructions";
import { addressOf } from "../../support/svm";
import { AMOUNT, ok } from "../campaign-plan";
import { type Refusal, run } from "./refusal";

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
    error: "ConstraintSeeds",
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
    kinds: ["token"],
    error: "Unauthorized",
    because: "the source is somebody else's",
    attempt: async (campaign) => {
      await run(campaign);
      const sourceAta = campaign.svm.mintTo(campaign.mint, addressOf(campaign.stranger), AMOUNT);
      return campaign.fund(1n, { accounts: { sourceAta } });
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
    because: "the vault is another account of its own authority",
    attempt: async (campaign) => {
      await run(campaign);
      const vault = addressOf(campaign.svm.wallet(0n));
      const genuine = campaign.svm.account(campaign.vault ?? "");
      if (genuine) campaign.svm.setAccount(vault, genuine);
      return campaign.fund(1n, { accounts: { vault } });
    },
  },
  {
    instruction: "fund_campaign",
    kinds: ["token"],
    error: "ConstraintDuplicateMutableAccount",
    because: "the vault is the source",
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
    instruction: "fund_campaign",
    kinds: ["native"],
    error: "WrongVault",
    because: "the campaign is one of native SOL",
    attempt: async (campaign) => {
      await run(campaign);
      const creator = addressOf(campaign.creator);
      const mint = campaign.svm.mint();
      const sourceAta = campaign.svm.mintTo(mint, creator, AMOUNT);
      const vault = campaign.svm.mintTo(mint, addressOf(campaign.stranger), 0n);
      const accounts = { creator, vestingTree: campaign.treeAddress, vault, sourceAta };
      return campaign.svm.send([fundCampaignInstruction(accounts, { amount: 1n })], [campaign.creator]);
    },
  },
];
