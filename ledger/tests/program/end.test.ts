import { beforeEach, describe, expect, test } from "vitest";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { getAddress, Svm } from "../support/svm";
import { Campaign } from "./campaign";
import { AMOUNT, DAY, GRACE, KINDS, type Kind, type LeafTerms, ok, START } from "./campaign-plan";

const svm = new Svm(START);
const RECORD_BYTES = 232;
const TREE_BYTES = 323;

/** Returns the creator's payment from a SOL stream beyond the stream's balance. */
const treeRent = (kind: Kind) => (kind === "native" ? svm.rent(TREE_BYTES) : 0n);

beforeEach(() => {
  svm.now = START;
});

async function stream(kind: Kind, terms: LeafTerms = {}): Promise<Campaign> {
  const campaign = new Campaign(svm, kind);
  await campaign.plan([terms]);
  ok(campaign.createStream());
  // The payee's account must exist: the program cannot create one when the creator cancels.
  if (kind === "token") svm.mintTo(campaign.mint, campaign.address(), 0n);
  return campaign;
}

const creatorPayee = (campaign: Campaign) => campaign.creatorAta ?? getAddress(campaign.creator);

describe.each(KINDS)("cancelling a %s stream", (kind) => {
  test("pays the vested amount to the beneficiary and the rest to the creator", async () => {
    const campaign = await stream(kind);
    svm.now = START + 4n * DAY;
    const creator = campaign.balance(creatorPayee(campaign));
    const beneficiary = campaign.balance(campaign.payee());
    const freed = kind === "native" ? svm.lamports(campaign.treeAddress) - AMOUNT : 0n;
    const used = kind === "native" ? svm.rent(RECORD_BYTES) : 0n;
    const sent = ok(campaign.cancelStream());
    expect(sent.events).toEqual([
      {
        name: "StreamCancelled",
        data: {
          tree: campaign.treeAddress,
          cancelledAt: START + 4n * DAY,
          amountToBeneficiary: (3n * AMOUNT) / 10n,
          amountToCreator: (7n * AMOUNT) / 10n + freed,
        },
      },
    ]);
    expect(campaign.balance(campaign.payee())).toBe(beneficiary + (3n * AMOUNT) / 10n);
    expect(campaign.balance(creatorPayee(campaign))).toBe(creator + (7n * AMOUNT) / 10n + freed - used);
    expect(campaign.held()).toBe(0n);
  });

  test("counts the withdrawn amount", async () => {
    const campaign = await stream(kind);
    svm.now = START + 2n * DAY;
    ok(campaign.withdraw());
    svm.now = START + 4n * DAY;
    expect(ok(campaign.cancelStream()).events[0]?.data).toMatchObject({
      amountToBeneficiary: AMOUNT / 5n,
      amountToCreator: (7n * AMOUNT) / 10n + treeRent(kind),
    });
    expect(campaign.record()).toMatchObject({ claimedAmount: (3n * AMOUNT) / 10n, lastClaimAt: svm.now });
  });

  test("pays a milestone to the beneficiary once released, and to the creator before", async () => {
    const milestone = { releaseType: ReleaseType.Milestone, milestoneIdx: 4 };
    const released = await stream(kind, milestone);
    ok(released.release(4));
    const stored = await stream(kind, milestone);
    expect(ok(released.cancelStream()).events[0]?.data).toMatchObject({
      amountToBeneficiary: AMOUNT,
      amountToCreator: treeRent(kind),
    });
    expect(ok(stored.cancelStream()).events[0]?.data).toMatchObject({
      amountToBeneficiary: 0n,
      amountToCreator: AMOUNT + treeRent(kind),
    });
  });
});

test("a cancelled token stream stores its payments, so that nothing is due twice", async () => {
  const campaign = await stream("token");
  svm.now = START + 4n * DAY;
  ok(campaign.cancelStream());
  expect(campaign.state()).toMatchObject({ cancelledAt: svm.now, totalClaimed: (3n * AMOUNT) / 10n });
  expect(campaign.record()).toMatchObject({ claimedAmount: (3n * AMOUNT) / 10n });
  svm.mintTo(campaign.mint, campaign.vaultAuthority ?? "", AMOUNT);
  expect(campaign.withdraw().error).toBe("NothingToClaim");
  svm.now += GRACE;
  expect(ok(campaign.withdrawUnvested()).events[0]?.data).toMatchObject({ amount: AMOUNT });
});

test("a cancelled native stream is closed, and leaves a record that cannot be closed", async () => {
  const campaign = await stream("native");
  ok(campaign.cancelStream());
  expect(svm.account(campaign.treeAddress)).toBeNull();
  expect(campaign.record()).toMatchObject({ claimedAmount: 0n, totalEntitled: AMOUNT, lastClaimAt: 0n });
  svm.now += GRACE;
  expect(campaign.closeRecord().error).toBe("AccountNotInitialized");
});

test("a cancelled token stream without a balance is refused, and any account of the payee is accepted", async () => {
  const empty = new Campaign(svm, "token");
  await empty.plan([{}]);
  ok(empty.create());
  svm.mintTo(empty.mint, empty.address(), 0n);
  expect(empty.cancelStream().error).toBe("NothingToClaim");

  const campaign = await stream("token");
  svm.now = START + 4n * DAY;
  const beneficiaryAta = getAddress(svm.wallet(0n));
  const account = svm.account(campaign.payee());
  if (account) svm.setAccount(beneficiaryAta, account);
  ok(campaign.cancelStream({ accounts: { beneficiaryAta } }));
  expect(svm.tokens(beneficiaryAta)).toBe((3n * AMOUNT) / 10n);
});

test.each([
  ["cancelStream", [{}]],
  ["instantRefund", [{}, { who: 1 }]],
] as const)("%s lifts a pause", async (method, leaves) => {
  const campaign = await new Campaign(svm, "token").run([...leaves]);
  svm.mintTo(campaign.mint, campaign.address(), 0n);
  ok(campaign.pause());
  ok(campaign[method]());
  expect(campaign.state()).toMatchObject({ paused: false, cancelledAt: START });
});

describe.each(KINDS)("returning the balance of a %s campaign", (kind) => {
  const running = () => new Campaign(svm, kind).run();

  test("withdraw_unvested takes everything once the grace period is over", async () => {
    const campaign = await running();
    svm.now = START + 2n * DAY;
    ok(campaign.claim(0));
    ok(campaign.cancel());
    svm.now += GRACE - 1n;
    expect(campaign.withdrawUnvested().error).toBe("GracePeriodActive");
    svm.now += 1n;
    const before = campaign.balance(creatorPayee(campaign));
    const rest = 2n * AMOUNT - AMOUNT / 10n;
    const sent = ok(campaign.withdrawUnvested());
    expect(sent.events).toEqual([
      { name: "UnvestedWithdrawn", data: { tree: campaign.treeAddress, amount: rest } },
    ]);
    expect(campaign.balance(creatorPayee(campaign))).toBe(before + rest);
    expect(campaign.held()).toBe(0n);
    // A native tree keeps its rent, so it stays readable.
    expect(campaign.state()).toMatchObject({ cancelledAt: START + 2n * DAY, totalClaimed: AMOUNT / 10n });
  });

  test("instant_refund_campaign takes everything before the first cliff", async () => {
    const campaign = await running();
    svm.now = START + DAY - 1n;
    const before = campaign.balance(creatorPayee(campaign));
    const sent = ok(campaign.instantRefund());
    expect(sent.events).toEqual([
      {
        name: "InstantRefunded",
        data: {
          tree: campaign.treeAddress,
          cancelledAt: svm.now,
          refundedTo: getAddress(campaign.creator),
          amount: 2n * AMOUNT,
        },
      },
    ]);
    expect(campaign.balance(creatorPayee(campaign))).toBe(before + 2n * AMOUNT);
    expect(campaign.state()).toMatchObject({ cancelledAt: svm.now, instantRefunded: true });
    svm.now += DAY;
    expect(campaign.claim(0).error).toBe("InstantRefundedCampaign");
  });

  test("a pause blocks claims until it is lifted", async () => {
    const campaign = await running();
    svm.now = START + 2n * DAY;
    const tree = campaign.treeAddress;
    expect(ok(campaign.pause()).events).toEqual([{ name: "CampaignPaused", data: { tree } }]);
    expect(campaign.state()?.paused).toBe(true);
    expect(campaign.claim(0).error).toBe("CampaignPaused");
    expect(ok(campaign.unpause()).events).toEqual([{ name: "CampaignUnpaused", data: { tree } }]);
    expect(campaign.state()?.paused).toBe(false);
    ok(campaign.claim(0));
  });

  test("a claim record's rent returns once the campaign is over", async () => {
    const campaign = await running();
    svm.now = START + 2n * DAY;
    ok(campaign.claim(0));
    ok(campaign.cancel());
    svm.now += GRACE;
    const before = svm.lamports(campaign.address());
    const sent = ok(campaign.closeRecord());
    expect(sent.events).toEqual([
      {
        name: "ClaimRecordClosed",
        data: { tree: campaign.treeAddress, beneficiary: campaign.address() },
      },
    ]);
    expect(svm.account(campaign.recordAddress())).toBeNull();
    expect(svm.lamports(campaign.address())).toBe(before + svm.rent(RECORD_BYTES));
  });

  test("a claim record's rent returns once its own leaves are paid, and never when the tree is gone", async () => {
    const campaign = await running();
    svm.now = START + 5n * DAY;
    ok(campaign.claim(0));
    expect(campaign.closeRecord().error).toBe("CannotClose");
    svm.now = START + 11n * DAY;
    ok(campaign.claim(0));
    ok(campaign.closeRecord());
    ok(campaign.claim(1));
    expect(campaign.closeRecord(1).error).toBe(kind === "native" ? "AccountNotInitialized" : null);
  });

  test("a leaf whose record was closed is paid again, from the shares of others", async () => {
    const campaign = await running();
    svm.now = START + 11n * DAY;
    ok(campaign.claim(0));
    ok(campaign.closeRecord());
    expect(ok(campaign.claim(0)).events[0]?.data).toMatchObject({
      amount: AMOUNT,
      totalClaimedByUser: AMOUNT,
    });
    expect(campaign.claim(1).error).toBe(kind === "native" ? "AccountNotInitialized" : "InsufficientVault");
  });
});
