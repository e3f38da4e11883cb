import type { CampaignDetail } from "@/lib/contract/campaign";
import { earliestCliff, type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import {
  type CampaignFacts,
  gracePeriod,
  instantRefundEligible,
  type LifecycleStatus,
  lifecycleStatus,
} from "@/lib/core/vesting/lifecycle";
import { vaultShortfall } from "@/lib/core/vesting/payable";
import { calculatePercent } from "@/lib/core/vesting/progress";
import { type ChainCampaign, chainFields, type LeafFacts, toProgressFacts } from "./campaign-state";
import type { Report } from "./report";

const FROM_LEAVES = "It follows from the campaign's leaves. Pass all of them as `leaves`.";
const UNKNOWN_FACTS = "Too few transactions of the campaign are known.";

/** Facts of the leaves; `isKnown` is false if they are only stated in the answer. */
type KnownLeafFacts = LeafFacts & { isKnown: boolean };

/** Returns the facts of all leaves, or those that the answer states. */
export function toLeafFacts(
  detail: Pick<CampaignDetail, "milestones" | "minCliffTime">,
  { leaves, minCliffTime }: { leaves: readonly Leaf[] | null; minCliffTime: bigint | null | undefined },
): KnownLeafFacts {
  if (leaves) {
    const milestones = leaves.filter(({ releaseType }) => releaseType === ReleaseType.Milestone);
    const timed = leaves.filter(({ releaseType }) => releaseType !== ReleaseType.Milestone);
    const used = new Set(milestones.map(({ milestoneIdx }) => milestoneIdx));
    return {
      usedMilestones: [...used].sort((a, b) => a - b),
      firstTimedCliff: timed.length > 0 ? earliestCliff(timed) : null,
      minCliffTime: earliestCliff(leaves),
      isKnown: true,
    };
  }
  const stated = detail.minCliffTime === null ? null : BigInt(detail.minCliffTime);
  return {
    usedMilestones: detail.milestones.map(({ index }) => index),
    firstTimedCliff: null,
    minCliffTime: minCliffTime ?? stated,
    isKnown: false,
  };
}

type State = {
  report: Report;
  campaign: ChainCampaign;
  leafFacts: KnownLeafFacts;
  /** Why a difference to the current state may be right. */
  excuse: string | undefined;
  vaultBalance: bigint | null;
};

/** Checks the fields that the service computes from others, at the stated time. */
export function checkDerived(detail: CampaignDetail & { proof: { time: string } }, state: State): void {
  const { report, campaign, leafFacts, excuse, vaultBalance } = state;
  const facts = toProgressFacts(campaign, { ...leafFacts, vaultBalance });
  checkLeafFields(detail, state);
  checkCounts(detail, state);
  // A newer event can change each of these fields.
  if (!facts || excuse !== undefined) skipComputed(report, excuse ?? UNKNOWN_FACTS);
  else compareComputed(detail, { report, facts, isKnown: leafFacts.isKnown });
}

type Computed = { report: Report; facts: CampaignFacts; isKnown: boolean };

function compareComputed(
  detail: CampaignDetail & { proof: { time: string } },
  { report, facts, isKnown }: Computed,
): void {
  const now = BigInt(detail.proof.time);
  checkStatus(detail.status, { report, facts, now, isKnown });
  const grace = gracePeriod(facts, now);
  report.compare("gracePeriod", grace && { ...grace, end: grace.end.toString() }, UNKNOWN_FACTS);
  report.compare("instantRefundEligible", instantRefundEligible(facts, now), UNKNOWN_FACTS);
  report.compare(
    "analytics.percentClaimed",
    calculatePercent(facts.totalClaimed, facts.totalSupply),
    UNKNOWN_FACTS,
  );
  const isOwing = grace?.isExpired === true && !facts.withdrawn;
  report.compare("payableUntilSwept", isOwing ? undefined : 0n, "It follows from all leaves and claims.");
  if (!detail.vault) return;
  const shortfall = vaultShortfall(facts) ?? undefined;
  report.compare("vault.shortfall", shortfall, "It follows from all leaves and claims.");
}

function skipComputed(report: Report, reason: string): void {
  for (const path of ["status", "gracePeriod", "instantRefundEligible", "payableUntilSwept"])
    report.skipAll(path, reason);
  report.skip("analytics.percentClaimed", reason);
}

/** Fields that follow from the leaves. The account states the first cliff too, except for a stream's. */
function checkLeafFields(detail: CampaignDetail, state: State): void {
  const {
    report,
    campaign: { tree },
    leafFacts,
    excuse,
  } = state;
  const { isKnown, minCliffTime } = leafFacts;
  const isStated = tree?.minCliffTime != null && tree.minCliffTime !== 0n;
  report.compare("minCliffTime", isKnown || isStated ? minCliffTime : undefined, FROM_LEAVES, excuse);
  checkMilestones(detail, state);
}

/** Compares each position of the list with the milestone that belongs there, also if its index is false. */
function checkMilestones(detail: CampaignDetail, { report, campaign, leafFacts, excuse }: State): void {
  const { isKnown, usedMilestones } = leafFacts;
  const { releasedMilestones } = chainFields(campaign);
  const releases = campaign.events.filter((event) => event.name === "MilestoneReleased");
  for (const [at, stated] of detail.milestones.entries()) {
    const index = isKnown ? usedMilestones[at] : stated.index;
    const isReleased = index === undefined ? undefined : releasedMilestones?.includes(index);
    const release = releases.findLast(({ data }) => data.milestoneIdx === index);
    const releasedAt = isReleased === false ? null : (release?.blockTime ?? undefined);
    report.compare(`milestones.${at}.index`, isKnown ? index : undefined, FROM_LEAVES);
    report.compare(`milestones.${at}.released`, isReleased, UNKNOWN_FACTS, excuse);
    report.compare(`milestones.${at}.releasedAt`, releasedAt, UNKNOWN_FACTS, excuse);
  }
  if (!isKnown) report.skip("milestones", FROM_LEAVES);
  else if (usedMilestones.length === detail.milestones.length) report.accept("milestones");
  else report.reject("milestones", usedMilestones, "The leaves have other milestones.");
}

function checkStatus(
  answered: LifecycleStatus,
  input: { report: Report; facts: CampaignFacts; now: bigint; isKnown: boolean },
): void {
  const { report, facts, now, isKnown } = input;
  const possible = new Set<LifecycleStatus>([
    lifecycleStatus(facts, now, ...(isKnown ? [] : [false])),
    lifecycleStatus(facts, now, ...(isKnown ? [] : [canBeClaimable(facts, now)])),
  ]);
  const [first] = possible;
  if (possible.size === 1) report.compare("status", first, FROM_LEAVES);
  else if (possible.has(answered)) report.skip("status", FROM_LEAVES);
  else report.reject("status", [...possible].join(" or "), "The network determines another status.");
}

/** Before the first cliff of all leaves, only a released milestone can be claimed. */
const canBeClaimable = ({ minCliffTime, releasedMilestones }: CampaignFacts, now: bigint): boolean =>
  minCliffTime === null || now >= minCliffTime || releasedMilestones.length > 0;

/** Totals of all claims, from the complete history of the campaign. */
function checkCounts(detail: CampaignDetail, { report, campaign, excuse }: State): void {
  const reason = excuse ?? UNKNOWN_FACTS;
  const claims = campaign.events.flatMap((event) => (event.name === "Claimed" ? [event.data] : []));
  const isKnown = campaign.isWhole && excuse === undefined;
  const claimers = new Set(claims.map(({ beneficiary }) => beneficiary)).size;
  report.compare("analytics.claimCount", isKnown ? claims.length : undefined, reason);
  report.compare("analytics.uniqueClaimers", isKnown ? claimers : undefined, reason);
  report.compare("analytics.rootVersionCount", detail.rootVersions.length, reason);
}
