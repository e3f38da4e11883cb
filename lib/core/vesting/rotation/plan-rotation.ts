import { maxBigInt, minBigInt } from "@/lib/core/bigint";
import {
  type CooperativeScheduler,
  createScheduler,
  processInChunks,
} from "@/lib/core/cooperative-scheduler";
import type { OwnAddresses } from "@/lib/core/recipients/unclaimable";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { matchLeaves, type WantedAllocation } from "./match-leaves";
import { entryName, type Payouts } from "./payouts";
import { findAllocationErrors, findSumError, type MatchedLeaf, type RotationError } from "./rotation-errors";

/** The input of a rotation: the leaves of the on-chain root by index, and all payouts of the campaign. */
export type RotationState = {
  leaves: readonly Leaf[];
  payouts: Payouts;
  totalSupply: bigint;
  own?: OwnAddresses;
};

export type RotationPlan = {
  /** The leaves of the new tree by index. */
  leaves: Leaf[];
  /** The leaf index of each wanted allocation, in the order of the list. */
  leafIndexes: number[];
  errors: RotationError[];
  /** @deprecated Use `leafIndexes`. */
  places: number[];
  /** @deprecated Use `errors`. */
  faults: RotationError[];
  /** The sum of the new list and the payouts that it does not include, in base units: at most the supply. */
  allocated: bigint;
  /** The part of `allocated` that was paid to recipients whom the list omits. */
  paidToGone: bigint;
};

/**
 * Plans the leaves of a rotation.
 * - A recipient in the current root keeps the leaf index forever, because the program counts claims by it.
 * - An omitted leaf with claims stays as a closed leaf; its amount is the claimed amount.
 * - An omitted leaf without claims becomes free for a new recipient, or stays with amount 0.
 *
 * Wanted allocations need valid schedules. Allocations that would pay twice, or that could never be paid, are
 * returned as errors. The planning runs in chunks, so that a page stays responsive.
 */
export async function planRotation(
  state: RotationState,
  wanted: readonly WantedAllocation[],
  scheduler: CooperativeScheduler = createScheduler(),
): Promise<RotationPlan> {
  const plan = new Planner(state, wanted);
  const each = <Item>(items: readonly Item[], work: (item: Item, index: number) => void) =>
    processInChunks({ count: items.length, chunkSize: ITEMS_PER_CHUNK, scheduler }, (from, to) => {
      for (let at = from; at < to; at++) work(items[at] as Item, at);
    });
  await each(wanted, ({ beneficiary }, position) => plan.want(beneficiary, position));
  await each(state.leaves, (leaf) => plan.have(leaf));
  const everyone = plan.beneficiaries();
  await each(everyone, (beneficiary) => plan.match(beneficiary));
  const unmatched: number[] = [];
  await each(wanted, (_, position) => plan.returns(position) || unmatched.push(position));
  await each(unmatched, (position) => plan.fill(position));
  await each(state.leaves, (leaf) => plan.close(leaf));
  const errors: RotationError[] = [];
  await each(everyone, (beneficiary) => errors.push(...plan.getErrors(beneficiary)));
  await each(plan.next, (leaf) => plan.count(leaf));
  return plan.finish(errors);
}

const ITEMS_PER_CHUNK = 100;

/** Assigns allocations to their leaves, one beneficiary at a time, and then fills the free indexes. */
class Planner {
  readonly next: Leaf[];
  private readonly positionsOf = new Map<string, number[]>();
  private readonly getLeaves = new Map<string, Leaf[]>();
  private readonly placed: (MatchedLeaf | undefined)[];
  private readonly taken = new Set<number>();
  private readonly counted = new Set<string>();
  private firstHole = 0;
  private listed = 0n;
  private value = 0n;
  private closedPaid = 0n;

  constructor(
    private readonly state: RotationState,
    private readonly wanted: readonly WantedAllocation[],
  ) {
    this.placed = new Array(wanted.length);
    this.next = [...state.leaves];
  }

  want(beneficiary: string, position: number): void {
    const positions = this.positionsOf.get(beneficiary);
    if (positions) positions.push(position);
    else this.positionsOf.set(beneficiary, [position]);
  }

  have(leaf: Leaf): void {
    if (!this.positionsOf.has(leaf.beneficiary)) return;
    const leaves = this.getLeaves.get(leaf.beneficiary);
    if (leaves) leaves.push(leaf);
    else this.getLeaves.set(leaf.beneficiary, [leaf]);
  }

  beneficiaries = (): string[] => [...this.positionsOf.keys()];

  match(beneficiary: string): void {
    const positions = this.positionsOf.get(beneficiary) ?? [];
    const entries = positions.map((position) => ({ position, allocation: this.at(position) }));
    const matches = matchLeaves(entries, this.getLeaves.get(beneficiary) ?? [], this.state.payouts);
    for (const { position, leaf } of matches) this.assign(position, leaf.leafIndex, leaf);
  }

  /**
   * Returns whether an allocation has a leaf index. A recipient who returns after a removal gets the index of
   * the earlier claims, if it is free.
   */
  returns(position: number): boolean {
    if (this.placed[position]) return true;
    for (const leafIndex of this.state.payouts.to(this.at(position).beneficiary).timed.keys()) {
      if (!this.isHole(leafIndex)) continue;
      this.assign(position, leafIndex, null);
      return true;
    }
    return false;
  }

  /** Assigns the first free index to an allocation, or the index after the last leaf. */
  fill(position: number): void {
    while (this.firstHole < this.state.leaves.length && !this.isHole(this.firstHole)) this.firstHole++;
    const isFull = this.firstHole >= this.state.leaves.length;
    this.assign(position, isFull ? this.next.length : this.firstHole, null);
  }

  /**
   * Closes a leaf that the list omits: its amount becomes the claimed amount, but at most its current amount.
   */
  close(leaf: Leaf): void {
    if (this.taken.has(leaf.leafIndex)) return;
    const paid = this.state.payouts.of(leaf);
    this.closedPaid += paid;
    this.next[leaf.leafIndex] = { ...leaf, amount: minBigInt(paid, leaf.amount) };
  }

  getErrors(beneficiary: string): RotationError[] {
    const positions = this.positionsOf.get(beneficiary) ?? [];
    const placed = positions.flatMap((position) => this.placed[position] ?? []);
    const { payouts, own } = this.state;
    return findAllocationErrors({ placed, current: this.getLeaves.get(beneficiary) ?? [] }, payouts, own);
  }

  /** Adds a new leaf to the sums, and the payouts under its key once. */
  count(leaf: Leaf): void {
    const paid = this.state.payouts.of(leaf);
    this.value += paid + maxBigInt(leaf.amount - paid, 0n);
    if (paid === 0n || this.counted.has(entryName(leaf))) return;
    this.counted.add(entryName(leaf));
    this.listed += paid;
  }

  finish(errors: RotationError[]): RotationPlan {
    const { payouts, totalSupply } = this.state;
    const unlisted = payouts.total - this.listed;
    const allocated = this.value + unlisted;
    const overSupply = findSumError({ allocated, totalSupply });
    const leafIndexes = this.placed.map((entry) => entry?.leaf.leafIndex ?? -1);
    const all = overSupply ? [...errors, overSupply] : errors;
    return {
      leaves: this.next,
      ...{ leafIndexes, errors: all, places: leafIndexes, faults: all },
      allocated,
      paidToGone: this.closedPaid + unlisted,
    };
  }

  private at(position: number): WantedAllocation {
    const wanted = this.wanted[position];
    if (!wanted) throw new RangeError(`There is no allocation ${position}.`);
    return wanted;
  }

  private assign(position: number, leafIndex: number, from: Leaf | null): void {
    const { row: _, ...allocation } = this.at(position);
    const leaf = { ...allocation, leafIndex };
    this.placed[position] = { position, leaf, from };
    this.next[leafIndex] = leaf;
    this.taken.add(leafIndex);
  }

  /** Returns whether a leaf index is free: no allocation uses it, and its last holder has claimed nothing. */
  private isHole(leafIndex: number): boolean {
    const leaf = this.state.leaves[leafIndex];
    return leaf !== undefined && !this.taken.has(leafIndex) && this.state.payouts.of(leaf) === 0n;
  }
}
