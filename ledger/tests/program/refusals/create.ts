import { SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { AccountsOf, ArgumentsOf } from "@/lib/core/solana/instructions";
import { findVaultAuthorityAddress, findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { getAddress } from "../../support/svm";
import type { Campaign } from "../campaign";
import { AMOUNT, START } from "../campaign-plan";
import { ofTokens, type Refusal, refusing, ZERO_HASH } from "./refusal";

const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

const creating = refusing("create_campaign", (campaign) => campaign.plan([{}, { who: 1 }]));
const streaming = refusing("create_stream", (campaign) => campaign.plan([{}]));

const badTerms: [string, string, Partial<ArgumentsOf<"create_campaign">>][] = [
  ["EmptyRoot", "the root is all zeros", { merkleRoot: ZERO_HASH }],
  ["EmptyCampaign", "there are no leaves", { leafCount: 0 }],
  ["ZeroAmount", "the supply is zero", { totalSupply: 0n }],
  ["InvalidSchedule", "the first cliff is missing", { minCliffTime: 0n }],
  ["MissingCancelAuthority", "nobody could cancel it", { cancelAuthority: null }],
];

const badStreamTerms: [string, string, Partial<ArgumentsOf<"create_stream">>][] = [
  ["ZeroAmount", "the amount is zero", { amount: 0n }],
  ["InvalidSchedule", "the start is after the cliff", { startTime: START + 2n, cliffTime: START + 1n }],
  ["InvalidSchedule", "the cliff is after the end", { cliffTime: START + 2n, endTime: START + 1n }],
  ["InvalidScheduleType", "the release type is unknown", { releaseType: 3 }],
  ["MissingCancelAuthority", "nobody could cancel it", { cancelAuthority: null }],
];

/** Creates a mint account that another program owns. */
function foreignMint(campaign: Campaign, owner: string): string {
  const mint = campaign.svm.account(campaign.mint);
  const at = getAddress(campaign.svm.wallet(0n));
  campaign.svm.setAccount(at, { owner, data: mint?.data ?? new Uint8Array(82), lamports: AMOUNT });
  return at;
}

const otherTree = (campaign: Campaign) =>
  findVestingTreeAddress({ creator: getAddress(campaign.creator), mint: campaign.mint, campaignId: 1n })
    .address;

type Accounts = (campaign: Campaign) => Partial<AccountsOf<"create_campaign">>;

/** Creates a token campaign with other accounts. */
const creatingWith = (error: string, because: string, accounts: Accounts) =>
  ofTokens(creating(error, because, (campaign) => campaign.create({ accounts: accounts(campaign) })));

const badAccounts: Refusal[] = [
  creatingWith("AccountOwnedByWrongProgram", "the mint is Token-2022's", (campaign) => ({
    mint: foreignMint(campaign, TOKEN_2022),
  })),
  creatingWith("InvalidAccountData", "the mint is a token account", (campaign) => ({
    mint: campaign.creatorAta ?? "",
  })),
  creatingWith("AccountOwnedByWrongProgram", "native SOL has its own instruction", () => ({
    mint: SYSTEM_PROGRAM_ID,
  })),
  creating("ConstraintSeeds", "the tree's address is another campaign's", (campaign) => {
    const vestingTree = otherTree(campaign);
    const vaultAuthority = findVaultAuthorityAddress({ treeAddress: vestingTree }).address;
    const vault = campaign.ata(vaultAuthority) ?? "";
    return campaign.create({ accounts: { vestingTree, vaultAuthority, vault } });
  }),
  creatingWith("ConstraintSeeds", "vault authority and vault are a wallet's", (campaign) => {
    const vaultAuthority = getAddress(campaign.stranger);
    return { vaultAuthority, vault: campaign.ata(vaultAuthority) ?? "" };
  }),
];

/** Creates a token stream from another account. */
const streamingFrom = (error: string, because: string, getSource: (campaign: Campaign) => string) =>
  ofTokens(
    streaming(error, because, (campaign) =>
      campaign.createStream({ accounts: { sourceAta: getSource(campaign) } }),
    ),
  );

const badSources: Refusal[] = [
  streamingFrom("MintMismatch", "the source holds another mint", ({ svm, creator }) =>
    svm.mintTo(svm.mint(), getAddress(creator), AMOUNT),
  ),
  streamingFrom("Unauthorized", "the source is somebody else's", ({ svm, mint, stranger }) =>
    svm.mintTo(mint, getAddress(stranger), AMOUNT),
  ),
  streamingFrom("AccountNotInitialized", "the source does not exist", ({ svm }) =>
    getAddress(svm.wallet(0n)),
  ),
  streamingFrom("InvalidAccountData", "the source is a mint", ({ mint }) => mint),
];

export const CREATE_REFUSALS: Refusal[] = [
  ...badTerms.map(([error, because, args]) =>
    creating(error, because, (campaign) => campaign.create({ args })),
  ),
  ...badStreamTerms.map(([error, because, args]) =>
    streaming(error, because, (campaign) => campaign.createStream({ args })),
  ),
  ...badAccounts,
  ...badSources,
];
