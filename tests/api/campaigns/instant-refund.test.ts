import { describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/instant-refund/route";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { instantRefundEligible } from "@/lib/core/vesting/lifecycle";
import { creator, MINT, NOW, openAction, stranger } from "@/tests/support/stored-action";

const action = openAction({ handler: POST, path: "/api/campaigns/:treeAddress/instant-refund" });
const TWO_LEAVES = [{}, {}];

describe("refuses and builds nothing", () => {
  action.refuses([], TWO_LEAVES);

  test.each([
    ["NOT_CANCELLABLE", { cancellable: false }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW - 1n }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW - 1n, instantRefunded: true }],
    ["FULLY_VESTED", { totalClaimed: 2_000n }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { leaves: [{}] }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { minCliffTime: NOW }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { minCliffTime: null }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { releasedMilestones: [0] }],
  ])("returns %s for %o, as the detail's instantRefundEligible states", async (code, over) => {
    const campaign = await action.store({ leaves: TWO_LEAVES, ...over });
    expect(instantRefundEligible(campaign, NOW)).toBe(false);
    await action.expectRefused(campaign.treeAddress, { code });
  });

  test("refuses another wallet's token account", async () => {
    const { treeAddress } = await action.store({ leaves: TWO_LEAVES });
    const body = { creatorAta: findAssociatedTokenAddress({ owner: stranger.address, mint: MINT }).address };
    await action.expectRefused(treeAddress, { details: [{ path: "creatorAta" }], request: { body } });
  });
});

test("builds the transaction that the creator signs until the first cliff", async () => {
  action.start();
  const campaign = await action.store({
    leaves: TWO_LEAVES,
    minCliffTime: NOW + 1n,
    paused: true,
  });
  expect(instantRefundEligible(campaign, NOW)).toBe(true);
  expect(await action.build(campaign.treeAddress)).toMatchObject({
    instruction: "instant_refund_campaign",
    signers: [creator.address],
  });
});
