import { type CampaignFacts, type LifecycleStatus, lifecycleStatus, paidOut } from "./lifecycle";

/** The sums over the leaves and claims of a recipient, or of all recipients, at a date, in base units. */
export type StatementSums = {
  /** Paid by the program, under all roots of the campaign. */
  claimed: bigint;
  /** Vested and not claimed, leaf by leaf. */
  unclaimed: bigint;
  /** Neither vested nor claimed. */
  unvested: bigint;
  /** Deducted by the program, because an earlier campaign at the address paid it to the same beneficiary. */
  paidEarlier: bigint;
};

/**
 * The amounts of a statement, in base units: `granted` = `vested` + `unvested` + `forfeited`, and `outstanding` =
 * `granted` − `claimed` − `forfeited`.
 */
export type StatementAmounts = {
  granted: bigint;
  vested: bigint;
  claimed: bigint;
  unvested: bigint;
  /**
   * Not payable any more: not vested when the campaign ended, not claimed before the creator withdrew it, or paid by an
   * earlier campaign at the address.
   */
  forfeited: bigint;
  /** Still to pay: vested and not claimed, and not vested yet. */
  outstanding: bigint;
};

/** The totals of a statement. `supply` is the total supply, or the paid amount if that is larger. */
export type StatementTotals = StatementAmounts & {
  supply: bigint;
  /** The part of the supply that no recipient has. */
  unallocated: bigint;
  /** Claims that the program counts and that belong to no indexed claim, so that no recipient has them. */
  unattributed: bigint;
};

/** The facts of a campaign at the date of a statement that divide its amounts. */
type EndFacts = Pick<CampaignFacts, "instantRefunded" | "settled" | "withdrawn" | "cancelledAt">;

/** Returns whether the creator has received everything that was not claimed. */
const isReturned = ({ instantRefunded, settled, withdrawn }: EndFacts) =>
  instantRefunded || settled || withdrawn;

/** Returns the amounts of one recipient from the sums over the recipient's leaves and claims. */
export function statementAmounts(sums: StatementSums, facts: EndFacts): StatementAmounts {
  const { claimed, unclaimed, unvested, paidEarlier } = sums;
  const granted = claimed + unclaimed + unvested + paidEarlier;
  if (isReturned(facts)) {
    return {
      granted,
      vested: claimed,
      claimed,
      unvested: 0n,
      forfeited: unclaimed + unvested + paidEarlier,
      outstanding: 0n,
    };
  }
  const vested = claimed + unclaimed;
  if (facts.cancelledAt !== null) {
    const forfeited = unvested + paidEarlier;
    return { granted, vested, claimed, unvested: 0n, forfeited, outstanding: unclaimed };
  }
  return { granted, vested, claimed, unvested, forfeited: paidEarlier, outstanding: unclaimed + unvested };
}

type TotalFacts = EndFacts & Pick<CampaignFacts, "totalSupply" | "totalClaimed" | "settledAmount">;

/**
 * Returns the totals of a campaign from the sums over all recipients. The claimed amount is the program's own total,
 * as in the supply of the mint. The program never pays more than the supply, so the vested amount has that limit.
 */
export function statementTotals(sums: StatementSums, facts: TotalFacts): StatementTotals {
  const paid = paidOut(facts);
  const unattributed = paid > sums.claimed ? paid - sums.claimed : 0n;
  const left = facts.totalSupply > paid ? facts.totalSupply - paid : 0n;
  const open = sums.unclaimed > unattributed ? sums.unclaimed - unattributed : 0n;
  const unclaimed = open < left ? open : left;
  const listed = sums.claimed + sums.unclaimed + sums.unvested + sums.paidEarlier;
  const granted = listed > paid + unclaimed ? listed : paid + unclaimed;
  const rest = granted - paid - unclaimed;
  const paidEarlier = sums.paidEarlier < rest ? sums.paidEarlier : rest;
  const amounts = statementAmounts(
    { claimed: paid, unclaimed, unvested: rest - paidEarlier, paidEarlier },
    facts,
  );
  const supply = paid + left;
  return { ...amounts, supply, unallocated: supply > granted ? supply - granted : 0n, unattributed };
}

/** One percent in basis points, the unit of withholding rates. */
const BASIS_POINTS_OF_WHOLE = 10_000n;

/** Returns the part of a claimed amount that a creator withholds, rounded down, in base units. */
export const getWithheldAmount = (claimed: bigint, basisPoints: bigint): bigint =>
  (claimed * basisPoints) / BASIS_POINTS_OF_WHOLE;

/** The state of a campaign at the date of a statement; `not_created` before its creation. */
export type StatementStatus = LifecycleStatus | "not_created";

/** Returns the state of a campaign at `at` (unix seconds); `createdAt` is null while the creation is unknown. */
export const statementStatus = (
  facts: CampaignFacts,
  { at, createdAt }: { at: bigint; createdAt: bigint | null },
): StatementStatus => (createdAt !== null && at < createdAt ? "not_created" : lifecycleStatus(facts, at));

/** The events of a campaign up to a date, as the database returns them. */
export type StatementHistory = {
  /** The newest end of the campaign up to the date, and whether any end is indexed at all. */
  cancelledAt: bigint | null;
  hasEndEvent: boolean;
  isRefunded: boolean;
  hasRefundEvent: boolean;
  /** The amount that a stream's cancellation up to the date paid; null without one. */
  settledAmount: bigint | null;
  isWithdrawn: boolean;
  /** The newest pause or resumption up to the date, and whether a pause, resumption or end follows. */
  wasPaused: boolean;
  hasLaterPause: boolean;
  /** Milestones that were released only after the date. */
  laterMilestones: readonly number[];
  /** The program's total of the newest claim up to the date, and whether a claim follows. */
  claimedUntil: bigint;
  hasLaterClaim: boolean;
};

/** The facts that a registered recipient list determines. */
type ListFacts = Pick<CampaignFacts, "minCliffTime" | "firstTimedCliff" | "usedMilestones" | "leafCount">;

/**
 * Returns the facts of a campaign at `at` (unix seconds). A value that no later event has changed is the current one,
 * which also covers values that were read from the account because events are missing.
 */
export function factsAt(
  current: CampaignFacts,
  { history, list, at }: { history: StatementHistory; list: ListFacts; at: bigint },
): CampaignFacts {
  const isAccountEnd = !history.hasEndEvent && current.cancelledAt !== null && current.cancelledAt <= at;
  return {
    ...current,
    ...list,
    cancelledAt: isAccountEnd ? current.cancelledAt : history.cancelledAt,
    instantRefunded: history.hasRefundEvent ? history.isRefunded : current.instantRefunded && isAccountEnd,
    settled: history.settledAmount !== null,
    settledAmount: history.settledAmount ?? 0n,
    withdrawn: history.isWithdrawn,
    paused: history.hasLaterPause ? history.wasPaused : current.paused,
    releasedMilestones: current.releasedMilestones.filter(
      (index) => !history.laterMilestones.includes(index),
    ),
    totalClaimed: history.hasLaterClaim ? history.claimedUntil : current.totalClaimed,
  };
}
