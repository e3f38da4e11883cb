import { type CampaignControls, campaignControls } from "@/lib/core/vesting/controls";
import {
  type ActionFacts,
  cancelRefusal,
  cancelStreamRefusal,
  instantRefundRefusal,
  pauseRefusal,
  releaseMilestoneRefusal,
  resumeRefusal,
  updateRootRefusal,
  withdrawUnvestedRefusal,
} from "@/lib/core/vesting/refusals";
import { english, type Words } from "@/lib/core/words/words";

/** Who may sign something about a campaign. Source: program interface, Instructions. */
type HolderRole = "creator" | "cancel authority" | "pause authority";

type ControlKind =
  | "cancel-stream"
  | "instant-refund"
  | "withdraw-unvested"
  | "cancel"
  | "rotate"
  | "pause"
  | "resume";

/** Something that can be done to a campaign, or why it cannot be done now; `milestoneIdx` is null where none is left. */
export type Control =
  | { kind: ControlKind; whyNot: string | null }
  | { kind: "release-milestone"; milestoneIdx: number | null; whyNot: string | null };

/** What one role may sign: `address` is null where the campaign gave it to nobody. */
export type Holding = { role: HolderRole; address: string | null; controls: readonly Control[] };

/**
 * Every control of a campaign at `now` (unix seconds) under who holds it. What can be done is `campaignControls`'s to say;
 * what can never be done to such a campaign, as a refund to a stream, is not named.
 */
export function campaignHoldings(
  facts: ActionFacts & { creator: string },
  now: bigint,
  t: Words = english,
): Holding[] {
  const controls = campaignControls(facts, now);
  const isStream = facts.leafCount === 1;
  const ours =
    facts.cancelAuthority === null
      ? t("The campaign has no cancel authority, so nobody can cancel or change it.")
      : t("Everything has been claimed, so there is nothing left to allocate.");
  return [
    {
      role: "creator",
      address: facts.creator,
      controls: [
        ...releases({ facts, controls, t }),
        isStream
          ? control("cancel-stream", controls.cancelStream, cancelStreamRefusal(facts, t))
          : control("instant-refund", controls.instantRefund, instantRefundRefusal(facts, now, t)),
        control("withdraw-unvested", controls.withdrawUnvested, withdrawUnvestedRefusal(facts, now, t)),
      ],
    },
    {
      role: "cancel authority",
      address: facts.cancelAuthority,
      controls: [
        ...(isStream ? [] : [control("rotate", controls.rotate, updateRootRefusal(facts, t), ours)]),
        control("cancel", controls.cancel, cancelRefusal(facts, t), ours),
      ],
    },
    {
      role: "pause authority",
      address: facts.pauseAuthority,
      controls: [
        facts.paused && facts.cancelledAt === null
          ? control("resume", controls.resume, resumeRefusal(facts, t))
          : control("pause", controls.pause, pauseRefusal(facts, t)),
      ],
    },
  ];
}

/**
 * What one wallet can sign, under the roles that it has. A stream has two ways to end, which pay alike: who has both is given
 * the creator's split, which pays at once.
 */
export function holdingsOf(address: string, holdings: readonly Holding[]): Holding[] {
  const mine = holdings.filter((holding) => holding.address === address);
  const splits = mine.some(({ controls }) => controls.some(({ kind }) => kind === "cancel-stream"));
  if (!splits) return mine;
  const others = mine.map(({ controls, ...holding }) => ({
    ...holding,
    controls: controls.filter(({ kind }) => kind !== "cancel"),
  }));
  return others.filter(({ controls }) => controls.length > 0);
}

type Refused = { message: string } | null;

const control = (kind: ControlKind, isOffered: boolean, refusal: Refused, ours = ""): Control => ({
  kind,
  whyNot: isOffered ? null : (refusal?.message ?? ours),
});

/** The milestones that can be released; where none can be, why, once. */
function releases(of: { facts: ActionFacts; controls: CampaignControls; t: Words }): Control[] {
  const { facts, controls, t } = of;
  const [first] = facts.usedMilestones;
  if (first === undefined) return [];
  if (controls.releases.length > 0) {
    return controls.releases.map((milestoneIdx) => ({
      kind: "release-milestone",
      milestoneIdx,
      whyNot: null,
    }));
  }
  const areAllReleased = facts.usedMilestones.every((index) => facts.releasedMilestones.includes(index));
  const refusal = areAllReleased ? null : releaseMilestoneRefusal(facts, first, t);
  const whyNot = areAllReleased
    ? t("Every milestone is released.")
    : (refusal?.message ?? t("A release would pay nobody any more."));
  return [{ kind: "release-milestone", milestoneIdx: null, whyNot }];
}
