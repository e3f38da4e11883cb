import { type CampaignAction, decideAction, decideRelease } from "@/lib/core/vesting/possible";
import type { ActionFacts } from "@/lib/core/vesting/refusals";
import { english, type Words } from "@/lib/core/words/words";

/** Who may sign something about a campaign. Source: program interface, Instructions. */
type HolderRole = "creator" | "cancel authority" | "pause authority";

/** Something that can be done to a campaign, or why it cannot be done now. */
export type Control =
  | { kind: CampaignAction; whyNot: string | null }
  | { kind: "release-milestone"; milestoneIdx: number; whyNot: null };

/** What one role may sign: `address` is null where the campaign gave it to nobody. */
export type Holding = { role: HolderRole; address: string | null; controls: readonly Control[] };

/**
 * Returns the controls of a campaign at `now` (unix seconds) by role. A control that can never become possible again is left
 * out, except for a role that the campaign gave to nobody.
 */
export function campaignHoldings(
  facts: ActionFacts & { creator: string },
  now: bigint,
  t: Words = english,
): Holding[] {
  const isStream = facts.leafCount === 1;
  const moment = { now, t };
  const listed = (address: string | null, actions: CampaignAction[]): Control[] =>
    actions.flatMap((kind): Control[] => {
      const decision = decideAction(kind, facts, moment);
      if (decision.possible === "now") return [{ kind, whyNot: null }];
      return decision.possible === "later" || address === null ? [{ kind, whyNot: decision.reason }] : [];
    });
  const { creator, cancelAuthority, pauseAuthority } = facts;
  return [
    {
      role: "creator",
      address: creator,
      controls: [
        ...releases(facts, moment),
        ...listed(creator, [isStream ? "cancel-stream" : "instant-refund", "withdraw-unvested"]),
      ],
    },
    {
      role: "cancel authority",
      address: cancelAuthority,
      controls: listed(cancelAuthority, isStream ? ["cancel"] : ["rotate", "cancel"]),
    },
    {
      role: "pause authority",
      address: pauseAuthority,
      controls: listed(pauseAuthority, [facts.paused && facts.cancelledAt === null ? "resume" : "pause"]),
    },
  ];
}

/**
 * What one wallet can sign, under the roles that it has. A stream has two ways to end, which pay alike: who has both is given
 * the creator's split, which pays at once.
 */
export function holdingsOf(address: string, holdings: readonly Holding[]): Holding[] {
  const mine = holdings.filter((holding) => holding.address === address && holding.controls.length > 0);
  const splits = mine.some(({ controls }) => controls.some(({ kind }) => kind === "cancel-stream"));
  if (!splits) return mine;
  const others = mine.map(({ controls, ...holding }) => ({
    ...holding,
    controls: controls.filter(({ kind }) => kind !== "cancel"),
  }));
  return others.filter(({ controls }) => controls.length > 0);
}

/** The milestones that can be released. */
const releases = (facts: ActionFacts, moment: { now: bigint; t: Words }): Control[] =>
  facts.usedMilestones.flatMap((milestoneIdx): Control[] =>
    decideRelease(milestoneIdx, facts, moment).possible === "now"
      ? [{ kind: "release-milestone", milestoneIdx, whyNot: null }]
      : [],
  );
