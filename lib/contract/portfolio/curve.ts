import { type ClaimStep, claimSteps } from "@/lib/core/vesting/claim-steps";
import type { ScheduleGroup } from "@/lib/core/vesting/curve-points";
import { isReleaseType, ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { getEarlierGeneration } from "../campaign";
import { type CampaignIdentity, campaignKey } from "../names";
import { type BeneficiaryRow, beneficiaryProgress } from "./rows";

/** The combined vesting curve of an address's allocations; amounts in one unit, such as cents. */
export type PortfolioCurve = {
  groups: ScheduleGroup[];
  /** The maximum that can ever vest. */
  total: bigint;
  claimed: bigint;
  /** Past claims and settlements, in order of time. */
  claims: ClaimStep[];
  /** Whether `claims` omits the oldest ones. */
  omitsOldClaims: boolean;
  now: bigint;
  /** Whether the smallest schedules are omitted. */
  isCut: boolean;
  /** The next date on which a schedule begins to unlock; null without one. */
  nextCliff: NextCliff | null;
};

/** `isFirst` states whether the campaign has unlocked nothing for the address before. */
type NextCliff = {
  at: bigint;
  campaign: Pick<BeneficiaryRow["campaign"], "metadata" | "treeAddress">;
  isFirst: boolean;
};

/** Maximum number of schedules in a curve. */
const MAX_SCHEDULES = 1_000;

/** A payment to the address; `amount` in base units of the mint, `blockTime` in unix seconds. */
type PastClaim = CampaignIdentity & { mint: string; amount: bigint; blockTime: bigint };

type Sources = {
  /** Converts an amount of a campaign's mint to the curve's unit; null excludes the campaign. */
  convert: (mint: string, baseUnits: bigint) => bigint | null;
  /** Returns the release time of a campaign's milestone, in unix seconds. */
  releasedAt: (row: BeneficiaryRow, milestoneIdx: number) => bigint | null;
  /** Payments to the address, newest first, and whether older ones exist. */
  past: { claims: readonly PastClaim[]; isCut: boolean };
  now: bigint;
};

/**
 * Combines campaigns into one curve. A cancelled or refunded campaign counts with the amount that had vested
 * by then.
 */
export function portfolioCurve(rows: readonly BeneficiaryRow[], sources: Sources): PortfolioCurve {
  const { convert, now } = sources;
  const groups = new Map<string, ScheduleGroup>();
  let claimed = 0n;
  let nextCliff: NextCliff | null = null;
  for (const row of rows) {
    const { mint } = row.campaign;
    if (convert(mint, 0n) === null) continue;
    claimed += convert(mint, beneficiaryProgress(row, now).total.claimedSoFar) ?? 0n;
    const ofRow = getGroups(row, sources);
    const cliff = getNextCliff(row, ofRow, now);
    if (cliff && (nextCliff === null || cliff.at < nextCliff.at)) nextCliff = cliff;
    for (const group of ofRow) {
      const amount = convert(mint, group.amount) ?? 0n;
      const key = [group.releaseType, group.cliffTime, group.endTime, group.releasedAt].join(" ");
      const known = groups.get(key);
      if (known) known.amount += amount;
      else groups.set(key, { ...group, amount });
    }
  }
  const all = [...groups.values()].filter(({ amount }) => amount > 0n);
  const largest = all.sort((a, b) => Number(b.amount > a.amount) - Number(b.amount < a.amount));
  return {
    groups: largest.slice(0, MAX_SCHEDULES),
    total: largest.reduce((sum, { amount }) => sum + amount, 0n),
    ...{ claimed, now, isCut: largest.length > MAX_SCHEDULES, nextCliff },
    ...{ claims: pastClaims(rows, sources, claimed), omitsOldClaims: sources.past.isCut },
  };
}

function getNextCliff(row: BeneficiaryRow, groups: readonly ScheduleGroup[], now: bigint): NextCliff | null {
  const timed = groups.filter(
    ({ releaseType, amount }) => releaseType !== ReleaseType.Milestone && amount > 0n,
  );
  const cliffs = timed.map(({ cliffTime }) => cliffTime);
  const next = cliffs.reduce<bigint | null>(
    (first, at) => (at > now && (first === null || at < first) ? at : first),
    null,
  );
  if (next === null) return null;
  return { at: next, campaign: row.campaign, isFirst: cliffs.every((at) => at >= next) };
}

/** Returns the sums of the payments by these campaigns. Payments of other campaigns do not count. */
function pastClaims(rows: readonly BeneficiaryRow[], { past, convert }: Sources, claimed: bigint) {
  const counted = new Set(
    rows.map(({ campaign }) =>
      campaignKey({ treeAddress: campaign.treeAddress, earlierGeneration: getEarlierGeneration(campaign) }),
    ),
  );
  const payments = past.claims.flatMap((claim) => {
    const amount = counted.has(campaignKey(claim)) ? convert(claim.mint, claim.amount) : null;
    return amount === null ? [] : [{ at: claim.blockTime, amount }];
  });
  return claimSteps(payments, claimed);
}

function getGroups(row: BeneficiaryRow, { releasedAt, now }: Sources): ScheduleGroup[] {
  const { campaign, leaves } = row;
  const groups = leaves.flatMap((leaf): ScheduleGroup[] => {
    if (!isReleaseType(leaf.releaseType)) return [];
    const isMilestone = leaf.releaseType === ReleaseType.Milestone;
    return [
      {
        ...{ ...leaf, releaseType: leaf.releaseType },
        releasedAt: isMilestone ? releasedAt(row, leaf.milestoneIdx) : null,
      },
    ];
  });
  const isOver = campaign.instantRefunded || campaign.settled;
  if (campaign.cancelledAt === null && !isOver) return groups;
  const endedAt = campaign.cancelledAt ?? now;
  const vested = groups.map((group) => capped(group, vestedBy(group, endedAt)));
  return isOver
    ? getPaidAmount(vested, { paid: beneficiaryProgress(row, now).total.claimedSoFar, endedAt })
    : vested;
}

/** Returns the amount that a schedule vests if its clock stops at a time. A released milestone counts in full. */
function vestedBy(group: ScheduleGroup, at: bigint): bigint {
  if (group.releaseType === ReleaseType.Milestone) return group.releasedAt === null ? 0n : group.amount;
  return vestedAmount(group, { now: at, cancelledAt: null });
}

/**
 * Returns the schedules of a refunded or settled campaign up to its end. They vest the paid amount in total:
 * a settlement can pay more or less than the schedules had vested.
 */
function getPaidAmount(
  vested: readonly ScheduleGroup[],
  { paid, endedAt }: { paid: bigint; endedAt: bigint },
): ScheduleGroup[] {
  let rest = paid;
  const groups = vested.map((group) => {
    const amount = group.amount < rest ? group.amount : rest;
    rest -= amount;
    return capped(group, amount);
  });
  return [...groups, cliffGroup(rest, endedAt)];
}

const cliffGroup = (amount: bigint, at: bigint): ScheduleGroup => ({
  ...{ amount, releaseType: ReleaseType.Cliff, startTime: at, cliffTime: at, endTime: at },
  ...{ milestoneIdx: 0, releasedAt: null },
});

/**
 * Returns a schedule that vests at most `amount`. A linear schedule ends when it reaches that amount; the end is
 * rounded down, so that the schedule never vests less than before.
 */
function capped(group: ScheduleGroup, amount: bigint): ScheduleGroup {
  if (group.releaseType !== ReleaseType.Linear || group.amount === 0n) return { ...group, amount };
  const { cliffTime, endTime } = group;
  return { ...group, amount, endTime: cliffTime + ((endTime - cliffTime) * amount) / group.amount };
}
