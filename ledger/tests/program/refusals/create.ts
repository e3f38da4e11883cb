import { SYSTEM_PROGRAM_ID } from "@/lib/core/solana/addresses";
import type { InstructionName } from "@/lib/core/solana/instructions";
import { findVaultAuthorityAddress, findVestingTreeAddress } from "@/lib/core/solana/pdas";
import { addressOf } from "../../support/svm";
import type { Campaign, Change } from "../campaign";
import { AMOUNT, START } from "../campaign-plan";
import { type Refusal, ZERO_HASH } from "./refusal";

const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

type Terms = Partial<Change<"create_campaign">>;
type StreamTerms = Partial<Change<"create_stream">>;

async function create(campaign: Campaign, change: Terms) {
  await campaign.plan([{}, { who: 1 }]);
  return campaign.create(change);
}

async function createStream(campaign: Campaign, change: StreamTerms) {
  await campaign.plan([{}]);
  return campaign.createStream(change);
}

const badTerms: [string, string, Terms["args"]][] = [
  ["EmptyRoot", "the root is all zeros", { merkleRoot: ZERO_HASH }],
  ["EmptyCampaign", "there are no leaves", { leafCount: 0 }],
  ["ZeroAmount", "the supply is zero", { totalSupply: 0n }],
  ["InvalidSchedule", "the first cliff is missing", { minCliffTime: 0n }],
  ["MissingCancelAuthority", "nobody could cancel it", { cancelAuthority: null }],
];

const badStreamTerms: [string, string, StreamTerms["args"]][] = [
  ["ZeroAmount", "the amount is zero", { amount: 0n }],
  ["InvalidSchedule", "the start is after the cliff", { startTime: START + 2n, cliffTime: START + 1n }],
  ["InvalidSchedule", "the cliff is after the end", { cliffTime: START + 2n, endTime: START + 1n }],
  ["InvalidScheduleType", "the release type is unknown", { releaseType: 3 }],
  ["MissingCancelAuthority", "nobody could cancel it", { cancelAuthority: null }],
];

/** A mint account as another program would own it. */
function foreignMint(campaign: Campaign, owner: string): string {
  const mint = campaign.svm.account(campaign.mint);
  const at = addressOf(campaign.svm.wallet(0n));
  campaign.svm.setAccount(at, { owner, data: mint?.data ?? new Uint8Array(82), lamports: AMOUNT });
  return at;
}

const otherTree = (campaign: Campaign) =>
  findVestingTreeAddress({ creator: addressOf(campaign.creator), mint: campaign.mint, campaignId: 1n })
    .address;

const token = { instruction: "create_campaign", kinds: ["token"] } satisfies Partial<Refusal>;
const stream = { instruction: "create_stream", kinds: ["token"] } satisfies Partial<Refusal>;

const badMints: Refusal[] = [
  {
    ...token,
    error: "AccountOwnedByWrongProgram",
    because: "the mint is Token-2022's",
    attempt: (campaign) => create(campaign, { accounts: { mint: foreignMint(campaign, TOKEN_2022) } }),
  },
  {
    ...token,
    error: "InvalidAccountData",
    because: "the mint is a token account",
    attempt: (campaign) => create(campaign, { accounts: { mint: campaign.creatorAta ?? "" } }),
  },
  {
    ...token,
    error: "AccountOwnedByWrongProgram",
    because: "native SOL has its own instruction",
    attempt: (campaign) => create(campaign, { accounts: { mint: SYSTEM_PROGRAM_ID } }),
  },
];

const badAddresses: Refusal[] = [
  {
    instruction: "create_campaign",
    error: "ConstraintSeeds",
    because: "the tree's address is another campaign's",
    attempt: (campaign) => {
      const vestingTree = otherTree(campaign);
      const vaultAuthority = findVaultAuthorityAddress({ treeAddress: vestingTree }).address;
      const vault = campaign.ata(vaultAuthority) ?? "";
      return create(campaign, { accounts: { vestingTree, vaultAuthority, vault } });
    },
  },
  {
    ...token,
    error: "ConstraintSeeds",
    because: "vault authority and vault are a wallet's",
    attempt: (campaign) => {
      const vaultAuthority = addressOf(campaign.stranger);
      const vault = campaign.ata(vaultAuthority) ?? "";
      return create(campaign, { accounts: { vaultAuthority, vault } });
    },
  },
];

const badSources: Refusal[] = [
  {
    ...stream,
    error: "MintMismatch",
    because: "the source holds another mint",
    attempt: (campaign) => {
      const sourceAta = campaign.svm.mintTo(campaign.svm.mint(), addressOf(campaign.creator), AMOUNT);
      return createStream(campaign, { accounts: { sourceAta } });
    },
  },
  {
    ...stream,
    error: "Unauthorized",
    because: "the source is somebody else's",
    attempt: (campaign) => {
      const sourceAta = campaign.svm.mintTo(campaign.mint, addressOf(campaign.stranger), AMOUNT);
      return createStream(campaign, { accounts: { sourceAta } });
    },
  },
  {
    ...stream,
    error: "AccountNotInitialized",
    because: "the source does not exist",
    attempt: (campaign) =>
      createStream(campaign, { accounts: { sourceAta: addressOf(campaign.svm.wallet(0n)) } }),
  },
  {
    ...stream,
    error: "InvalidAccountData",
    because: "the source is a mint",
    attempt: (campaign) => createStream(campaign, { accounts: { sourceAta: campaign.mint } }),
  },
];

const named = (instruction: InstructionName, [error, because]: [string, string, unknown]) => ({
  instruction,
  error,
  because,
});

export const CREATE_REFUSALS: Refusal[] = [
  ...badTerms.map(
    (terms): Refusal => ({
      ...named("create_campaign", terms),
      attempt: (campaign) => create(campaign, { args: terms[2] ?? {} }),
    }),
  ),
  ...badStreamTerms.map(
    (terms): Refusal => ({
      ...named("create_stream", terms),
      attempt: (campaign) => createStream(campaign, { args: terms[2] ?? {} }),
    }),
  ),
  ...badMints,
  ...badAddresses,
  ...badSources,
];
