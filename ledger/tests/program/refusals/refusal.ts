import type { InstructionName } from "@/lib/core/solana/instructions";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { addressOf, type Outcome } from "../../support/svm";
import type { Campaign } from "../campaign";
import { DAY, type Kind, type LeafTerms, ok, START } from "../campaign-plan";

/** One way to make the program refuse an instruction. `kinds` defaults to both kinds of campaign. */
export type Refusal = {
  instruction: InstructionName;
  error: string;
  because: string;
  kinds?: Kind[];
  attempt: (campaign: Campaign) => Promise<Outcome> | Outcome;
};

export const ZERO_HASH = "00".repeat(32);
export const CLIFF: LeafTerms = { releaseType: ReleaseType.Cliff };
export const MILESTONE: LeafTerms = { releaseType: ReleaseType.Milestone, milestoneIdx: 7 };
export const AFTER_END = START + 12n * DAY;

/** A funded campaign of two linear leaves, the second another person's, unless other leaves are given. */
export async function run(campaign: Campaign, leaves: LeafTerms[] = [{}, { who: 1 }]): Promise<void> {
  await campaign.plan(leaves);
  ok(campaign.create());
  ok(campaign.fund(campaign.supply()));
}

/** A campaign like `run`'s that nobody can cancel or pause. */
export async function runFixed(campaign: Campaign, leaves: LeafTerms[] = [{}, { who: 1 }]): Promise<void> {
  await campaign.plan(leaves);
  ok(campaign.create({ args: { cancellable: false, cancelAuthority: null, pauseAuthority: null } }));
  ok(campaign.fund(campaign.supply()));
}

/** A stream whose payee's account exists. */
export async function runStream(campaign: Campaign, terms: LeafTerms = {}): Promise<void> {
  await campaign.plan([terms]);
  ok(campaign.createStream());
  if (campaign.kind === "token") campaign.svm.mintTo(campaign.mint, campaign.address(), 0n);
}

/** A campaign of which everything has been claimed. Only one of tokens outlives that. */
export async function runToTheEnd(campaign: Campaign, leaves: LeafTerms[] = [CLIFF]): Promise<void> {
  await run(campaign, leaves);
  campaign.svm.now = START + DAY;
  for (const leaf of leaves.keys()) ok(campaign.claim(leaf));
}

/** Accounts and signers with which a stranger acts in somebody's stead. */
export const stranger = (campaign: Campaign, name: "creator" | "cancelAuthority") => ({
  accounts: { [name]: addressOf(campaign.stranger) },
  signers: [campaign.stranger],
});

type Ending = "cancel" | "cancelStream" | "instantRefund" | "withdrawUnvested";
export type Setup = (campaign: Campaign) => Promise<void> | void;

/** What an ending answers after a setup. */
export function ending(method: Ending, error: string, because: string, setup: Setup): Refusal {
  const instruction = (
    {
      cancel: "cancel_campaign",
      cancelStream: "cancel_stream",
      instantRefund: "instant_refund_campaign",
      withdrawUnvested: "withdraw_unvested",
    } as const
  )[method];
  return {
    instruction,
    error,
    because,
    attempt: async (campaign) => {
      await setup(campaign);
      return campaign[method]();
    },
  };
}
