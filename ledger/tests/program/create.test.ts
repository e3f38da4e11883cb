import { beforeEach, describe, expect, test } from "vitest";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import vectors from "@/tests/vectors/merkle.json";
import { getAddress, Svm } from "../support/svm";
import { Campaign } from "./campaign";
import { AMOUNT, DAY, KINDS, ok, START, TOKENS } from "./campaign-plan";

const svm = new Svm(START);
const TREE_BYTES = 323;

beforeEach(() => {
  svm.now = START;
});

describe.each(KINDS)("creating a %s campaign", (kind) => {
  test("stores the terms, creates the vault, and funds nothing", async () => {
    const campaign = new Campaign(svm, kind);
    await campaign.plan([{}, { who: 1, amount: 7n, cliffTime: START + 3n }]);
    const sent = ok(campaign.create());
    expect(campaign.state()).toEqual({
      layout: "current",
      creator: getAddress(campaign.creator),
      mint: campaign.mint,
      vault: campaign.vault ?? campaign.none,
      vaultAuthority: campaign.vaultAuthority ?? campaign.none,
      campaignId: campaign.campaignId,
      merkleRoot: campaign.root(),
      leafCount: 2,
      totalSupply: AMOUNT + 7n,
      totalClaimed: 0n,
      cancellable: true,
      cancelAuthority: getAddress(campaign.cancelAuthority),
      cancelledAt: null,
      paused: false,
      pauseAuthority: getAddress(campaign.pauseAuthority),
      createdAt: START,
      releasedMilestones: [],
      minCliffTime: START + 3n,
      instantRefunded: false,
      bump: campaign.bump,
    });
    expect(svm.account(campaign.treeAddress)?.data.length).toBe(TREE_BYTES);
    expect(svm.lamports(campaign.treeAddress)).toBe(svm.rent(TREE_BYTES));
    expect(campaign.held()).toBe(0n);
    expect(sent.events).toEqual([
      {
        name: "CampaignCreated",
        data: {
          tree: campaign.treeAddress,
          creator: getAddress(campaign.creator),
          mint: campaign.mint,
          totalSupply: AMOUNT + 7n,
          leafCount: 2,
          cancellable: true,
        },
      },
    ]);
  });

  test("stores absent authorities as absent", async () => {
    const campaign = new Campaign(svm, kind);
    await campaign.plan([{}]);
    ok(campaign.create({ args: { cancellable: false, cancelAuthority: null, pauseAuthority: null } }));
    expect(campaign.state()).toMatchObject({
      cancellable: false,
      cancelAuthority: null,
      pauseAuthority: null,
      minCliffTime: campaign.minCliffTime(),
      bump: campaign.bump,
    });
  });

  test("a stream is a tree of one leaf, funded at once", async () => {
    const campaign = new Campaign(svm, kind);
    await campaign.plan([{ releaseType: ReleaseType.Cliff }]);
    const sent = ok(campaign.createStream());
    expect(campaign.state()).toMatchObject({
      merkleRoot: campaign.root(),
      leafCount: 1,
      totalSupply: AMOUNT,
      minCliffTime: 0n,
    });
    expect(campaign.held()).toBe(AMOUNT);
    expect(sent.events.map((event) => event.name)).toEqual(["CampaignCreated", "CampaignFunded"]);
    // The event has a vault's balance from before the transfer, and a tree's balance with its rent.
    expect(sent.events[1]?.data).toEqual({
      tree: campaign.treeAddress,
      amount: AMOUNT,
      vaultBalanceAfter: kind === "native" ? AMOUNT + svm.rent(TREE_BYTES) : 0n,
    });
  });

  test.each([
    { lamports: 1n, covers: false },
    { lamports: 5_000_000_000n, covers: true },
  ])("an address that already holds $lamports lamports can be used", async ({ lamports, covers }) => {
    const campaign = new Campaign(svm, kind);
    await campaign.plan([{}]);
    svm.airdrop(campaign.treeAddress, lamports);
    ok(campaign.create());
    expect(svm.lamports(campaign.treeAddress)).toBe(covers ? lamports : svm.rent(TREE_BYTES));
    expect(campaign.state()?.merkleRoot).toBe(campaign.root());
  });

  test("the same id cannot be used twice", async () => {
    const campaign = new Campaign(svm, kind);
    await campaign.plan([{}]);
    ok(campaign.create());
    const again = campaign.create();
    expect(again.error).toBe("Custom(0)");
    expect(again.logs.join("\n")).toContain("already in use");
  });
});

test("a vault that another account created beforehand blocks its campaign", async () => {
  const campaign = new Campaign(svm, "token");
  await campaign.plan([{}]);
  svm.mintTo(campaign.mint, campaign.vaultAuthority ?? "", 0n);
  expect(campaign.createStream().error).toContain("IllegalOwner");
});

test("a stream's root is the known hash of its leaf", () => {
  const known = vectors.trees.find((tree) => tree.leafCount === 1);
  const leaf = known?.leaves[0];
  if (!known || !leaf) throw new Error("The vectors have a tree of one leaf.");
  const campaign = new Campaign(svm, "token");
  svm.mintTo(campaign.mint, getAddress(campaign.creator), BigInt(leaf.amount) - TOKENS);
  campaign.leaves = [
    {
      ...leaf,
      amount: BigInt(leaf.amount),
      releaseType: ReleaseType.Milestone,
      startTime: BigInt(leaf.startTime),
      cliffTime: BigInt(leaf.cliffTime),
      endTime: BigInt(leaf.endTime),
    },
  ];
  ok(campaign.createStream());
  expect(campaign.state()?.merkleRoot).toBe(known.merkleRoot);
});

describe.each(KINDS)("funding a %s campaign", (kind) => {
  test("adds to the balance, up to the supply and no further", async () => {
    const campaign = new Campaign(svm, kind);
    await campaign.plan([{}, { who: 1 }]);
    ok(campaign.create());
    const creator = campaign.creatorAta ?? getAddress(campaign.creator);
    const before = campaign.balance(creator);
    const rent = kind === "native" ? svm.rent(TREE_BYTES) : 0n;
    const first = ok(campaign.fund(AMOUNT));
    const second = ok(campaign.fund(AMOUNT));
    expect(campaign.held()).toBe(2n * AMOUNT);
    expect(campaign.balance(creator)).toBe(before - 2n * AMOUNT);
    expect([...first.events, ...second.events].map((event) => event.data)).toEqual([
      { tree: campaign.treeAddress, amount: AMOUNT, vaultBalanceAfter: rent + AMOUNT },
      { tree: campaign.treeAddress, amount: AMOUNT, vaultBalanceAfter: rent + 2n * AMOUNT },
    ]);
    expect(campaign.fund(1n).error).toBe("OverFunded");
  });

  test("counts only the balance, not the claimed amount", async () => {
    const campaign = new Campaign(svm, kind);
    await campaign.plan([{ releaseType: ReleaseType.Cliff }, { who: 1 }]);
    ok(campaign.create({ args: { cancellable: false, cancelAuthority: null } }));
    ok(campaign.fund(AMOUNT));
    svm.now = START + DAY;
    ok(campaign.claim(0));
    expect(campaign.fund(2n * AMOUNT + 1n).error).toBe("OverFunded");
    ok(campaign.fund(2n * AMOUNT));
  });
});
