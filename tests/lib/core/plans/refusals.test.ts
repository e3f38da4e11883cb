import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";
import { Svm } from "@/ledger/tests/support/svm";
import { caseCount } from "@/ledger/tests/support/thorough";
import { planClaim } from "@/lib/core/plans/claim";
import {
  planCancelCampaign,
  planCancelStream,
  planInstantRefund,
  planWithdrawUnvested,
} from "@/lib/core/plans/end-campaign";
import { planReleaseMilestone } from "@/lib/core/plans/govern-campaign";
import type { TransactionPlan } from "@/lib/core/plans/plan";
import type { Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import {
  type CodedRefusal,
  cancelRefusal,
  cancelStreamRefusal,
  instantRefundRefusal,
  releaseMilestoneRefusal,
  withdrawUnvestedRefusal,
} from "@/lib/core/vesting/refusals";
import {
  type CampaignModel,
  createCampaignModel,
  getProof,
  sendPlan,
  simulatePlan,
  treeExists,
} from "@/tests/lib/service/actions/campaign-model";

const START = 1_800_000_000n;
const MILESTONE = 5;

/** The codes of each program error, by action where an action has its own code. */
const CODES: Readonly<Record<string, string>> = {
  NotCancellable: "NOT_CANCELLABLE",
  AlreadyCancelled: "ALREADY_CANCELLED",
  NotCancelled: "NOT_CANCELLED",
  GracePeriodActive: "GRACE_PERIOD_ACTIVE",
  FullyVested: "FULLY_VESTED",
  NothingToClaim: "FULLY_VESTED",
  NotSingleStream: "NOT_SINGLE_STREAM",
  MilestoneAlreadyReleased: "MILESTONE_ALREADY_RELEASED",
  InstantRefundedCampaign: "ALREADY_CANCELLED",
};
const REFUND_CODES: Readonly<Record<string, string>> = {
  ...CODES,
  NotMultiLeafCampaign: "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
  CampaignAlreadyStarted: "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
  MilestoneAlreadyReleased: "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
};

type Action = {
  plan: (model: CampaignModel) => TransactionPlan;
  refusal: (model: CampaignModel) => CodedRefusal | null;
  codes: Readonly<Record<string, string>>;
};

const firstLeaf = ({ leaves }: CampaignModel): Leaf => {
  const [leaf] = leaves;
  if (!leaf) throw new Error("A campaign has a leaf.");
  return leaf;
};

const ACTIONS = {
  cancel: {
    plan: ({ keys, authority }) =>
      planCancelCampaign({ ...keys, cancelAuthority: authority.publicKey.toBase58() }),
    refusal: ({ facts }) => cancelRefusal(facts),
    codes: CODES,
  },
  cancelStream: {
    plan: (model) => {
      const leaf = firstLeaf(model);
      return planCancelStream({ ...model.keys, beneficiary: leaf.beneficiary, schedule: leaf });
    },
    refusal: ({ facts }) => cancelStreamRefusal(facts),
    codes: CODES,
  },
  withdrawUnvested: {
    plan: ({ keys }) => planWithdrawUnvested(keys),
    refusal: ({ facts, svm }) => withdrawUnvestedRefusal(facts, svm.now),
    codes: CODES,
  },
  instantRefund: {
    plan: ({ keys }) => planInstantRefund(keys),
    refusal: ({ facts, svm }) => instantRefundRefusal(facts, svm.now),
    codes: REFUND_CODES,
  },
  releaseMilestone: {
    plan: ({ keys }) => planReleaseMilestone({ ...keys, milestoneIdx: MILESTONE }),
    refusal: ({ facts }) => releaseMilestoneRefusal(facts, MILESTONE),
    codes: CODES,
  },
} satisfies Record<string, Action>;

type ActionName = keyof typeof ACTIONS;
const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** The vault's balance is not indexed, so only this error may appear later. */
const UNKNOWABLE: { [Name in ActionName]?: string } = { withdrawUnvested: "NothingToClaim" };

function compare(model: CampaignModel, name: ActionName): void {
  const action: Action = ACTIONS[name];
  const refusal = action.refusal(model);
  const error = simulatePlan(model, action.plan(model));
  const code = refusal?.code ?? null;
  if (error !== null && !treeExists(model)) {
    expect(code, `${name} of a closed tree`).not.toBeNull();
  } else if (code === null) {
    expect([null, UNKNOWABLE[name]], `${name} is built`).toContain(error);
  } else {
    expect({ name, error, code }).toEqual({ name, error, code: error && expectedCode(model, action, error) });
  }
}

function expectedCode({ facts }: CampaignModel, { codes }: Action, error: string): string | undefined {
  // The program returns a temporary error, but a campaign that is paid out never pays again.
  const isOver = facts.settled || facts.instantRefunded;
  return error === "GracePeriodActive" && isOver ? codes.NothingToClaim : codes[error];
}

function claimAll(model: CampaignModel): void {
  for (const leaf of model.leaves)
    sendPlan(model, planClaim({ ...model.keys, leaf, proof: getProof(model, leaf) }));
}

function run(model: CampaignModel, step: bigint | "claim" | ActionName): void {
  if (typeof step === "bigint") model.svm.now += step;
  else if (step === "claim") claimAll(model);
  else sendPlan(model, ACTIONS[step].plan(model));
}

const leafList =
  (releaseTypes: ReleaseType[], now: bigint) =>
  (beneficiary: string): Leaf[] =>
    releaseTypes.map((releaseType, leafIndex) => ({
      leafIndex,
      beneficiary,
      amount: 1_000_000_000n,
      releaseType,
      startTime: now,
      cliffTime: now + 1_000n,
      endTime: now + 5_000n,
      milestoneIdx: releaseType === 2 ? MILESTONE : 0,
    }));

const releaseType = fc.constantFrom<ReleaseType>(0, 1, 2);
const steps = fc.array(
  fc.oneof(
    fc.constantFrom<ActionName | "claim">(...ACTION_NAMES, "claim", "claim"),
    fc.constantFrom(1n, 999n, 2_000n, 5_000n, GRACE_PERIOD_SECONDS - 1n, GRACE_PERIOD_SECONDS),
  ),
  { maxLength: 7 },
);

let svm: Svm;
let campaignId = 0n;
beforeAll(() => {
  svm = new Svm(START);
});

test("refuses exactly the plans that the program rejects, for the same reason", LONG, async () => {
  const cases = fc.record({
    kind: fc.constantFrom("tokens" as const, "native SOL" as const),
    // Milestone leaves of one beneficiary need distinct indexes, so there is at most one.
    releaseTypes: fc
      .array(releaseType, { minLength: 1, maxLength: 3 })
      .filter((all) => all.filter((item) => item === 2).length <= 1),
    cancellable: fc.boolean(),
    isStream: fc.boolean(),
    steps,
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ releaseTypes, steps, isStream, ...options }) => {
      const model = await createCampaignModel(svm, {
        ...options,
        isStream: isStream && releaseTypes.length === 1,
        campaignId: campaignId++,
        leaves: leafList(releaseTypes, svm.now),
      });
      for (const step of steps) {
        for (const name of ACTION_NAMES) compare(model, name);
        run(model, step);
      }
      for (const name of ACTION_NAMES) compare(model, name);
    }),
    { numRuns: caseCount(40) },
  );
});
