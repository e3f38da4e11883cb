import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/withdraw-unvested/route";
import { storeEvents } from "@/db/queries/events/event-rows";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import type { BuiltTransaction } from "@/lib/core/views/operations";
import { envelopeValues } from "@/tests/support/rows";
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

const TARGET = { handler: POST, path: "/api/campaigns/:treeAddress/withdraw-unvested" };
const EXPIRED = { cancelledAt: NOW - GRACE_PERIOD_SECONDS };
const creatorAta = findAssociatedTokenAddress({ owner: creator.address, mint: MINT }).address;

describe("refuses and builds nothing", () => {
  beforeAll(() => start(untouchedChain));

  refusesStrangers(TARGET, () => services);

  test.each([
    ["NOT_CANCELLED", {}],
    ["NOT_CANCELLED", { totalClaimed: 1_000n }],
    ["GRACE_PERIOD_ACTIVE", { cancelledAt: NOW }],
    ["GRACE_PERIOD_ACTIVE", { cancelledAt: NOW - GRACE_PERIOD_SECONDS + 1n }],
    ["FULLY_VESTED", { ...EXPIRED, instantRefunded: true }],
    ["FULLY_VESTED", { ...EXPIRED, settled: true }],
    ["FULLY_VESTED", { cancelledAt: NOW, settled: true }],
    ["FULLY_VESTED", { ...EXPIRED, mint: NATIVE_MINT, totalClaimed: 1_000n }],
  ])("%s for %o", async (code, over) => {
    const { treeAddress } = await storeCampaign(services.db, over);
    const refused = await act(TARGET, { services, treeAddress });
    expect(refused).toMatchObject({ status: 400, body: { code } });
  });

  test("says when the grace period ends", async () => {
    const { treeAddress } = await storeCampaign(services.db, { cancelledAt: NOW - 1n });
    const { body } = await act(TARGET, { services, treeAddress });
    expect(body.error).toContain("2027-01-22T07:59:59.000Z");
  });

  test("FULLY_VESTED once a withdrawal is indexed", async () => {
    const { id, treeAddress } = await storeCampaign(services.db, EXPIRED);
    await storeEvents(services.db, {
      cancelled: [{ ...envelopeValues(id), ...EXPIRED, claimedAtCancel: 0n }],
      withdrawn: [{ ...envelopeValues(id), amount: 5n }],
    });
    const refused = await act(TARGET, { services, treeAddress });
    expect(refused).toMatchObject({ status: 400, body: { code: "FULLY_VESTED" } });
  });

  test("a creatorAta that is not the creator's, or where there is none", async () => {
    const tokens = await storeCampaign(services.db, EXPIRED);
    const native = await storeCampaign(services.db, { ...EXPIRED, mint: NATIVE_MINT });
    const foreign = findAssociatedTokenAddress({ owner: stranger.address, mint: MINT }).address;
    for (const [{ treeAddress }, given] of [
      [tokens, foreign],
      [native, creatorAta],
      [tokens, "not-an-address"],
    ] as const) {
      const refused = await act(TARGET, { services, treeAddress, body: { creatorAta: given } });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: "VALIDATION_ERROR", details: [{ path: "creatorAta" }] },
      });
    }
  });
});

describe("builds", () => {
  beforeAll(() => start(blockhashOnly));

  test("what the creator, not the cancel authority, signs and pays", async () => {
    const { treeAddress } = await storeCampaign(services.db, EXPIRED);
    const body = { creatorAta };
    const built = await act<BuiltTransaction>(TARGET, { services, treeAddress, body });
    expectSound(built.body);
    expect(built).toMatchObject({
      status: 200,
      body: {
        instruction: "withdraw_unvested",
        feePayer: creator.address,
        signers: [creator.address],
        accounts: { creator: creator.address, vestingTree: treeAddress, creatorAta },
      },
    });
  });

  test("for native SOL with every absent account as the program", async () => {
    const { treeAddress } = await storeCampaign(services.db, { ...EXPIRED, mint: NATIVE_MINT });
    const { body } = await act<BuiltTransaction>(TARGET, {
      services,
      treeAddress,
      body: { creatorAta: null },
    });
    expectSound(body);
    const absent = services.env.VESTING_PROGRAM_ID;
    expect(body.accounts).toMatchObject({ vault: absent, vaultAuthority: absent, creatorAta: absent });
  });
});
