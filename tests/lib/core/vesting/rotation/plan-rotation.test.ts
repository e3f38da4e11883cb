import { describe, expect, test } from "vitest";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import type { WantedAllocation } from "@/lib/core/vesting/rotation/match-leaves";
import { type Payout, Payouts } from "@/lib/core/vesting/rotation/payouts";
import { planRotation } from "@/lib/core/vesting/rotation/plan-rotation";
import { rotationErrorSentence } from "@/lib/core/vesting/rotation/rotation-errors";

const { Cliff, Linear, Milestone } = ReleaseType;

type Terms = Partial<Omit<WantedAllocation, "beneficiary">>;

const gives = (beneficiary: string, amount: bigint, terms: Terms = {}): WantedAllocation => ({
  beneficiary,
  amount,
  releaseType: Linear,
  startTime: 10n,
  cliffTime: 20n,
  endTime: 30n,
  milestoneIdx: 0,
  ...terms,
});

const indexed = (list: WantedAllocation[]): Leaf[] =>
  list.map((entry, leafIndex) => ({ ...entry, leafIndex }));

const paid = (
  beneficiary: string,
  leafIndex: number,
  amount: bigint,
  milestoneIdx: number | null = null,
): Payout => ({
  beneficiary,
  leafIndex,
  amount,
  milestoneIdx,
});

type Case = {
  before: WantedAllocation[];
  payouts?: Payout[];
  wanted: WantedAllocation[];
  totalSupply?: bigint;
};

const plan = ({ before, payouts = [], wanted, totalSupply = 1_000n }: Case) =>
  planRotation({ leaves: indexed(before), payouts: new Payouts(payouts), totalSupply }, wanted);

const brief = (leaves: readonly Leaf[]) =>
  leaves.map(({ beneficiary, amount }) => `${beneficiary} ${amount}`);

const three = [gives("A", 40n), gives("B", 40n), gives("C", 40n)];

describe("leaf indexes", () => {
  test("keeps the leaf index when the first of three is removed after the second claimed", async () => {
    const wanted = three.slice(1);
    const { leaves, leafIndexes, errors } = await plan({
      before: three,
      payouts: [paid("B", 1, 40n)],
      wanted,
    });
    expect(brief(leaves)).toEqual(["A 0", "B 40", "C 40"]);
    expect(leafIndexes).toEqual([1, 2]);
    expect(errors).toEqual([]);
  });

  test("keeps the leaf index in any order of the list", async () => {
    const { leaves } = await plan({ before: three, wanted: three.toReversed() });
    expect(brief(leaves)).toEqual(["A 40", "B 40", "C 40"]);
  });

  test("keeps the leaf index while a new recipient takes the place of a removed one without claims", async () => {
    const wanted = [gives("D", 10n), gives("E", 20n), ...three.slice(1)];
    expect(brief((await plan({ before: three, wanted })).leaves)).toEqual(["D 10", "B 40", "C 40", "E 20"]);
  });

  test("keeps a removed recipient with a claim as a closed leaf with the claimed amount", async () => {
    const wanted = [gives("A", 40n), gives("D", 10n), gives("C", 40n)];
    const { leaves, allocated, paidToGone } = await plan({
      before: three,
      payouts: [paid("B", 1, 15n)],
      wanted,
    });
    expect(brief(leaves)).toEqual(["A 40", "B 15", "C 40", "D 10"]);
    expect([allocated, paidToGone]).toEqual([105n, 15n]);
  });

  test("gives a returning recipient the old leaf index, with the claimed amount counted", async () => {
    const before = [gives("A", 0n), gives("B", 15n), gives("C", 40n)];
    const wanted = [gives("C", 40n), gives("B", 50n), gives("A", 5n)];
    const { leaves, errors } = await plan({ before, payouts: [paid("B", 1, 15n)], wanted });
    expect(brief(leaves)).toEqual(["A 5", "B 50", "C 40"]);
    expect(errors).toEqual([]);
  });

  test("gives a returning recipient the old leaf index also when another recipient has used it and it is open again", async () => {
    const before = [gives("A", 40n), gives("D", 10n)];
    const { leaves } = await plan({
      before,
      payouts: [paid("B", 1, 15n)],
      wanted: [gives("A", 40n), gives("B", 50n)],
    });
    expect(brief(leaves)).toEqual(["A 40", "B 50"]);
  });
});

describe("several allocations of one wallet", () => {
  const before = [
    gives("A", 40n),
    gives("A", 40n, { endTime: 99n }),
    gives("A", 30n, { releaseType: Milestone, milestoneIdx: 1 }),
    gives("A", 30n, { releaseType: Milestone, milestoneIdx: 2 }),
  ];

  test("continue the leaves most like them", async () => {
    const wanted = [
      gives("A", 31n, { releaseType: Milestone, milestoneIdx: 2 }),
      gives("A", 50n, { endTime: 99n }),
      gives("A", 41n),
      gives("A", 30n, { releaseType: Milestone, milestoneIdx: 1 }),
    ];
    expect((await plan({ before, wanted })).leafIndexes).toEqual([3, 1, 0, 2]);
  });

  test("continue the claimed leaf among equal ones", async () => {
    const same = [gives("A", 40n), gives("A", 40n)];
    const { leaves, leafIndexes } = await plan({
      before: same,
      payouts: [paid("A", 1, 30n)],
      wanted: [gives("A", 50n)],
    });
    expect(leafIndexes).toEqual([1]);
    expect(brief(leaves)).toEqual(["A 0", "A 50"]);
  });

  test("continue the leaf that they were read from", async () => {
    const same = [gives("A", 40n), gives("A", 40n)];
    const wanted = [gives("A", 7n, { leafIndex: 1 }), gives("A", 8n, { leafIndex: 0 })];
    expect((await plan({ before: same, wanted })).leafIndexes).toEqual([1, 0]);
  });
});

describe("planRotation refuses", () => {
  const cases: [string, Case, object[]][] = [
    [
      "less than was claimed",
      { before: three, payouts: [paid("B", 1, 30n)], wanted: [gives("B", 29n)] },
      [{ kind: "below_claimed", position: 0, claimed: 30n }],
    ],
    [
      "another release type for what was claimed",
      { before: three, payouts: [paid("B", 1, 30n)], wanted: [gives("B", 40n, { releaseType: Milestone })] },
      [{ kind: "moved", position: 0, claimed: 30n, total: 70n, listed: 40n }],
    ],
    [
      "another number for a claimed milestone",
      {
        before: [gives("A", 40n, { releaseType: Milestone, milestoneIdx: 1 }), gives("B", 1n)],
        payouts: [paid("A", 0, 40n, 1)],
        wanted: [gives("A", 40n, { releaseType: Milestone, milestoneIdx: 2 })],
      },
      [{ kind: "moved", position: 0, claimed: 40n, total: 80n, listed: 40n }],
    ],
    [
      "more under a milestone that was paid",
      {
        before: [gives("A", 40n, { releaseType: Milestone, milestoneIdx: 1 }), gives("B", 1n)],
        payouts: [paid("A", 0, 40n, 1)],
        wanted: [gives("A", 41n, { releaseType: Milestone, milestoneIdx: 1 })],
      },
      [{ kind: "milestone_paid", position: 0, claimed: 40n, milestoneIdx: 1 }],
    ],
    [
      "somebody back whose old index is taken",
      {
        before: [gives("C", 40n), gives("D", 10n)],
        payouts: [paid("B", 1, 15n)],
        wanted: [gives("C", 40n), gives("D", 10n), gives("B", 50n)],
      },
      [{ kind: "moved", position: 2, claimed: 15n, total: 65n, listed: 50n }],
    ],
    [
      "nothing for somebody new",
      { before: three, wanted: [...three, gives("D", 0n)] },
      [{ kind: "nothing", position: 3 }],
    ],
    [
      "a ninth leaf for a wallet that has claimed from eight",
      {
        before: Array.from({ length: 8 }, () => gives("A", 1n)),
        payouts: Array.from({ length: 8 }, (_, leafIndex) => paid("A", leafIndex, 1n)),
        wanted: Array.from({ length: 9 }, () => gives("A", 1n)),
      },
      [{ kind: "too_many_leaves", position: 8 }],
    ],
    [
      "more than the supply, counting what was paid to people who are gone",
      { before: three, payouts: [paid("A", 0, 10n)], wanted: [gives("B", 111n)], totalSupply: 120n },
      [{ kind: "over_supply", position: null, allocated: 121n, totalSupply: 120n }],
    ],
  ];
  test.each(cases)("%s with a sentence", async (_, item, expected) => {
    const { errors } = await plan(item);
    expect(errors).toMatchObject(expected);
    expect(errors).toHaveLength(expected.length);
    for (const error of errors) expect(rotationErrorSentence(error, String)).toMatch(/^[A-Z0-9].*\.$/);
  });
});

describe("planRotation accepts", () => {
  test("one allocation for the claimed amount and one for the rest", async () => {
    const wanted = [gives("B", 30n), gives("B", 10n, { releaseType: Cliff }), gives("A", 40n)];
    const { leaves, errors } = await plan({ before: three, payouts: [paid("B", 1, 30n)], wanted });
    expect(errors).toEqual([]);
    expect(brief(leaves)).toEqual(["A 40", "B 30", "B 10"]);
  });

  test("another release type where nothing was claimed", async () => {
    const wanted = [gives("B", 40n, { releaseType: Milestone, milestoneIdx: 7 })];
    const { leaves, leafIndexes, errors } = await plan({ before: three, wanted });
    expect(errors).toEqual([]);
    expect(leafIndexes).toEqual([1]);
    expect(leaves[1]).toMatchObject({ releaseType: Milestone, milestoneIdx: 7, leafIndex: 1 });
  });

  test("an unchanged leaf that was paid more than its amount, after its record was closed", async () => {
    const { leaves, errors } = await plan({
      before: three,
      payouts: [paid("B", 1, 80n)],
      wanted: [gives("A", 40n)],
    });
    expect(errors).toEqual([]);
    expect(brief(leaves)).toEqual(["A 40", "B 40", "C 0"]);
  });
});

test("plans long lists in chunks", async () => {
  const before = Array.from({ length: 2_000 }, (_, who) => gives(`W${who}`, 1n));
  let pauses = 0;
  const scheduler = {
    due: () => true,
    pause: async () => {
      pauses++;
    },
  };
  await planRotation(
    { leaves: indexed(before), payouts: new Payouts(), totalSupply: 9_999n },
    before,
    scheduler,
  );
  expect(pauses).toBeGreaterThanOrEqual(20);
});
