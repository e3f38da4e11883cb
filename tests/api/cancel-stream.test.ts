import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/cancel-stream/route";
import { buildTree } from "@/lib/core/merkle/tree";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens";
import type { BuiltTransaction } from "@/lib/core/views/operations";
import {
  act,
  beneficiary,
  blockhashOnly,
  creator,
  expectSound,
  LEAF,
  MINT,
  NOW,
  refusesStrangers,
  storeCampaign,
  stranger,
  untouchedChain,
} from "@/tests/support/stored-action";
import { openStoredServices, services, start } from "@/tests/support/stored-services";

openStoredServices();

const TARGET = { handler: POST, path: "/api/campaigns/:treeAddress/cancel-stream" };
const WITHDRAW_ARGS = {
  releaseType: LEAF.releaseType,
  startTime: LEAF.startTime,
  cliffTime: LEAF.cliffTime,
  endTime: LEAF.endTime,
  milestoneIdx: LEAF.milestoneIdx,
};
const ataOf = (owner: string) => findAssociatedTokenAddress({ owner, mint: MINT }).address;

/** A stream that was rotated on the ledger to a leaf that nobody recorded here. */
async function storeRotated(beneficiaryOfNew: string) {
  const { root } = await buildTree([{ ...LEAF, beneficiary: beneficiaryOfNew }]);
  const leaves = [{ amount: 999n }];
  return storeCampaign(services.db, { leaves, totalSupply: LEAF.amount, merkleRoot: root });
}

describe("refuses and builds nothing", () => {
  beforeAll(() => start(untouchedChain));

  refusesStrangers(TARGET, () => services);

  test.each([
    ["NOT_SINGLE_STREAM", { leaves: [{}, {}] }],
    ["NOT_CANCELLABLE", { cancellable: false }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW, settled: true }],
    ["ALREADY_CANCELLED", { cancelledAt: NOW }],
    ["FULLY_VESTED", { totalClaimed: 1_000n }],
    // The program would rebuild the leaf with the whole supply and miss the root.
    ["NOT_SINGLE_STREAM", { totalSupply: 5_000n }],
  ])("%s for %o", async (code, over) => {
    const { treeAddress } = await storeCampaign(services.db, over);
    const refused = await act(TARGET, { services, treeAddress });
    expect(refused).toMatchObject({ status: 400, body: { code } });
  });

  test.each([
    ["creatorAta", { creatorAta: ataOf(stranger.address) }],
    ["beneficiaryAta", { beneficiaryAta: ataOf(creator.address) }],
    ["beneficiary", { beneficiary: stranger.address }],
    ["withdrawArgs.endTime", { withdrawArgs: { ...WITHDRAW_ARGS, endTime: LEAF.endTime + 1n } }],
    ["withdrawArgs.releaseType", { withdrawArgs: { ...WITHDRAW_ARGS, releaseType: 3 } }],
    ["withdrawArgs.milestoneIdx", { withdrawArgs: { ...WITHDRAW_ARGS, milestoneIdx: 256 } }],
    ["withdrawArgs.startTime", { withdrawArgs: { ...WITHDRAW_ARGS, startTime: "9223372036854775808" } }],
  ])("400 for another %s than the stored one", async (path, body) => {
    const { treeAddress } = await storeCampaign(services.db);
    const refused = await act(TARGET, { services, treeAddress, body });
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", details: [{ path }] } });
  });

  test("409 when the current root's leaf is not stored", async () => {
    const { treeAddress } = await storeRotated(stranger.address);
    const refused = await act(TARGET, { services, treeAddress });
    expect(refused).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  });

  test("400 when the given leaf is not the current root's either", async () => {
    const { treeAddress } = await storeRotated(stranger.address);
    const body = { beneficiary: beneficiary.address, withdrawArgs: WITHDRAW_ARGS };
    const refused = await act(TARGET, { services, treeAddress, body });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: "withdrawArgs" }] } });
  });
});

describe("builds", () => {
  beforeAll(() => start(blockhashOnly));

  test.each([
    undefined,
    {
      creatorAta: ataOf(creator.address),
      beneficiaryAta: ataOf(beneficiary.address),
      beneficiary: beneficiary.address,
      withdrawArgs: WITHDRAW_ARGS,
    },
  ])("what the creator signs, with the body %o", async (body) => {
    const { treeAddress } = await storeCampaign(services.db);
    const built = await act<BuiltTransaction>(TARGET, { services, treeAddress, body });
    expectSound(built.body);
    expect(built).toMatchObject({
      status: 200,
      body: {
        instruction: "cancel_stream",
        feePayer: creator.address,
        signers: [creator.address],
        accounts: {
          beneficiary: beneficiary.address,
          beneficiaryAta: ataOf(beneficiary.address),
          creatorAta: ataOf(creator.address),
        },
      },
    });
  });

  test("for a rotated root, from a body that hashes to it", async () => {
    const { treeAddress } = await storeRotated(stranger.address);
    const body = { beneficiary: stranger.address, withdrawArgs: WITHDRAW_ARGS };
    const built = await act<BuiltTransaction>(TARGET, { services, treeAddress, body });
    expect(built).toMatchObject({ status: 200, body: { accounts: { beneficiary: stranger.address } } });
  });

  test("for native SOL without token accounts", async () => {
    const { treeAddress } = await storeCampaign(services.db, { mint: NATIVE_MINT });
    const { body } = await act<BuiltTransaction>(TARGET, { services, treeAddress });
    expectSound(body);
    const absent = services.env.VESTING_PROGRAM_ID;
    expect(body.accounts).toMatchObject({ vault: absent, beneficiaryAta: absent, creatorAta: absent });
  });
});
