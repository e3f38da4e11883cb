import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/cancel-stream/route";
import { buildTree } from "@/lib/core/merkle/tree";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { beneficiary, creator, LEAF, MINT, NOW, openAction, stranger } from "@/tests/support/stored-action";

const action = openAction({ handler: POST, path: "/api/campaigns/:treeAddress/cancel-stream" });
const WITHDRAW_ARGS = {
  releaseType: LEAF.releaseType,
  startTime: LEAF.startTime,
  cliffTime: LEAF.cliffTime,
  endTime: LEAF.endTime,
  milestoneIdx: LEAF.milestoneIdx,
};
const getAta = (owner: string) => findAssociatedTokenAddress({ owner, mint: MINT }).address;

/** Stores a stream that was rotated on the network to a leaf that is not recorded here. */
async function storeRotated(beneficiaryOfNew: string) {
  const { root } = await buildTree([{ ...LEAF, beneficiary: beneficiaryOfNew }]);
  const leaves = [{ amount: 999n }];
  return action.store({ leaves, totalSupply: LEAF.amount, merkleRoot: root });
}

describe("refuses and builds nothing", () => {
  action.refuses([
    ["NOT_SINGLE_STREAM", { leaves: [{}, {}] }],
    ["NOT_CANCELLABLE", { cancellable: false }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW, settled: true }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW }],
    ["FULLY_VESTED", { totalClaimed: 1_000n }],
    // The program would rebuild the leaf with the whole supply and not match the root.
    ["NOT_SINGLE_STREAM", { totalSupply: 5_000n }],
  ]);

  test.each([
    ["creatorAta", { creatorAta: getAta(stranger.address) }],
    ["beneficiaryAta", { beneficiaryAta: getAta(creator.address) }],
    ["beneficiary", { beneficiary: stranger.address }],
    ["withdrawArgs.endTime", { withdrawArgs: { ...WITHDRAW_ARGS, endTime: LEAF.endTime + 1n } }],
    ["withdrawArgs.releaseType", { withdrawArgs: { ...WITHDRAW_ARGS, releaseType: 3 } }],
    ["withdrawArgs.milestoneIdx", { withdrawArgs: { ...WITHDRAW_ARGS, milestoneIdx: 256 } }],
    ["withdrawArgs.startTime", { withdrawArgs: { ...WITHDRAW_ARGS, startTime: "9223372036854775808" } }],
  ])("returns 400 for another %s than the stored one", async (path, body) => {
    const { treeAddress } = await action.store();
    await action.expectRefused(treeAddress, {
      code: "VALIDATION_ERROR",
      details: [{ path }],
      request: { body },
    });
  });

  test("returns 409 when the current root's leaf is not stored", async () => {
    const { treeAddress } = await storeRotated(stranger.address);
    await action.expectRefused(treeAddress, { status: 409, code: "CONFLICT" });
  });

  test("returns 400 when the given leaf is not the current root's either", async () => {
    const { treeAddress } = await storeRotated(stranger.address);
    const body = { beneficiary: beneficiary.address, withdrawArgs: WITHDRAW_ARGS };
    await action.expectRefused(treeAddress, { details: [{ path: "withdrawArgs" }], request: { body } });
  });
});

describe("builds", () => {
  beforeAll(() => action.start());

  test.each([
    undefined,
    {
      creatorAta: getAta(creator.address),
      beneficiaryAta: getAta(beneficiary.address),
      beneficiary: beneficiary.address,
      withdrawArgs: WITHDRAW_ARGS,
    },
  ])("returns the transaction that the creator signs, for the body %o", async (body) => {
    const { treeAddress } = await action.store();
    expect(await action.build(treeAddress, { body })).toMatchObject({
      instruction: "cancel_stream",
      feePayer: creator.address,
      signers: [creator.address],
      accounts: {
        beneficiary: beneficiary.address,
        beneficiaryAta: getAta(beneficiary.address),
        creatorAta: getAta(creator.address),
      },
    });
  });

  test("a transaction for a rotated root, from a body that hashes to it", async () => {
    const { treeAddress } = await storeRotated(stranger.address);
    const body = { beneficiary: stranger.address, withdrawArgs: WITHDRAW_ARGS };
    const { accounts } = await action.build(treeAddress, { body });
    expect(accounts).toMatchObject({ beneficiary: stranger.address });
  });

  test("a transaction for native SOL without token accounts", async () => {
    const { treeAddress } = await action.store({ mint: NATIVE_MINT });
    const { accounts } = await action.build(treeAddress);
    const absent = action.services.env.VESTING_PROGRAM_ID;
    expect(accounts).toMatchObject({ vault: absent, beneficiaryAta: absent, creatorAta: absent });
  });
});
