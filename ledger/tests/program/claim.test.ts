import { beforeEach, describe, expect, test } from "vitest";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { Svm } from "../support/svm";
import { Campaign } from "./campaign";
import { AMOUNT, DAY, GRACE, KINDS, type Kind, type LeafTerms, ok, START } from "./campaign-plan";

const svm = new Svm(START);
const RECORD_BYTES = 232;
const CLIFF = ReleaseType.Cliff;
const MILESTONE = ReleaseType.Milestone;

beforeEach(() => {
  svm.now = START;
});

const funded = (kind: Kind, leaves: LeafTerms[]) => new Campaign(svm, kind).run(leaves);

describe.each(KINDS)("claiming from a %s campaign", (kind) => {
  test("pays the amount vested since the last claim, and creates missing record and token accounts", async () => {
    // Four leaves put two siblings into each proof, one on either side.
    const campaign = await funded(kind, [{}, {}, { who: 1 }, { who: 2 }]);
    svm.now = START + 2n * DAY;
    const before = campaign.balance(campaign.payee(1));
    const sent = ok(campaign.claim(2));
    const rent = kind === "native" ? svm.rent(RECORD_BYTES) : 0n;
    expect(campaign.balance(campaign.payee(1))).toBe(before + AMOUNT / 10n - rent);
    expect(sent.events).toEqual([
      {
        name: "Claimed",
        data: {
          tree: campaign.treeAddress,
          beneficiary: campaign.address(1),
          leafIndex: 2,
          amount: AMOUNT / 10n,
          totalClaimedByUser: AMOUNT / 10n,
          totalClaimedOverall: AMOUNT / 10n,
          milestoneIdx: null,
        },
      },
    ]);
    expect(campaign.record(1)).toMatchObject({
      beneficiary: campaign.address(1),
      tree: campaign.treeAddress,
      claimedAmount: AMOUNT / 10n,
      totalEntitled: AMOUNT,
      lastClaimAt: START + 2n * DAY,
      version: 1,
      claimedMilestones: [],
      leafClaims: [{ leafIndex: 2, amount: AMOUNT / 10n }],
    });

    svm.now = START + 5n * DAY;
    const again = ok(campaign.claim(2));
    expect(again.events[0]?.data).toMatchObject({
      amount: (3n * AMOUNT) / 10n,
      totalClaimedByUser: (4n * AMOUNT) / 10n,
    });
    expect(campaign.balance(campaign.payee(1))).toBe(before + (4n * AMOUNT) / 10n - rent);
    expect(campaign.held()).toBe(4n * AMOUNT - (4n * AMOUNT) / 10n);
    expect(campaign.state()?.totalClaimed).toBe((4n * AMOUNT) / 10n);
  });

  test("keeps a beneficiary's leaves apart and sums them in the event", async () => {
    const campaign = await funded(kind, [
      { releaseType: CLIFF, amount: 5_000n },
      { releaseType: MILESTONE, amount: 7_000n, milestoneIdx: 255 },
      { amount: 100_000n },
      { who: 1 },
    ]);
    ok(campaign.release(255));
    svm.now = START + 6n * DAY;
    const first = ok(campaign.claim(2));
    const second = ok(campaign.claim(1));
    const third = ok(campaign.claim(0));
    const facts = [first, second, third].map((sent) => sent.events[0]?.data);
    expect(facts).toMatchObject([
      { leafIndex: 2, amount: 50_000n, totalClaimedByUser: 50_000n, milestoneIdx: null },
      { leafIndex: 1, amount: 7_000n, totalClaimedByUser: 57_000n, milestoneIdx: 255 },
      { leafIndex: 0, amount: 5_000n, totalClaimedByUser: 62_000n, totalClaimedOverall: 62_000n },
    ]);
    expect(campaign.record()).toMatchObject({
      claimedAmount: 62_000n,
      totalEntitled: 112_000n,
      claimedMilestones: [255],
      leafClaims: [
        { leafIndex: 2, amount: 50_000n },
        { leafIndex: 0, amount: 5_000n },
      ],
    });
  });

  test("a released milestone is due at any time", async () => {
    const campaign = await funded(kind, [{ releaseType: MILESTONE, milestoneIdx: 9 }, { who: 1 }]);
    const released = ok(campaign.release(9));
    expect(released.events[0]).toEqual({
      name: "MilestoneReleased",
      data: {
        tree: campaign.treeAddress,
        milestoneIdx: 9,
        releasedBy: campaign.creator.publicKey.toBase58(),
      },
    });
    expect(campaign.state()?.releasedMilestones).toEqual([9]);
    ok(campaign.claim(0));
    expect(campaign.state()?.totalClaimed).toBe(AMOUNT);
  });

  test("a cancellation stops vesting, lifts a pause, and leaves the vested part claimable", async () => {
    const campaign = await funded(kind, [{}, { who: 1 }]);
    ok(campaign.pause());
    svm.now = START + 3n * DAY;
    const cancelled = ok(campaign.cancel());
    expect(cancelled.events).toEqual([
      {
        name: "CampaignCancelled",
        data: { tree: campaign.treeAddress, cancelledAt: START + 3n * DAY, claimedAtCancel: 0n },
      },
    ]);
    expect(campaign.state()).toMatchObject({ paused: false, cancelledAt: START + 3n * DAY });
    svm.now = START + 3n * DAY + GRACE - 1n;
    expect(ok(campaign.claim(0)).events[0]?.data).toMatchObject({ amount: AMOUNT / 5n });
    expect(campaign.claim(0).error).toBe("NothingToClaim");
    // The end of the grace period alone changes nothing.
    svm.now += 1n;
    expect(ok(campaign.claim(1)).events[0]?.data).toMatchObject({ amount: AMOUNT / 5n });
    ok(campaign.withdrawUnvested());
    expect(campaign.claim(1).error).toBe("NothingToClaim");
  });

  test("a rotation keeps the claimed amounts", async () => {
    const campaign = await funded(kind, [{}, { who: 1 }]);
    svm.now = START + 2n * DAY;
    ok(campaign.claim(0));
    const old = campaign.root();
    await campaign.plan([{}, { who: 2 }, { who: 2, amount: 1n }]);
    const rotated = ok(campaign.updateRoot());
    expect(rotated.events).toEqual([
      {
        name: "RootUpdated",
        data: { tree: campaign.treeAddress, oldRoot: old, newRoot: campaign.root(), newLeafCount: 3 },
      },
    ]);
    expect(campaign.state()).toMatchObject({
      merkleRoot: campaign.root(),
      leafCount: 3,
      minCliffTime: START + DAY,
      totalClaimed: AMOUNT / 10n,
      totalSupply: 2n * AMOUNT,
    });
    svm.now = START + 3n * DAY;
    expect(ok(campaign.claim(0)).events[0]?.data).toMatchObject({ amount: AMOUNT / 10n });
  });

  test("withdraw rebuilds a stream's one leaf, of any release type, from its schedule", async () => {
    for (const releaseType of [CLIFF, ReleaseType.Linear, MILESTONE]) {
      svm.now = START;
      const campaign = new Campaign(svm, kind);
      await campaign.plan([{ releaseType, milestoneIdx: 3 }]);
      ok(campaign.createStream());
      if (releaseType === MILESTONE) ok(campaign.release(3));
      svm.now = START + 11n * DAY - 1n;
      const sent = ok(campaign.withdraw());
      const amount = releaseType === ReleaseType.Linear ? AMOUNT - 1_158n : AMOUNT;
      const milestoneIdx = releaseType === MILESTONE ? 3 : null;
      expect(sent.events[0]?.data).toMatchObject({ leafIndex: 0, amount, milestoneIdx });
    }
  });
});

test("the final claim of native SOL moves the whole tree account, rent included, to the beneficiary", async () => {
  const campaign = await funded("native", [{ releaseType: CLIFF }, { releaseType: CLIFF, who: 1 }]);
  svm.now = START + DAY;
  ok(campaign.claim(0));
  const before = svm.lamports(campaign.address(1));
  const held = svm.lamports(campaign.treeAddress);
  const sent = ok(campaign.claim(1));
  expect(sent.events[0]?.data).toMatchObject({ amount: AMOUNT, totalClaimedOverall: 2n * AMOUNT });
  expect(svm.account(campaign.treeAddress)).toBeNull();
  expect(svm.lamports(campaign.address(1))).toBe(before + held - svm.rent(RECORD_BYTES));
});

test("the final claim of native SOL must be covered without the rent that it includes", async () => {
  const campaign = new Campaign(svm, "native");
  await campaign.plan([{ releaseType: CLIFF }]);
  ok(campaign.create());
  ok(campaign.fund(AMOUNT - 1n));
  svm.now = START + DAY;
  expect(campaign.claim(0).error).toBe("InsufficientVault");
  ok(campaign.fund(1n));
  ok(campaign.claim(0));
  expect(svm.account(campaign.treeAddress)).toBeNull();
});

test("a record that outlived its tree reduces claims from a new tree at the address", async () => {
  const campaign = new Campaign(svm, "native");
  await campaign.plan([{ releaseType: CLIFF }]);
  ok(campaign.createStream());
  svm.now = START + DAY;
  ok(campaign.withdraw());
  expect(svm.account(campaign.treeAddress)).toBeNull();
  ok(campaign.createStream());
  expect(campaign.withdraw().error).toBe("StreamExpired");
});

test.each([
  ["claim", "NothingToClaim"],
  ["withdraw", "StreamExpired"],
] as const)("a cliff paid in full before its end is %s: %s", async (method, error) => {
  const campaign = new Campaign(svm, "token");
  await campaign.plan([{ releaseType: CLIFF }]);
  ok(campaign.createStream());
  svm.now = START + DAY;
  ok(campaign.withdraw());
  expect(campaign[method]().error).toBe(error);
});

test("a record's account may hold lamports before its creation", async () => {
  const campaign = await funded("token", [{ releaseType: CLIFF }]);
  svm.now = START + DAY;
  svm.airdrop(campaign.recordAddress(), 1n);
  ok(campaign.claim(0));
  expect(campaign.record()).toMatchObject({ claimedAmount: AMOUNT });
});

test("eight cliff and linear leaves fit a record, and milestones do not count", async () => {
  const leaves: LeafTerms[] = Array.from({ length: 9 }, () => ({ amount: 10n }));
  const campaign = await funded("token", [
    ...leaves,
    { amount: 10n, releaseType: MILESTONE, milestoneIdx: 1 },
  ]);
  ok(campaign.release(1));
  svm.now = START + 6n * DAY;
  for (let index = 0; index < 8; index++) ok(campaign.claim(index));
  expect(campaign.claim(8).error).toBe("PerLeafCapExceeded");
  ok(campaign.claim(9));
  svm.now = START + 11n * DAY;
  ok(campaign.claim(7));
  expect(campaign.record()?.leafClaims[7]).toEqual({ leafIndex: 7, amount: 10n });
});

test("a deep proof fits the compute budget with room to spare", async () => {
  const campaign = await funded(
    "token",
    Array.from({ length: 1025 }, () => ({ releaseType: CLIFF, amount: 2n })),
  );
  svm.now = START + DAY;
  for (const index of [0, 777, 1024]) {
    const { units } = ok(campaign.claim(index));
    expect(campaign.proof(index).length).toBe(11 * 32);
    expect(units).toBeLessThan(100_000n);
  }
});
