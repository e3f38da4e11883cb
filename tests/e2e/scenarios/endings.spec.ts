import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import {
  ADA_NAME,
  ada,
  CREATOR_NAME,
  creator,
  DAY,
  expect,
  SOL,
  test,
  twoRecipients,
} from "../support/demo-session";
import { openPage } from "../support/page";

const SUPPLY = 6n * SOL;

test("an instant refund before the start returns everything", async ({ session }) => {
  const tree = await session.create({ name: "Refund scenario", csv: twoRecipients(), cliffDays: 20 });
  expect(await session.api.campaign(tree)).toMatchObject({ status: "active", instantRefundEligible: true });
  expect(await session.held(tree)).toBe(SUPPLY);
  await session.act("Refund everything", "Campaign refunded.");
  await expect(session.page.getByText("was refunded to the creator")).toBeVisible();
  const campaign = await session.api.campaign(tree);
  expect(campaign).toMatchObject({ status: "instant_refunded", instantRefunded: true, gracePeriod: null });
  expect(await session.events(tree, "instant_refunded")).toEqual([
    { cancelledAt: campaign.cancelledAt, refundedTo: creator.address, amount: SUPPLY.toString() },
  ]);
  expect(await session.held(tree)).toBe(0n);
});

test("a milestone is released and claimed", async ({ session }) => {
  const csv = twoRecipients(",releaseType,milestoneIdx", ",milestone,3");
  const tree = await session.create({ name: "Milestone scenario", csv, cliffDays: 20 });
  expect((await session.api.campaign(tree)).milestones).toEqual([
    { index: 3, released: false, releasedAt: null },
  ]);
  await session.act("Release milestone 3", "Milestone 3 released.");
  expect(await session.events(tree, "milestone_released")).toEqual([
    { milestoneIdx: 3, releasedBy: creator.address },
  ]);
  await session.playAs(ADA_NAME);
  await session.act("Claim 4 SOL", "The tokens are in your wallet.");
  const campaign = await session.api.campaign(tree);
  expect(campaign).toMatchObject({ status: "claimable", totalClaimed: "4000000000" });
  expect(campaign.milestones).toMatchObject([{ index: 3, released: true }]);
  const { claims } = await session.api.claims(tree);
  expect(claims).toHaveLength(1);
  expect(claims[0]).toMatchObject({ beneficiary: ada.address, amount: "4000000000", milestoneIdx: 3 });
  expect(await session.held(tree)).toBe(2n * SOL);
});

test("a cancellation, a claim in its grace period, and the withdrawal after it succeed", async ({
  session,
}) => {
  const { api, page } = session;
  const tree = await session.create({ name: "Cancel scenario", csv: twoRecipients(), cliffDays: -20 });
  await session.act("Cancel campaign", "grace period has begun");
  await expect(page.getByText(/Grace period: 6 days/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Withdraw remaining tokens" })).toHaveCount(0);
  const cancelled = await api.campaign(tree);
  const { cancelledAt } = cancelled;
  expect(cancelled).toMatchObject({ status: "cancelled_grace", gracePeriod: { isExpired: false } });
  expect(await session.events(tree, "cancelled")).toEqual([{ cancelledAt, claimedAtCancel: "0" }]);

  await session.playAs(ADA_NAME);
  await session.act(/^Claim \d/, "The tokens are in your wallet.");
  const { claims } = await api.claims(tree);
  const terms = toLeaf((await api.proof(tree, { beneficiary: ada.address })).leaf);
  const vested = vestedAmount(terms, { now: BigInt(cancelledAt ?? 0), cancelledAt: null });
  expect(claims.map(({ amount }) => amount)).toEqual([vested.toString()]);

  await session.advance(8 * DAY);
  await openPage(page);
  await expect(page.locator("main").getByRole("button", { name: /^Claim/ })).toBeDisabled();
  await session.playAs(CREATOR_NAME);
  await session.act("Withdraw remaining tokens", "The remaining tokens are in the creator’s wallet.");
  expect(await session.events(tree, "withdrawn")).toEqual([{ amount: (SUPPLY - vested).toString() }]);
  const withdrawn = await api.campaign(tree);
  expect(withdrawn).toMatchObject({ status: "cancelled_expired", totalClaimed: vested.toString() });
  expect(withdrawn.gracePeriod).toMatchObject({ isExpired: true, remaining: 0 });
  expect(await session.held(tree)).toBe(0n);
});
