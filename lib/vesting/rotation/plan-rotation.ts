import { createPacer, inPieces, type Pacer } from "@/lib/merkle/pacer";
import type { Leaf } from "@/lib/vesting/leaf";
import { allocationFaults, type RotationFault, sumFault } from "./faults";
import { matchLeaves, type WantedAllocation } from "./match-leaves";
import { entryName, larger, type Payouts, smaller } from "./payouts";

/** What a rotation starts from: the leaves of the ledger's root by index, and all that the campaign has paid. */
export type RotationState = { leaves: readonly Leaf[]; payouts: Payouts; totalSupply: bigint };

export type RotationPlan = {
  /** The new tree's leaves by index. */
  leaves: Leaf[];
  /** The leaf index of each wanted allocation, in the order of the list. */
  places: number[];
  faults: RotationFault[];
  /** What the new list and the payouts that it does not list come to: no more than the supply, in base units. */
  allocated: bigint;
  /** What of it was paid to people whom the list leaves out. */
  paidToGone: bigint;
};

/** The new leaf of a wanted allocation and the current one that it goes on from, if there is one. */
export type Placed = { position: number; leaf: Leaf; from: Leaf | null };

const BENEFICIARIES_A_PIECE = 200;

/**
 * The leaves of a rotation. Whoever has a leaf in the current root keeps its index for ever, since the program counts
 * claims by it; a leaf that is left out stays, closed, with what was claimed of it as its amount, and one of which
 * nothing was claimed makes room for somebody new, or stays with 0. Wanted allocations need sound schedules; what else
 * would pay twice, or promise what is never paid, comes as faults. Works in pieces, so that a page stays alive.
 */
export async function planRotation(
  state: RotationState,
  wanted: readonly WantedAllocation[],
  pacer: Pacer = createPacer(),
): Promise<RotationPlan> {
  const plan = new Planner(state, wanted);
  const everyone = [...plan.byBeneficiary];
  await inPieces({ count: everyone.length, piece: BENEFICIARIES_A_PIECE, pacer }, (from, to) => {
    for (const [beneficiary, positions] of everyone.slice(from, to)) plan.match(beneficiary, positions);
  });
  if (pacer.due()) await pacer.pause();
  plan.placeRest();
  const faults: RotationFault[] = [];
  await inPieces({ count: everyone.length, piece: BENEFICIARIES_A_PIECE, pacer }, (from, to) => {
    for (const [beneficiary, positions] of everyone.slice(from, to))
      faults.push(...allocationFaults(plan.ofBeneficiary(beneficiary, positions), state.payouts));
  });
  if (pacer.due()) await pacer.pause();
  return plan.finish(faults);
}

/** Puts allocations at their leaves, beneficiary by beneficiary, then fills what is left open. */
class Planner {
  readonly byBeneficiary: Map<string, number[]>;
  private readonly leavesOf: Map<string, Leaf[]>;
  private readonly placed: (Placed | undefined)[];
  private readonly taken = new Set<number>();
  private readonly next: Leaf[];

  constructor(
    private readonly state: RotationState,
    private readonly wanted: readonly WantedAllocation[],
  ) {
    this.byBeneficiary = grouped(wanted, (_, position) => position);
    this.leavesOf = grouped(
      state.leaves.filter(({ beneficiary }) => this.byBeneficiary.has(beneficiary)),
      (leaf) => leaf,
    );
    this.placed = new Array(wanted.length);
    this.next = [...state.leaves];
  }

  match(beneficiary: string, positions: readonly number[]): void {
    const entries = positions.map((position) => ({ position, allocation: this.at(position) }));
    const matches = matchLeaves(entries, this.leavesOf.get(beneficiary) ?? [], this.state.payouts);
    for (const { position, leaf } of matches) this.place(position, leaf.leafIndex, leaf);
  }

  /** Places for those without a leaf: where they claimed once, else holes from the first on, else after the last. */
  placeRest(): void {
    const newcomers = this.wanted.flatMap((_, position) => (this.placed[position] ? [] : [position]));
    const strangers = newcomers.filter((position) => !this.returnsToOldPlace(position));
    const holes = this.state.leaves.filter((leaf) => this.isHole(leaf.leafIndex));
    for (const [order, position] of strangers.entries())
      this.place(position, holes[order]?.leafIndex ?? this.next.length, null);
    for (const leaf of this.state.leaves) {
      if (!this.taken.has(leaf.leafIndex)) this.next[leaf.leafIndex] = { ...leaf, amount: this.keptOf(leaf) };
    }
  }

  ofBeneficiary(beneficiary: string, positions: readonly number[]) {
    const placed = positions.flatMap((position) => this.placed[position] ?? []);
    return { placed, current: this.leavesOf.get(beneficiary) ?? [] };
  }

  finish(faults: RotationFault[]): RotationPlan {
    const { payouts, totalSupply } = this.state;
    const { allocated, unlisted } = sumUp(this.next, payouts);
    const closed = this.state.leaves.filter(({ leafIndex }) => !this.taken.has(leafIndex));
    const paidToGone = closed.reduce((sum, leaf) => sum + payouts.of(leaf), unlisted);
    const overSupply = sumFault({ allocated, totalSupply });
    return {
      leaves: this.next,
      places: this.placed.map((entry) => entry?.leaf.leafIndex ?? -1),
      faults: overSupply ? [...faults, overSupply] : faults,
      allocated,
      paidToGone,
    };
  }

  private at(position: number): WantedAllocation {
    const wanted = this.wanted[position];
    if (!wanted) throw new RangeError(`There is no allocation ${position}.`);
    return wanted;
  }

  private place(position: number, leafIndex: number, from: Leaf | null): void {
    const { row: _, ...allocation } = this.at(position);
    const leaf = { ...allocation, leafIndex };
    this.placed[position] = { position, leaf, from };
    this.next[leafIndex] = leaf;
    this.taken.add(leafIndex);
  }

  /** A leaf index that nobody holds on to, and of which its last holder has claimed nothing. */
  private isHole(leafIndex: number): boolean {
    const leaf = this.state.leaves[leafIndex];
    return leaf !== undefined && !this.taken.has(leafIndex) && this.state.payouts.of(leaf) === 0n;
  }

  /** Somebody back after a removal gets the index of his claims, if it is open still. */
  private returnsToOldPlace(position: number): boolean {
    const { beneficiary } = this.at(position);
    for (const leafIndex of this.state.payouts.to(beneficiary).timed.keys()) {
      if (!this.isHole(leafIndex)) continue;
      this.place(position, leafIndex, null);
      return true;
    }
    return false;
  }

  private keptOf(leaf: Leaf): bigint {
    return smaller(this.state.payouts.of(leaf), leaf.amount);
  }
}

/** Leaves with payouts under their names, and payouts under no name of theirs. */
function sumUp(leaves: readonly Leaf[], payouts: Payouts) {
  let allocated = 0n;
  let listed = 0n;
  const counted = new Set<string>();
  for (const leaf of leaves) {
    const paid = payouts.of(leaf);
    allocated += paid + larger(leaf.amount - paid, 0n);
    if (paid === 0n) continue;
    const name = entryName(leaf);
    if (!counted.has(name)) listed += paid;
    counted.add(name);
  }
  const unlisted = payouts.total - listed;
  return { allocated: allocated + unlisted, unlisted };
}

function grouped<Item extends { beneficiary: string }, Value>(
  items: readonly Item[],
  read: (item: Item, position: number) => Value,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [position, item] of items.entries()) {
    const group = groups.get(item.beneficiary);
    if (group) group.push(read(item, position));
    else groups.set(item.beneficiary, [read(item, position)]);
  }
  return groups;
}
