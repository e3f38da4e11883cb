import { describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/milestones/[idx]/route";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { creator, NOW, openAction } from "@/tests/support/stored-action";

const action = openAction({
  handler: POST,
  path: "/api/campaigns/:treeAddress/milestones/:idx",
  params: { idx: "7" },
});
const MILESTONES = { usedMilestones: [0, 7, 255] };

describe("refuses and builds nothing", () => {
  action.refuses([]);

  test.each(["1", "254"])("returns 404 for the index %s, which no leaf uses", async (idx) => {
    const { treeAddress } = await action.store(MILESTONES);
    await action.expectRefused(treeAddress, { status: 404, code: "NOT_FOUND", request: { params: { idx } } });
  });

  test.each(["256", "-1", "7.0", "07", " 7", "seven", "1e1", "18446744073709551616", "0x7"])(
    "returns 400 for %o, which is not an index",
    async (idx) => {
      const { treeAddress } = await action.store(MILESTONES);
      await action.expectRefused(treeAddress, { code: "VALIDATION_ERROR", request: { params: { idx } } });
    },
  );

  test.each([
    ["MILESTONE_ALREADY_RELEASED", { releasedMilestones: [7] }],
    ["ALREADY_CANCELLED", { instantRefunded: true, cancelledAt: NOW }],
    ["FULLY_VESTED", { mint: NATIVE_MINT, settled: true, cancelledAt: NOW }],
    ["FULLY_VESTED", { mint: NATIVE_MINT, totalClaimed: 1_000n }],
  ])("returns %s for %o", async (code, over) => {
    const { treeAddress } = await action.store({ ...MILESTONES, ...over });
    await action.expectRefused(treeAddress, { code });
  });
});

test.each(["0", "7", "255"])("builds the release of milestone %s, which the creator signs", async (idx) => {
  action.start();
  const over = { ...MILESTONES, releasedMilestones: [1], cancelledAt: NOW };
  const { treeAddress } = await action.store(over);
  const { signers, accounts, transaction } = await action.build(treeAddress, { params: { idx } });
  expect({ signers, accounts }).toEqual({
    signers: [creator.address],
    accounts: { creator: creator.address, vestingTree: treeAddress },
  });
  expect(Buffer.from(transaction, "base64").at(-1)).toBe(Number(idx));
});
