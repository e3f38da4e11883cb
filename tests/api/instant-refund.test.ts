import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/instant-refund/route";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens";
import { instantRefundEligible } from "@/lib/core/vesting/lifecycle";
import type { BuiltTransaction } from "@/lib/core/views/operations";
import {
  act,
  blockhashOnly,
  creator,
  expectSound,
  MINT,
  NOW,
  refusesStrangers,
  storeCampaign,
  stranger,
  untouchedChain,
} from "@/tests/support/stored-action";
import { openStoredServices, services, start } from "@/tests/support/stored-services";

openStoredServices();

const TARGET = { handler: POST, path: "/api/campaigns/:treeAddress/instant-refund" };
const TWO_LEAVES = [{}, {}];

describe("refuses and builds nothing", () => {
  beforeAll(() => start(untouchedChain));

  refusesStrangers(TARGET, () => services, TWO_LEAVES);

  test.each([
    ["NOT_CANCELLABLE", { cancellable: false }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW - 1n }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW - 1n, instantRefunded: true }],
    ["FULLY_VESTED", { totalClaimed: 2_000n }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { leaves: [{}] }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { minCliffTime: NOW }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { minCliffTime: null }],
    ["NOT_ELIGIBLE_FOR_INSTANT_REFUND", { releasedMilestones: [0] }],
  ])("%s for %o, as the detail's instantRefundEligible says", async (code, over) => {
    const campaign = await storeCampaign(services.db, { leaves: TWO_LEAVES, ...over });
    expect(instantRefundEligible(campaign, NOW)).toBe(false);
    const refused = await act(TARGET, { services, treeAddress: campaign.treeAddress });
    expect(refused).toMatchObject({ status: 400, body: { code } });
  });

  test("another's token account", async () => {
    const { treeAddress } = await storeCampaign(services.db, { leaves: TWO_LEAVES });
    const body = { creatorAta: findAssociatedTokenAddress({ owner: stranger.address, mint: MINT }).address };
    const refused = await act(TARGET, { services, treeAddress, body });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: "creatorAta" }] } });
  });
});

test("builds what the creator signs until the first cliff", async () => {
  start(blockhashOnly);
  const campaign = await storeCampaign(services.db, {
    leaves: TWO_LEAVES,
    minCliffTime: NOW + 1n,
    paused: true,
  });
  expect(instantRefundEligible(campaign, NOW)).toBe(true);
  const { treeAddress } = campaign;
  const { status, body } = await act<BuiltTransaction>(TARGET, { services, treeAddress });
  expectSound(body);
  expect({ status, instruction: body.instruction, signers: body.signers }).toEqual({
    status: 200,
    instruction: "instant_refund_campaign",
    signers: [creator.address],
  });
});
