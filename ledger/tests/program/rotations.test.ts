import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTree } from "@/lib/core/merkle/tree";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { checkLeaves } from "@/lib/core/vesting/rotation/check-leaves";
import type { WantedAllocation } from "@/lib/core/vesting/rotation/match-leaves";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";
import { planRotation } from "@/lib/core/vesting/rotation/plan-rotation";
import { LONG } from "../support/long";
import { type Outcome, Svm } from "../support/svm";
import { caseCount } from "../support/thorough";
import { Campaign } from "./campaign";
import { AMOUNT, DAY, KINDS, type Kind, START } from "./campaign-plan";

const { Cliff, Linear, Milestone } = ReleaseType;
const CASES = caseCount(40);
const PEOPLE = 3;
const MILESTONES = [1, 2];
const FAR = START + 10_000n * DAY;

type Terms = Pick<WantedAllocation, "amount" | "releaseType" | "cliffTime" | "endTime" | "milestoneIdx"> & {
  who: number;
};

/** A change to a list of allocations; positions are taken modulo its length. */
type Edit =
  | { do: "remove" | "empty"; at: number }
  | { do: "add"; terms: Terms; at: number }
  | { do: "amount"; at: number; amount: bigint }
  | { do: "terms"; at: number; terms: Terms }
  | { do: "forget" };

type Step =
  | { do: "warp"; by: bigint }
  | { do: "claim"; leaf: number }
  | { do: "release"; milestone: number }
  | { do: "close"; who: number }
  | { do: "rotate"; edits: Edit[] };

const amount = fc.oneof(
  fc.constantFrom(AMOUNT, AMOUNT / 2n, 2n * AMOUNT),
  fc.bigInt({ min: 1n, max: 3n * AMOUNT }),
);
const terms: fc.Arbitrary<Terms> = fc.record({
  who: fc.nat({ max: PEOPLE - 1 }),
  amount,
  releaseType: fc.constantFrom(Cliff, Linear, Linear, Milestone),
  cliffTime: fc.constantFrom(START, START + DAY, START + 4n * DAY),
  endTime: fc.constantFrom(START + 4n * DAY, START + 11n * DAY),
  milestoneIdx: fc.constantFrom(...MILESTONES),
});
const at = fc.nat({ max: 9 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constantFrom("remove" as const, "empty" as const), at }),
  fc.record({ do: fc.constant("add" as const), terms, at }),
  fc.record({ do: fc.constant("amount" as const), at, amount }),
  fc.record({ do: fc.constant("terms" as const), at, terms }),
  fc.constant({ do: "forget" as const }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("warp" as const), by: fc.constantFrom(DAY, 3n * DAY) }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant("claim" as const), leaf: at }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("release" as const), milestone: fc.constantFrom(...MILESTONES) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("close" as const), who: fc.nat({ max: PEOPLE - 1 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("rotate" as const),
      edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
    }),
  },
);

const scenario = fc.record({
  kind: fc.constantFrom(...KINDS),
  first: fc.array(terms, { minLength: 2, maxLength: 5 }),
  spare: fc.constantFrom(0n, AMOUNT, 5n * AMOUNT),
  steps: fc.array(step, { minLength: 8, maxLength: 30, size: "max" }),
});

/** A campaign whose lists of allocations change, with the maximum of each person under the lists so far. */
class Rotated {
  readonly campaign: Campaign;
  readonly payouts = new Payouts();
  readonly paid: bigint[] = new Array(PEOPLE).fill(0n);
  /** The largest amount in any list so far. */
  readonly largest: bigint[] = new Array(PEOPLE).fill(0n);
  /** The amounts that the program itself lost track of when a record was closed. */
  readonly forgotten: bigint[] = new Array(PEOPLE).fill(0n);
  list: WantedAllocation[] = [];
  supply = 0n;
  /** Rotations of people who had claimed. */
  rotationsAfterClaims = 0;

  constructor(
    readonly svm: Svm,
    kind: Kind,
  ) {
    this.campaign = new Campaign(svm, kind);
  }

  async start(first: readonly Terms[], spare: bigint): Promise<boolean> {
    const list = withoutDuplicates(first.map((entry) => this.allocation(entry)));
    if (list.length < 2) return false;
    await this.lead(
      list.map((allocation, leafIndex) => ({ ...allocation, leafIndex })),
      list,
    );
    this.supply = this.campaign.supply() + spare;
    expect(this.campaign.create({ args: { totalSupply: this.supply } }).error).toBeNull();
    expect(this.campaign.fund(this.supply).error).toBeNull();
    return true;
  }

  async act(step: Step): Promise<void> {
    switch (step.do) {
      case "warp":
        this.svm.now += step.by;
        return;
      case "release":
        this.campaign.release(step.milestone);
        return;
      case "claim":
        this.claim(step.leaf % this.campaign.leaves.length);
        return;
      case "close":
        return this.close(step.who);
      case "rotate":
        return this.rotate(step.edits);
    }
  }

  claim(index: number): Outcome {
    const outcome = this.campaign.claim(index);
    for (const { name, data } of outcome.events) {
      if (name !== "Claimed") continue;
      const { beneficiary, leafIndex, amount, milestoneIdx } = data;
      this.payouts.add({ beneficiary, leafIndex, amount, milestoneIdx });
      const who = this.campaign.people.findIndex(
        (_, person) => this.campaign.address(person) === beneficiary,
      );
      this.paid[who] = (this.paid[who] ?? 0n) + amount;
    }
    this.expectBounds();
    return outcome;
  }

  private close(who: number): void {
    const record = this.campaign.record(who);
    if (record && this.campaign.closeRecord(who).error === null)
      this.forgotten[who] = (this.forgotten[who] ?? 0n) + record.claimedAmount;
  }

  private async rotate(edits: readonly Edit[]): Promise<void> {
    if (!this.campaign.state()) return this.expectEnded();
    const list = withoutDuplicates(edits.reduce((list, edit) => this.edited(list, edit), this.list));
    const state = { leaves: this.campaign.leaves, payouts: this.payouts, totalSupply: this.supply };
    const plan = await planRotation(state, list);
    if (plan.errors.length > 0) return;
    const before = this.campaign.leaves;
    const check = await checkLeaves({ before, after: plan.leaves, payouts: this.payouts });
    expect(check).toEqual({ moved: [], belowClaimed: [] });
    for (const [index, leaf] of plan.leaves.entries()) expect(leaf.leafIndex).toBe(index);
    await this.lead(
      plan.leaves,
      list.map((allocation, position) => ({ ...allocation, leafIndex: plan.leafIndexes[position] })),
    );
    const { error } = this.campaign.updateRoot();
    expect([null, "SameRoot"]).toContain(error);
    if (this.payouts.total > 0n) this.rotationsAfterClaims++;
  }

  /** The last claim of the whole balance, in SOL, closed the tree. */
  private expectEnded(): void {
    expect(this.campaign.kind).toBe("native");
    expect(this.payouts.total).toBe(this.supply);
    expect(this.campaign.updateRoot().error).toBe("AccountNotInitialized");
  }

  /** Rotates to these leaves, which equal the list. */
  private async lead(leaves: Leaf[], list: WantedAllocation[]): Promise<void> {
    this.campaign.leaves = leaves;
    this.campaign.merkle = await buildTree(leaves);
    this.list = list;
    for (let who = 0; who < PEOPLE; who++) {
      const total = this.calculateSum(list, who);
      if (total > (this.largest[who] ?? 0n)) this.largest[who] = total;
    }
  }

  private edited(list: WantedAllocation[], edit: Edit): WantedAllocation[] {
    if (edit.do === "forget") return list.map(({ leafIndex: _, ...rest }) => rest).toReversed();
    const at = edit.at % Math.max(1, list.length);
    switch (edit.do) {
      case "remove":
        return list.filter((_, position) => position !== at);
      case "empty":
        return list.map((entry, position) => (position === at ? { ...entry, amount: 0n } : entry));
      case "add":
        return list.toSpliced(at, 0, this.allocation(edit.terms));
      case "amount":
        return list.map((entry, position) => (position === at ? { ...entry, amount: edit.amount } : entry));
      case "terms":
        return list.map((entry, position) => {
          const { beneficiary, leafIndex } = entry;
          return position === at ? { ...this.allocation(edit.terms), beneficiary, leafIndex } : entry;
        });
    }
  }

  private allocation = ({ who, ...rest }: Terms): WantedAllocation => ({
    ...rest,
    startTime: START,
    beneficiary: this.campaign.address(who),
  });

  calculateSum = (leaves: readonly { beneficiary: string; amount: bigint }[], who: number) =>
    leaves
      .filter(({ beneficiary }) => beneficiary === this.campaign.address(who))
      .reduce((sum, { amount }) => sum + amount, 0n);

  expectBounds(): void {
    for (let who = 0; who < PEOPLE; who++) {
      const [paid = 0n, maximum = 0n, forgotten = 0n] = [
        this.paid[who],
        this.largest[who],
        this.forgotten[who],
      ];
      expect(paid).toBeLessThanOrEqual(maximum + forgotten);
    }
    expect(this.paid.reduce((sum, paid) => sum + paid, 0n)).toBeLessThanOrEqual(this.supply);
  }

  /**
   * Vests everything and claims for everyone: each person then has the sum of the last list and earlier
   * claims.
   */
  expectEverybodyPaid(): void {
    this.svm.now = FAR;
    for (const milestone of MILESTONES) this.campaign.release(milestone);
    const owed = this.paid.map((paid, who) => {
      const address = this.campaign.address(who);
      return (
        paid +
        this.payouts.getUnpaidAmount(this.campaign.leaves.filter((leaf) => leaf.beneficiary === address))
      );
    });
    for (const index of this.campaign.leaves.keys()) this.claim(index);
    if (this.forgotten.every((amount) => amount === 0n)) expect(this.paid).toEqual(owed);
  }
}

/** Returns a list that a form would accept: no person has a milestone twice. */
function withoutDuplicates(list: WantedAllocation[]): WantedAllocation[] {
  const seen = new Set<string>();
  return list.filter(({ beneficiary, releaseType, milestoneIdx }) => {
    if (releaseType !== Milestone) return true;
    const key = `${beneficiary} ${milestoneIdx}`;
    return !seen.has(key) && seen.add(key);
  });
}

test(
  "any rotation of any list pays each recipient at most the larger of two lists and loses no claim",
  LONG,
  async () => {
    let rotations = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async ({ kind, first, spare, steps }) => {
        const rotated = new Rotated(new Svm(START), kind);
        if (!(await rotated.start(first, spare))) return;
        for (const step of steps) await rotated.act(step);
        rotated.expectEverybodyPaid();
        rotations += rotated.rotationsAfterClaims;
      }),
      { numRuns: CASES },
    );
    expect(rotations).toBeGreaterThan(CASES / 4);
  },
);
