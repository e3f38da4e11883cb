import type { InstructionName } from "@/lib/core/solana/instructions";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { getAddress, type Outcome } from "../../support/svm";
import type { Campaign } from "../campaign";
import { DAY, KINDS, type Kind, type LeafTerms, ok, START } from "../campaign-plan";

/** One way to make the program refuse an instruction, in campaigns of these kinds. */
export type Refusal = {
  instruction: InstructionName;
  error: string;
  because: string;
  kinds: readonly Kind[];
  attempt: (campaign: Campaign) => Promise<Outcome> | Outcome;
};

/** Brings a new campaign into a state in which an instruction is refused. */
export type Setup = (campaign: Campaign) => unknown;

export const ZERO_HASH = "00".repeat(32);
export const CLIFF: LeafTerms = { releaseType: ReleaseType.Cliff };
export const MILESTONE: LeafTerms = { releaseType: ReleaseType.Milestone, milestoneIdx: 7 };
export const HALFWAY = START + 6n * DAY;
export const AFTER_END = START + 12n * DAY;

/** Creates a funded campaign of two linear leaves, the second for another person. */
export const run: Setup = (campaign) => campaign.run();

/** Creates a campaign like `run`'s without cancel and pause authorities. */
export async function runFixed(campaign: Campaign, leaves: LeafTerms[] = [{}, { who: 1 }]): Promise<void> {
  await campaign.plan(leaves);
  ok(campaign.create({ args: { cancellable: false, cancelAuthority: null, pauseAuthority: null } }));
  ok(campaign.fund(campaign.supply()));
}

/** Creates a stream whose payee's account exists. */
export async function runStream(campaign: Campaign): Promise<void> {
  await campaign.plan([{}]);
  ok(campaign.createStream());
  if (campaign.kind === "token") campaign.svm.mintTo(campaign.mint, campaign.address(), 0n);
}

/** Creates a campaign of which everything has been claimed. Only a token campaign still exists after that. */
export async function runToTheEnd(campaign: Campaign): Promise<void> {
  await campaign.run([CLIFF]);
  campaign.svm.now = START + DAY;
  ok(campaign.claim());
}

/** Creates a cancelled campaign like `run`'s. */
export async function cancelled(campaign: Campaign): Promise<void> {
  await campaign.run();
  ok(campaign.cancel());
}

/** Runs another setup and sets the clock. */
export const at =
  (time: bigint, setup: Setup = run): Setup =>
  async (campaign) => {
    await setup(campaign);
    campaign.svm.now = time;
  };

/** Returns accounts and signers with which a stranger acts in place of an authority. */
export const stranger = (campaign: Campaign, name: "creator" | "cancelAuthority") => ({
  accounts: { [name]: getAddress(campaign.stranger) },
  signers: [campaign.stranger],
});

/** Returns refusals of one instruction after a setup. */
export const refusing =
  (instruction: InstructionName, setup: Setup = run) =>
  (error: string, because: string, attempt: Refusal["attempt"]): Refusal => ({
    instruction,
    error,
    because,
    kinds: KINDS,
    attempt: async (campaign) => {
      await setup(campaign);
      return attempt(campaign);
    },
  });

const INSTRUCTIONS = {
  cancel: "cancel_campaign",
  cancelStream: "cancel_stream",
  claim: "claim",
  closeRecord: "close_claim_record",
  instantRefund: "instant_refund_campaign",
  pause: "pause_campaign",
  unpause: "unpause_campaign",
  updateRoot: "update_root",
  withdraw: "withdraw",
  withdrawUnvested: "withdraw_unvested",
} as const satisfies Partial<Record<keyof Campaign, InstructionName>>;

/** Returns the refusal of a correct instruction after a setup. */
export const refusedAfter = (
  method: keyof typeof INSTRUCTIONS,
  error: string,
  because: string,
  setup: Setup,
): Refusal => refusing(INSTRUCTIONS[method], setup)(error, because, (campaign) => campaign[method]());

const only =
  (kind: Kind) =>
  (refusal: Refusal): Refusal => ({ ...refusal, kinds: [kind] });

/** Restricts refusals to token campaigns, or to native SOL campaigns. */
export const ofTokens = only("token");
export const ofSol = only("native");
