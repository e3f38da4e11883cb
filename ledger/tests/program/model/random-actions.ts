import fc from "fast-check";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { AMOUNT, DAY, GRACE, type LeafTerms, START } from "../campaign-plan";

export const SUPPLY = 4n * AMOUNT;
const { Cliff, Milestone } = ReleaseType;
const HALF = AMOUNT / 2n;

/** The leaf sets of campaigns and rotations. All but the third add up to the supply. */
export const PLANS: LeafTerms[][] = [
  [{}, { releaseType: Cliff }, { who: 1, releaseType: Milestone, milestoneIdx: 3 }, { who: 2 }],
  [
    {},
    { who: 1, releaseType: Cliff, cliffTime: START + 3n * DAY, amount: HALF },
    { who: 1, releaseType: Milestone, milestoneIdx: 3 },
    { who: 2 },
    { releaseType: Milestone, milestoneIdx: 9, amount: HALF },
  ],
  [
    { releaseType: Cliff, amount: 3n * AMOUNT },
    { who: 1, releaseType: Cliff, amount: 3n * AMOUNT },
  ],
  [{ amount: SUPPLY }],
  [{ amount: SUPPLY, releaseType: Milestone, milestoneIdx: 3 }],
];

/** One step of a campaign's life. A `set` of null means the leaves that are current then. */
export type Action =
  | { do: "warp"; by: bigint }
  | { do: "fund"; amount: bigint }
  | { do: "donate"; amount: bigint }
  | { do: "claim"; set: number | null; leaf: number }
  | { do: "withdraw" | "cancelStream"; set: number | null }
  | { do: "updateRoot" | "create"; set: number }
  | { do: "release"; milestone: number }
  | { do: "closeRecord"; who: number }
  | { do: "cancel" | "withdrawUnvested" | "instantRefund" }
  | { do: "pause" | "unpause" };

const anySet = fc.nat({ max: PLANS.length - 1 });
// Mostly the current leaves; the others test an outdated or foreign proof.
const setOrCurrent = fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: anySet });
const amount = fc.oneof(
  fc.constantFrom(SUPPLY, SUPPLY, AMOUNT, HALF, SUPPLY - 1n, 1n, 0n),
  fc.bigInt({ min: 1n, max: SUPPLY }),
);
const seconds = fc.oneof(
  fc.constantFrom(1n, DAY, 2n * DAY, 5n * DAY, GRACE - 1n, GRACE),
  fc.bigInt({ min: 1n, max: 3n * DAY }),
);
const weighted = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary });
const plain = (step: Action) => fc.constant(step);

const action: fc.Arbitrary<Action> = fc.oneof(
  weighted(8, fc.record({ do: fc.constant("warp" as const), by: seconds })),
  weighted(3, fc.record({ do: fc.constant("fund" as const), amount })),
  weighted(1, fc.record({ do: fc.constant("donate" as const), amount: fc.constantFrom(1n, HALF) })),
  weighted(16, fc.record({ do: fc.constant("claim" as const), set: setOrCurrent, leaf: fc.nat({ max: 4 }) })),
  weighted(
    4,
    fc.record({ do: fc.constantFrom("withdraw" as const, "cancelStream" as const), set: setOrCurrent }),
  ),
  weighted(2, fc.record({ do: fc.constantFrom("updateRoot" as const, "create" as const), set: anySet })),
  weighted(3, fc.record({ do: fc.constant("release" as const), milestone: fc.constantFrom(3, 3, 9) })),
  weighted(3, fc.record({ do: fc.constant("closeRecord" as const), who: fc.nat({ max: 2 }) })),
  weighted(1, plain({ do: "pause" })),
  weighted(2, plain({ do: "unpause" })),
  weighted(1, fc.oneof(plain({ do: "cancel" }), plain({ do: "instantRefund" }))),
  weighted(2, plain({ do: "withdrawUnvested" })),
);

/** The initial state of a campaign, and its actions. */
export const scenario = fc.record({
  first: fc.constantFrom(0, 0, 1, 2, 3, 3, 4),
  cancellable: fc.boolean(),
  funding: fc.constantFrom(SUPPLY, SUPPLY, SUPPLY, SUPPLY - 1n, HALF, 0n),
  actions: fc.array(action, { minLength: 10, maxLength: 35, size: "max" }),
});
