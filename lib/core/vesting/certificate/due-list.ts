import type { LeafList } from "@/lib/core/merkle/leaf-list";
import { type OwnAddresses, unclaimableKind } from "@/lib/core/recipients/unclaimable";
import type { ClaimRecord, VestingTree } from "@/lib/core/solana/accounts";
import { recordedAmount } from "@/lib/core/solana/claim-record";
import { isOrderedSchedule, isReleaseType, type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { MAX_TIMED_LEAVES } from "@/lib/core/vesting/schedule-spec/schedule-spec";

/**
 * Why a leaf can never be paid in full, as the program's error or as a name of this list: no key can sign for the
 * address, or the claim record counts payments of an earlier campaign at the same address.
 */
export type LeafDefect =
  | "UnclaimableAddress"
  | "EarlierCampaignRecord"
  | "InvalidSchedule"
  | "InvalidScheduleType"
  | "MilestoneAlreadyClaimed"
  | "PerLeafCapExceeded";

type State = Pick<VestingTree, "cancelledAt" | "releasedMilestones" | "createdAt">;

export type DueListInput = {
  leaves: LeafList;
  tree: State;
  /** Claim records by beneficiary. */
  records: ReadonlyMap<string, ClaimRecord>;
  /** Unix seconds. */
  now: bigint;
  own: OwnAddresses;
};

/**
 * The amounts that a campaign owes its leaves over time, in base units, by arithmetic. An unreleased milestone counts
 * as released at the earliest cliff of its leaves, or at `now` if that has passed. After a cancellation it counts as
 * never released.
 */
export class DueList {
  readonly leaves: LeafList;
  /** Leaves that are never paid in full, by position. */
  readonly defects: ReadonlyMap<number, LeafDefect>;
  /** When each milestone counts as released, in unix seconds. */
  readonly releases: ReadonlyMap<number, bigint>;
  private readonly claimed: readonly bigint[];
  private readonly cancelledAt: bigint | null;

  constructor({ leaves, tree, records, now, own }: DueListInput) {
    this.leaves = leaves;
    this.cancelledAt = tree.cancelledAt;
    this.releases = releaseTimes(leaves, tree, now);
    this.claimed = Array.from({ length: leaves.length }, (_, at) => getClaimedAmount(leaves, at, records));
    this.defects = findDefects({ leaves, tree, records, now, own });
  }

  /** Returns the vested amount of a leaf. */
  vested(position: number, time: bigint): bigint {
    const { leaves, cancelledAt } = this;
    const releaseType = leaves.releaseType(position);
    const amount = leaves.amount(position);
    if (releaseType === ReleaseType.Milestone) {
      const released = this.releases.get(leaves.milestoneIdx(position));
      return released !== undefined && time >= released ? amount : 0n;
    }
    const terms = {
      ...{ releaseType, amount },
      cliffTime: leaves.cliffTime(position),
      endTime: leaves.endTime(position),
    };
    return vestedAmount(terms, { now: time, cancelledAt });
  }

  /** Returns the amount that the program pays for a leaf by `time`, in addition to the recorded claims. */
  due(position: number, time: bigint): bigint {
    const left = this.vested(position, time) - this.recorded(position);
    return left > 0n ? left : 0n;
  }

  /** Returns the amount that the claim record counts as claimed from a leaf. */
  recorded = (position: number): bigint => this.claimed[position] ?? 0n;

  /** Returns whether the program pays a leaf at all. */
  isPayable(position: number): boolean {
    const defect = this.defects.get(position);
    return defect === undefined || defect === "EarlierCampaignRecord";
  }

  /** Returns the sum of `due` over the leaves that the program pays. */
  total(time: bigint): bigint {
    let sum = 0n;
    for (let position = 0; position < this.leaves.length; position++)
      if (this.isPayable(position)) sum += this.due(position, time);
    return sum;
  }

  /** Returns the first second from `from` to `to` at which more is due than `available`; null if there is none. */
  shortfallTime(available: bigint, from: bigint, to: bigint): bigint | null {
    if (this.total(to) <= available) return null;
    let [low, high] = [from - 1n, to];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (this.total(middle) > available) high = middle;
      else low = middle;
    }
    return high;
  }
}

function releaseTimes(leaves: LeafList, tree: State, now: bigint): Map<number, bigint> {
  const releases = new Map<number, bigint>();
  for (let position = 0; position < leaves.length; position++) {
    if (leaves.releaseType(position) !== ReleaseType.Milestone) continue;
    const index = leaves.milestoneIdx(position);
    const isReleased = tree.releasedMilestones.includes(index);
    if (tree.cancelledAt !== null && !isReleased) continue;
    const cliff = leaves.cliffTime(position);
    const time = isReleased || cliff < now ? now : cliff;
    const known = releases.get(index);
    if (known === undefined || time < known) releases.set(index, time);
  }
  return releases;
}

function getClaimedAmount(leaves: LeafList, position: number, records: DueListInput["records"]): bigint {
  const record = records.get(leaves.beneficiary(position));
  return record ? recordedAmount(record, leaves.at(position)) : 0n;
}

function findDefects(input: DueListInput): Map<number, LeafDefect> {
  const finder = new DefectFinder(input);
  const defects = new Map<number, LeafDefect>();
  for (let position = 0; position < input.leaves.length; position++) {
    const defect = finder.getDefect(position);
    if (defect) defects.set(position, defect);
  }
  return defects;
}

/** Finds the defects of leaves in their order. */
class DefectFinder {
  private readonly milestones = new Set<string>();
  /** Free slots of the claim records, by beneficiary. */
  private readonly freeSlots = new Map<string, number>();

  constructor(private readonly input: DueListInput) {}

  getDefect(position: number): LeafDefect | null {
    const leaf = this.input.leaves.at(position);
    if (leaf.amount === 0n) return null;
    if (unclaimableKind(leaf.beneficiary, this.input.own)) return "UnclaimableAddress";
    if (!isReleaseType(leaf.releaseType)) return "InvalidScheduleType";
    if (!isOrderedSchedule(leaf)) return "InvalidSchedule";
    const isMilestone = leaf.releaseType === ReleaseType.Milestone;
    const defect = isMilestone ? this.duplicateMilestone(leaf) : this.missingSlot(leaf);
    return defect ?? this.earlierClaim(position, leaf.beneficiary);
  }

  private duplicateMilestone({ beneficiary, milestoneIdx }: Leaf): LeafDefect | null {
    const key = `${beneficiary} ${milestoneIdx}`;
    const isDuplicate = this.milestones.has(key);
    this.milestones.add(key);
    return isDuplicate ? "MilestoneAlreadyClaimed" : null;
  }

  private missingSlot({ beneficiary, leafIndex }: Leaf): LeafDefect | null {
    const claims = this.input.records.get(beneficiary)?.leafClaims ?? [];
    if (claims.some((claim) => claim.leafIndex === leafIndex)) return null;
    const slots = this.freeSlots.get(beneficiary) ?? MAX_TIMED_LEAVES - claims.length;
    if (slots === 0) return "PerLeafCapExceeded";
    this.freeSlots.set(beneficiary, slots - 1);
    return null;
  }

  private earlierClaim(position: number, beneficiary: string): LeafDefect | null {
    const { leaves, records, tree } = this.input;
    const record = records.get(beneficiary);
    const isEarlier = record !== undefined && record.lastClaimAt < tree.createdAt;
    return isEarlier && getClaimedAmount(leaves, position, records) > 0n ? "EarlierCampaignRecord" : null;
  }
}
