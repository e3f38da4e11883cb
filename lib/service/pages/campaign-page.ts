import { cache } from "react";
import type { ScheduleSum } from "@/db/queries/campaigns/schedules";
import { sharedSchedules, sharedVestedSums } from "@/db/queries/campaigns/shared-sums";
import type { CampaignDetail } from "@/lib/contract/campaign";
import type { LeafView } from "@/lib/contract/leaf";
import type { Token } from "@/lib/contract/names";
import type { ActionCampaign } from "@/lib/contract/operations";
import type { Translator } from "@/lib/core/i18n/translator";
import { type AuthorityControls, controlsByAuthority } from "@/lib/core/vesting/authority-controls";
import { type CampaignControls, campaignControls, registeredClaimControl } from "@/lib/core/vesting/controls";
import type { ScheduleGroup } from "@/lib/core/vesting/curve-points";
import { isReleaseType, ReleaseType } from "@/lib/core/vesting/leaf";
import { firstUnlock, isOver, isTreeGone } from "@/lib/core/vesting/lifecycle";
import { campaignProgress } from "@/lib/core/vesting/progress";
import { services } from "@/lib/service/services";
import { getSponsor } from "@/lib/service/sponsored-claims/sponsored-claims";
import { readCampaignRow } from "./campaign";
import { readLeaves } from "./campaign-lists";
import { readMarket, readTokens } from "./tokens";
import { readUnreleased } from "./unreleased-milestones";

/** Maximum schedules in the chart; beyond it, the page states that some are omitted. */
export const MAX_SCHEDULES = 1_000;

/** The data of a campaign before its leaves are summed; the amounts of `action` are 0 until then. */
export type CampaignHead = {
  campaign: CampaignDetail;
  token: Token;
  action: ActionCampaign;
  controls: CampaignControls;
  /** The same controls by authority, with the reason for each unavailable action. */
  authorities: AuthorityControls[];
  /** The time of the first time-based unlock, in unix seconds. */
  firstUnlock: string | null;
  /** The account is closed, so no action on its claim records is possible. */
  treeGone: boolean;
  /** The campaign no longer pays claims. */
  isOver: boolean;
  /** A fully paid recipient could close the claim record and be paid again from the funds of others. */
  canPayTwice: boolean;
};

export type CampaignPage = CampaignHead & {
  price: number | null;
  curve: {
    groups: ScheduleGroup[];
    total: bigint;
    claimed: bigint;
    vested: bigint;
    now: bigint;
    cancelledAt: bigint | null;
    /** Whether the smallest schedules are omitted. */
    isCut: boolean;
  };
  onlyLeaf: LeafView | null;
  milestoneAmounts: Record<number, string>;
  /** The amount paid to recipients, in base units. */
  paid: string;
  /** The amount of the milestones that the creator can still release, in base units. */
  waiting: string;
};

/**
 * Returns the data that the page of a campaign shows first, by one query of constant cost; null if the tree
 * is not registered. `t` translates the reasons for unavailable actions.
 */
export const readCampaignHead = (treeAddress: string, t?: Translator, creation?: string) =>
  readHead(treeAddress, t, creation);

const readHead = cache(
  async (treeAddress: string, t?: Translator, creation?: string): Promise<CampaignHead | null> => {
    const found = await readCampaignRow(treeAddress, creation);
    if (!found) return null;
    const { campaign, facts } = found;
    const [{ env, now, sponsor }, tokens] = await Promise.all([services(), readTokens([campaign.mint])]);
    const token = tokens.of(campaign.mint);
    const { decimals, unit, names } = token;
    const controls = campaignControls(facts, now(), t);
    const claim = registeredClaimControl(controls.claim, campaign.rootRegistered, t);
    return {
      campaign,
      token,
      action: {
        ...pickKeys(campaign),
        programId: env.VESTING_PROGRAM_ID,
        ...{ decimals, unit, names },
        vested: "0",
        unclaimed: "0",
        payableUntilSwept: "0",
        graceEnd: campaign.gracePeriod?.end ?? null,
        ...(facts.lookupTable && { lookupTable: facts.lookupTable }),
        ...(getSponsor({ sponsor, env }, campaign) && { isSponsored: true }),
      },
      controls: { ...controls, claim },
      authorities: controlsByAuthority(facts, now(), t),
      firstUnlock: firstUnlock(facts)?.toString() ?? null,
      treeGone: isTreeGone(facts),
      isOver: isOver(facts),
      canPayTwice: !isOver(facts) && facts.leafCount > 1 && facts.claimCount > 0 && facts.vaultBalance !== 0n,
    };
  },
);

/** Returns all data of a campaign's page except its lists; null if the tree is not registered. */
export const readCampaignPage = (treeAddress: string, t?: Translator, creation?: string) =>
  readPage(treeAddress, t, creation);

const readPage = cache(
  async (treeAddress: string, t?: Translator, creation?: string): Promise<CampaignPage | null> => {
    const found = await readCampaignRow(treeAddress, creation);
    if (!found) return null;
    const { campaign, facts, newestVersion } = found;
    const { reads: db, now: clock } = await services();
    const now = clock();
    const [head, sums, leaves, { prices }, only, waiting] = await Promise.all([
      readCampaignHead(treeAddress, t, creation),
      sharedSchedules(db, { campaign: facts, newestVersion, now }, MAX_SCHEDULES + 1),
      sharedVestedSums(db, { campaign: facts, newestVersion, now }),
      readMarket([campaign.mint]),
      campaign.leafCount === 1 ? readLeaves(campaign, 1) : null,
      readUnreleased(found),
    ]);
    if (!head) return null;
    const progress = campaignProgress(facts, leaves, now);
    const groups = scheduleGroups(sums.slice(0, MAX_SCHEDULES), campaign);
    return {
      ...head,
      price: head.token.isKnown ? (prices[campaign.mint] ?? null) : null,
      action: {
        ...head.action,
        vested: progress.vested.toString(),
        unclaimed: leaves.unclaimed.toString(),
        payableUntilSwept: progress.payableUntilSwept.toString(),
      },
      curve: {
        groups,
        total: BigInt(campaign.totalSupply),
        claimed: progress.paid,
        vested: progress.vested,
        now,
        cancelledAt: facts.cancelledAt,
        isCut: sums.length > MAX_SCHEDULES,
      },
      onlyLeaf: only?.leaves[0] ?? null,
      milestoneAmounts: milestoneAmounts(groups, campaign),
      paid: progress.paid.toString(),
      waiting: waiting.toString(),
    };
  },
);

function pickKeys(campaign: CampaignDetail) {
  const { treeAddress, creator, mint, cancelAuthority, pauseAuthority, totalSupply, totalClaimed } = campaign;
  return { treeAddress, creator, mint, cancelAuthority, pauseAuthority, totalSupply, totalClaimed };
}

function scheduleGroups(sums: readonly ScheduleSum[], { milestones }: CampaignDetail): ScheduleGroup[] {
  const released = new Map(milestones.map(({ index, releasedAt }) => [index, releasedAt]));
  return sums.flatMap((sum) => {
    if (!isReleaseType(sum.releaseType)) return [];
    const releasedAt = released.get(sum.milestoneIdx) ?? null;
    return [
      { ...sum, releaseType: sum.releaseType, releasedAt: releasedAt === null ? null : BigInt(releasedAt) },
    ];
  });
}

function milestoneAmounts(
  groups: readonly ScheduleGroup[],
  { milestones }: CampaignDetail,
): Record<number, string> {
  const sums: Record<number, bigint> = {};
  const released = new Set(milestones.flatMap(({ index, released }) => (released ? [index] : [])));
  for (const { releaseType, milestoneIdx, amount } of groups) {
    if (releaseType === ReleaseType.Milestone && !released.has(milestoneIdx))
      sums[milestoneIdx] = (sums[milestoneIdx] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sums).map(([index, sum]) => [index, sum.toString()]));
}
