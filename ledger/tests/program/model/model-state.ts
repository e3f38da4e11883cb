import type { ProgramEvent } from "@/lib/core/solana/events";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { GRACE, type Kind } from "../campaign-plan";

/** The program's refusal, by name. */
export class Refused extends Error {}

export function unless(condition: boolean, error: string): asserts condition {
  if (!condition) throw new Refused(error);
}

export type ModelTree = {
  merkleRoot: string;
  leafCount: number;
  totalSupply: bigint;
  totalClaimed: bigint;
  cancellable: boolean;
  cancelledAt: bigint | null;
  paused: boolean;
  createdAt: bigint;
  releasedMilestones: number[];
  minCliffTime: bigint;
  instantRefunded: boolean;
};

export type ModelRecord = {
  claimedAmount: bigint;
  totalEntitled: bigint;
  lastClaimAt: bigint;
  claimedMilestones: number[];
  leafClaims: { leafIndex: number; amount: bigint }[];
};

/** The inputs of the model: addresses, and the rent of accounts. */
export type Setting = {
  kind: Kind;
  treeAddress: string;
  creator: string;
  mint: string;
  people: string[];
  treeRent: bigint;
  recordRent: bigint;
};

export type Terms = Pick<ModelTree, "merkleRoot" | "leafCount" | "minCliffTime">;

const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

/** Returns the vested amount by the clock, rounded down; other code checks a milestone's flag. */
function vestedByClock(leaf: Leaf, at: bigint): bigint {
  if (leaf.releaseType === ReleaseType.Cliff) return at >= leaf.cliffTime ? leaf.amount : 0n;
  if (at >= leaf.endTime) return leaf.amount;
  return at > leaf.cliffTime ? (leaf.amount * (at - leaf.cliffTime)) / (leaf.endTime - leaf.cliffTime) : 0n;
}

/** One campaign in the model, with the sums that several instructions share. */
export class ModelState {
  tree: ModelTree | null = null;
  held = 0n;
  readonly records = new Map<number, ModelRecord>();
  /** Gains and losses since the start, in tokens or lamports. */
  creatorGain = 0n;
  readonly gains = [0n, 0n, 0n];
  events: ProgramEvent[] = [];

  constructor(
    readonly setting: Setting,
    public now: bigint,
  ) {}

  protected get native(): boolean {
    return this.setting.kind === "native";
  }

  protected emit(event: ProgramEvent): void {
    this.events.push(event);
  }

  /** Returns the tree; a native campaign loses its tree once it has paid out everything. */
  protected existing(): ModelTree {
    unless(this.tree !== null, "AccountNotInitialized");
    return this.tree;
  }

  protected isGraceOver(tree: ModelTree): boolean {
    return tree.cancelledAt !== null && this.now >= tree.cancelledAt + GRACE;
  }

  /** The balance of the campaign's account; a native tree's balance includes its rent. */
  protected get purse(): bigint {
    return this.native ? this.held + this.setting.treeRent : this.held;
  }

  protected setCancelled(tree: ModelTree): void {
    tree.cancelledAt = this.now;
    tree.paused = false;
  }

  protected gain(who: number, amount: bigint): void {
    this.gains[who] = (this.gains[who] ?? 0n) + amount;
  }

  protected sweep(): bigint {
    const amount = this.held;
    unless(amount > 0n, "NothingToClaim");
    this.creatorGain += amount;
    this.held = 0n;
    return amount;
  }

  protected vestedAndUnclaimed(tree: ModelTree, leaf: Leaf, who: number): bigint {
    const record = this.records.get(who);
    if (leaf.releaseType === ReleaseType.Milestone) {
      const isDue = tree.releasedMilestones.includes(leaf.milestoneIdx);
      return isDue && !record?.claimedMilestones.includes(leaf.milestoneIdx) ? leaf.amount : 0n;
    }
    const claimed = record?.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex)?.amount ?? 0n;
    const vested = vestedByClock(leaf, smaller(this.now, tree.cancelledAt ?? this.now));
    return vested > claimed ? vested - claimed : 0n;
  }

  /** Returns the amount due to a person now. A withdrawn `single` leaf counts as over once it has vested. */
  protected due(tree: ModelTree, leaf: Leaf, { who, single }: { who: number; single: boolean }): bigint {
    if (leaf.releaseType === ReleaseType.Milestone) {
      const isClaimed = this.records.get(who)?.claimedMilestones.includes(leaf.milestoneIdx) ?? false;
      unless(!isClaimed, "MilestoneAlreadyClaimed");
      unless(tree.releasedMilestones.includes(leaf.milestoneIdx), "MilestoneNotReleased");
    }
    const amount = this.vestedAndUnclaimed(tree, leaf, who);
    const end = single && leaf.releaseType === ReleaseType.Cliff ? leaf.cliffTime : leaf.endTime;
    const isOver = smaller(this.now, tree.cancelledAt ?? this.now) >= end;
    unless(amount > 0n, isOver ? "StreamExpired" : "NothingToClaim");
    return amount;
  }

  protected hasCapacity(who: number, leaf: Leaf): boolean {
    const claims = this.records.get(who)?.leafClaims ?? [];
    const isKnown = claims.some(({ leafIndex }) => leafIndex === leaf.leafIndex);
    return leaf.releaseType === ReleaseType.Milestone || isKnown || claims.length < 8;
  }

  /** Returns a person's record, and creates it with `entitled` if it is missing. */
  protected recordFor(who: number, entitled: bigint): ModelRecord {
    const fresh = { claimedAmount: 0n, totalEntitled: entitled, lastClaimAt: 0n };
    const record = this.records.get(who) ?? { ...fresh, claimedMilestones: [], leafClaims: [] };
    this.records.set(who, record);
    return record;
  }

  protected isFirstClaim(record: ModelRecord, leaf: Leaf): boolean {
    return (
      leaf.releaseType === ReleaseType.Milestone ||
      !record.leafClaims.some(({ leafIndex }) => leafIndex === leaf.leafIndex)
    );
  }

  protected book(record: ModelRecord, leaf: Leaf, amount: bigint): void {
    record.claimedAmount += amount;
    record.lastClaimAt = this.now;
    const known = record.leafClaims.find(({ leafIndex }) => leafIndex === leaf.leafIndex);
    if (leaf.releaseType === ReleaseType.Milestone) {
      record.claimedMilestones = [...record.claimedMilestones, leaf.milestoneIdx].sort((a, b) => a - b);
    } else if (known) {
      known.amount += amount;
    } else {
      record.leafClaims = [...record.leafClaims, { leafIndex: leaf.leafIndex, amount }];
    }
  }
}
