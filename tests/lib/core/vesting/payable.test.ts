import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LONG } from "@/ledger/tests/support/long";
import { Svm } from "@/ledger/tests/support/svm";
import { caseCount } from "@/ledger/tests/support/thorough";
import { planClaim } from "@/lib/core/plans/claim";
import { planCancelCampaign, planWithdrawUnvested } from "@/lib/core/plans/end-campaign";
import { planReleaseMilestone } from "@/lib/core/plans/govern-campaign";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findVaultAuthorityAddress } from "@/lib/core/solana/pdas";
import { getVaultAccount, vaultBalance } from "@/lib/core/solana/vault";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { payableTogether, vaultShortfall } from "@/lib/core/vesting/payable";
import { leafProgress } from "@/lib/core/vesting/progress";
import {
  type CampaignModel,
  createCampaignModel,
  getProof,
  sendForOutcome,
  sendPlan,
  simulatePlan,
} from "@/tests/lib/service/actions/campaign-model";

const START = 1_800_000_000n;
const WEEK = 604_800n;

/** Amounts around the rent of a tree, so that native SOL balances just below and above a claim occur. */
const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n }),
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 3_000_000n, max: 3_300_000n }),
);
const leafTerms = fc.record({
  amount,
  releaseType: fc.constantFrom(0 as const, 1 as const, 2 as const),
  cliffTime: fc.bigInt({ min: START - 50n, max: START + 100n }),
  lasts: fc.bigInt({ min: 0n, max: 200n }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("claim" as const), at: fc.nat({ max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("wait" as const), by: fc.bigInt({ min: 1n, max: 120n }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("release" as const), at: fc.nat({ max: 3 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: "cancel" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "wait" as const, by: WEEK }) },
  { weight: 1, arbitrary: fc.constant({ do: "sweep" as const }) },
);
const scenario = fc.record({
  terms: fc.array(leafTerms, { minLength: 1, maxLength: 4 }),
  /** The funded part of the supply, in tenths, and a direct transfer to the vault. */
  tenths: fc.nat({ max: 10 }),
  gift: fc.constantFrom(0n, 0n, 1n, 500n),
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
});

let campaignId = 0n;

type Lifecycle = { model: CampaignModel; claimed: Map<number, bigint> };

function getBalance({ svm, keys }: CampaignModel): bigint {
  const of = { ...keys, programId: DEFAULT_PROGRAM_ID };
  return vaultBalance(svm.account(getVaultAccount(of)), of);
}

const getFacts = ({ model }: Lifecycle) => ({ ...model.facts, vaultBalance: getBalance(model) });

function getPayableAmount(lifecycle: Lifecycle, leaf: Leaf): bigint | null {
  const claimed = lifecycle.claimed.get(leaf.leafIndex) ?? 0n;
  const facts = getFacts(lifecycle);
  const milestoneReleased = facts.releasedMilestones.includes(leaf.milestoneIdx);
  const position = { ...leaf, claimed, milestoneReleased, milestoneClaimed: claimed > 0n };
  return leafProgress(position, facts, lifecycle.model.svm.now).payable;
}

const getClaim = (model: CampaignModel, leaf: Leaf) =>
  planClaim({ ...model.keys, leaf, proof: getProof(model, leaf) });

/** Asserts that a claim of any leaf succeeds exactly where `payable` is positive. */
function expectPayable(lifecycle: Lifecycle): void {
  for (const leaf of lifecycle.model.leaves) {
    const error = simulatePlan(lifecycle.model, getClaim(lifecycle.model, leaf));
    expect([leaf.leafIndex, getPayableAmount(lifecycle, leaf) !== 0n]).toEqual([
      leaf.leafIndex,
      error === null,
    ]);
  }
}

function claim(lifecycle: Lifecycle, leaf: Leaf): void {
  const expected = getPayableAmount(lifecycle, leaf);
  const { events } = sendForOutcome(lifecycle.model, getClaim(lifecycle.model, leaf));
  const paid = events.flatMap((event) => (event.name === "Claimed" ? [event.data.amount] : []));
  expect(paid).toEqual(expected === 0n ? [] : [expected]);
  const before = lifecycle.claimed.get(leaf.leafIndex) ?? 0n;
  lifecycle.claimed.set(leaf.leafIndex, before + (paid[0] ?? 0n));
}

function take(
  lifecycle: Lifecycle,
  taken: typeof step extends fc.Arbitrary<infer Step> ? Step : never,
): void {
  const { model } = lifecycle;
  const leafAt = (at: number) => model.leaves[at % model.leaves.length] as Leaf;
  const authority = model.authority.publicKey.toBase58();
  if (taken.do === "wait") model.svm.now += taken.by;
  if (taken.do === "claim") claim(lifecycle, leafAt(taken.at));
  if (taken.do === "release") {
    const { milestoneIdx } = leafAt(taken.at);
    sendPlan(model, planReleaseMilestone({ ...model.keys, milestoneIdx }));
  }
  if (taken.do === "cancel")
    sendPlan(model, planCancelCampaign({ ...model.keys, cancelAuthority: authority }));
  if (taken.do === "sweep") sendPlan(model, planWithdrawUnvested(model.keys));
}

describe.each(["tokens", "native SOL"] as const)("payable of a campaign of %s", (kind) => {
  test("is positive exactly where the program pays a claim, and equals the payment", LONG, async () => {
    const svm = new Svm(START);
    await fc.assert(
      fc.asyncProperty(scenario, async ({ terms, tenths, gift, steps }) => {
        svm.now = START;
        const supply = terms.reduce((sum, leaf) => sum + leaf.amount, 0n);
        campaignId += 1n;
        const model = await createCampaignModel(svm, {
          ...{ kind, campaignId, cancellable: true, isStream: false },
          funding: (supply * BigInt(tenths)) / 10n,
          leaves: (beneficiary) =>
            terms.map(({ lasts, ...leaf }, leafIndex) => ({
              ...{ ...leaf, leafIndex, beneficiary, milestoneIdx: leafIndex },
              ...{ startTime: leaf.cliffTime, endTime: leaf.cliffTime + lasts },
            })),
        });
        const { treeAddress, mint } = model.keys;
        if (gift > 0n && kind === "native SOL") svm.airdrop(treeAddress, gift);
        if (gift > 0n && kind === "tokens")
          svm.mintTo(mint, findVaultAuthorityAddress({ treeAddress }).address, gift);
        const lifecycle: Lifecycle = { model, claimed: new Map() };
        expectPayable(lifecycle);
        for (const taken of steps) {
          take(lifecycle, taken);
          expectPayable(lifecycle);
        }
      }),
      { numRuns: caseCount(60) },
    );
  });
});

describe("payableTogether", () => {
  const held = { vaultBalance: 10n, totalClaimed: 0n, totalSupply: 100n };

  test("pays whole claims, in order, as far as the vault's balance reaches", () => {
    expect(payableTogether([6n, 5n, 4n], held)).toBe(10n);
    expect(payableTogether([11n, 3n], held)).toBe(3n);
    expect(payableTogether([6n, 5n], { ...held, totalSupply: 7n })).toBe(6n);
  });

  test("is unknown while the vault's balance is unknown, unless nothing is due", () => {
    expect(payableTogether([1n], { ...held, vaultBalance: null })).toBeNull();
    expect(payableTogether([0n, 0n], { ...held, vaultBalance: null })).toBe(0n);
  });
});

describe("vaultShortfall", () => {
  const open = {
    ...{ vaultBalance: 30n, totalClaimed: 20n, totalSupply: 100n, cancelledAt: null },
    ...{ instantRefunded: false, settled: false, withdrawn: false },
  };
  const cancelled = { ...open, cancelledAt: 1n };

  test("is the part of the unclaimed total that the vault lacks, for an open campaign", () => {
    expect(vaultShortfall(open)).toBe(50n);
    expect(vaultShortfall({ ...open, vaultBalance: 90n })).toBe(0n);
    expect(vaultShortfall({ ...open, vaultBalance: null })).toBeNull();
  });

  test("counts only the vested amount of a cancelled campaign", () => {
    expect(vaultShortfall(cancelled, 45n)).toBe(15n);
    expect(vaultShortfall(cancelled, 5n)).toBe(0n);
    expect(vaultShortfall(cancelled)).toBeNull();
    expect(vaultShortfall({ ...cancelled, vaultBalance: 80n })).toBe(0n);
  });

  test("is zero once the campaign is over", () => {
    for (const over of [
      { settled: true },
      { withdrawn: true },
      { instantRefunded: true },
      { totalClaimed: 100n },
    ])
      expect(vaultShortfall({ ...cancelled, ...over, vaultBalance: 0n })).toBe(0n);
  });
});
