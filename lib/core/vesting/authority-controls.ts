import { english, type Translator } from "@/lib/core/i18n/translator";
import { type CampaignAction, decideAction, decideRelease } from "@/lib/core/vesting/decide-action";
import type { ActionFacts } from "@/lib/core/vesting/refusals";

/** The roles that may sign actions on a campaign. Source: program interface, Instructions. */
type HolderRole = "creator" | "cancel authority" | "pause authority";

/** An action on a campaign, with the reason if it is not possible now. */
export type Control =
  | { kind: CampaignAction; disabledReason: string | null }
  | { kind: "release-milestone"; milestoneIdx: number; disabledReason: null };

/** The actions that one role may sign; `address` is null if the campaign has not assigned the role. */
export type AuthorityControls = { role: HolderRole; address: string | null; controls: readonly Control[] };

/**
 * Returns the controls of a campaign at `now` (unix seconds) by role. An action that can never become
 * possible is omitted, except for a role that the campaign has not assigned.
 */
export function controlsByAuthority(
  facts: ActionFacts & { creator: string },
  now: bigint,
  t: Translator = english,
): AuthorityControls[] {
  const isStream = facts.leafCount === 1;
  const moment = { now, t };
  const listed = (address: string | null, actions: CampaignAction[]): Control[] =>
    actions.flatMap((kind): Control[] => {
      const decision = decideAction(kind, facts, moment);
      if (decision.possible === "now") return [{ kind, disabledReason: null }];
      return decision.possible === "later" || address === null
        ? [{ kind, disabledReason: decision.reason }]
        : [];
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
 * Returns the actions that one wallet can sign, grouped by its roles. A stream can end in two ways, which pay
 * the same amounts. A wallet with both roles is offered only the creator's `cancel-stream`, which pays at
 * once.
 */
export function controlsOfAddress(
  address: string,
  authorities: readonly AuthorityControls[],
): AuthorityControls[] {
  const mine = authorities.filter(
    (authority) => authority.address === address && authority.controls.length > 0,
  );
  const splits = mine.some(({ controls }) => controls.some(({ kind }) => kind === "cancel-stream"));
  if (!splits) return mine;
  const others = mine.map(({ controls, ...authority }) => ({
    ...authority,
    controls: controls.filter(({ kind }) => kind !== "cancel"),
  }));
  return others.filter(({ controls }) => controls.length > 0);
}

/** Returns the milestones that can be released. */
const releases = (facts: ActionFacts, moment: { now: bigint; t: Translator }): Control[] =>
  facts.usedMilestones.flatMap((milestoneIdx): Control[] =>
    decideRelease(milestoneIdx, facts, moment).possible === "now"
      ? [{ kind: "release-milestone", milestoneIdx, disabledReason: null }]
      : [],
  );
