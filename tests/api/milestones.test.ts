import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/milestones/[idx]/route";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import type { BuiltTransaction } from "@/lib/core/views/operations";
import {
  act,
  blockhashOnly,
  creator,
  expectSound,
  NOW,
  refusesStrangers,
  storeCampaign,
  untouchedChain,
} from "@/tests/support/stored-action";
import { openStoredServices, services, start } from "@/tests/support/stored-services";

openStoredServices();

const TARGET = {
  handler: POST,
  path: "/api/campaigns/:treeAddress/milestones/:idx",
  params: { idx: "7" },
};
const MILESTONES = { usedMilestones: [0, 7, 255] };

describe("refuses and builds nothing", () => {
  beforeAll(() => start(untouchedChain));

  refusesStrangers(TARGET, () => services);

  test.each(["1", "254"])("404 for the index %s, which no leaf uses", async (idx) => {
    const { treeAddress } = await storeCampaign(services.db, MILESTONES);
    const refused = await act(TARGET, { services, treeAddress, params: { idx } });
    expect(refused).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  test.each(["256", "-1", "7.0", "07", " 7", "seven", "1e1", "18446744073709551616", "0x7"])(
    "400 for %o, which is no index",
    async (idx) => {
      const { treeAddress } = await storeCampaign(services.db, MILESTONES);
      const refused = await act(TARGET, { services, treeAddress, params: { idx } });
      expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    },
  );

  test.each([
    ["MILESTONE_ALREADY_RELEASED", { releasedMilestones: [7] }],
    ["ALREADY_CANCELLED", { instantRefunded: true, cancelledAt: NOW }],
    ["FULLY_VESTED", { mint: NATIVE_MINT, settled: true, cancelledAt: NOW }],
    ["FULLY_VESTED", { mint: NATIVE_MINT, totalClaimed: 1_000n }],
  ])("%s for %o", async (code, over) => {
    const { treeAddress } = await storeCampaign(services.db, { ...MILESTONES, ...over });
    const refused = await act(TARGET, { services, treeAddress });
    expect(refused).toMatchObject({ status: 400, body: { code } });
  });
});

test.each(["0", "7", "255"])("builds the release of milestone %s, which the creator signs", async (idx) => {
  start(blockhashOnly);
  const over = { ...MILESTONES, releasedMilestones: [1], cancelledAt: NOW };
  const { treeAddress } = await storeCampaign(services.db, over);
  const { status, body } = await act<BuiltTransaction>(TARGET, { services, treeAddress, params: { idx } });
  expectSound(body);
  expect({ status, signers: body.signers, accounts: body.accounts }).toEqual({
    status: 200,
    signers: [creator.address],
    accounts: { creator: creator.address, vestingTree: treeAddress },
  });
  expect(Buffer.from(body.transaction, "base64").at(-1)).toBe(Number(idx));
});
