import { buildInstruction } from "@/lib/core/solana/instructions";
import { getAddress } from "../../support/svm";
import { AMOUNT } from "../campaign-plan";
import { cancelled, ofSol, ofTokens, type Refusal, refusing } from "./refusal";

const funding = refusing("fund_campaign");

export const FUND_REFUSALS: Refusal[] = [
  funding("ZeroAmount", "the amount is zero", (campaign) => campaign.fund(0n)),
  funding("ConstraintSeeds", "a stranger funds it", (campaign) => {
    const sourceAta = campaign.creatorAta ?? "";
    const accounts = { creator: getAddress(campaign.stranger), sourceAta };
    return campaign.fund(1n, { accounts, signers: [campaign.stranger] });
  }),
  ofTokens(
    funding("Unauthorized", "the source is somebody else's", (campaign) => {
      const sourceAta = campaign.svm.mintTo(campaign.mint, getAddress(campaign.stranger), AMOUNT);
      return campaign.fund(1n, { accounts: { sourceAta } });
    }),
  ),
  funding("OverFunded", "it already holds its supply", (campaign) => campaign.fund(1n)),
  funding("Overflow", "the sum does not fit 64 bits", (campaign) => campaign.fund(2n ** 64n - 1n)),
  refusing("fund_campaign", cancelled)("CampaignCancelled", "it is cancelled", (campaign) =>
    campaign.fund(1n),
  ),
  ofTokens(
    funding("WrongVault", "the vault is another account of its own authority", (campaign) => {
      const vault = getAddress(campaign.svm.wallet(0n));
      const genuine = campaign.svm.account(campaign.vault ?? "");
      if (genuine) campaign.svm.setAccount(vault, genuine);
      return campaign.fund(1n, { accounts: { vault } });
    }),
  ),
  ofTokens(
    funding("ConstraintDuplicateMutableAccount", "the vault is the source", (campaign) =>
      campaign.fund(1n, { accounts: { vault: campaign.creatorAta ?? "" } }),
    ),
  ),
  ofTokens(
    funding("MintMismatch", "the source holds another mint", (campaign) => {
      const sourceAta = campaign.svm.mintTo(campaign.svm.mint(), getAddress(campaign.creator), AMOUNT);
      return campaign.fund(1n, { accounts: { sourceAta } });
    }),
  ),
  ofSol(
    funding("WrongVault", "the campaign is one of native SOL", (campaign) => {
      const creator = getAddress(campaign.creator);
      const mint = campaign.svm.mint();
      const sourceAta = campaign.svm.mintTo(mint, creator, AMOUNT);
      const vault = campaign.svm.mintTo(mint, getAddress(campaign.stranger), 0n);
      const accounts = { creator, vestingTree: campaign.treeAddress, vault, sourceAta };
      return campaign.svm.send(
        [buildInstruction("fund_campaign", { accounts, args: { amount: 1n } })],
        [campaign.creator],
      );
    }),
  ),
];
