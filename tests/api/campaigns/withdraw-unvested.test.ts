import { beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/api/campaigns/[treeAddress]/withdraw-unvested/route";
import { storeEvents } from "@/db/queries/events/event-rows";
import { NATIVE_MINT, TOKEN_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { findVaultAddress } from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress, TOKEN_ACCOUNT_BYTES } from "@/lib/core/solana/tokens/tokens";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { envelopeValues } from "@/tests/support/rows";
import {
  creator,
  getChain,
  latestBlockhash,
  MINT,
  NOW,
  openAction,
  stranger,
} from "@/tests/support/stored-action";

const action = openAction({ handler: POST, path: "/api/campaigns/:treeAddress/withdraw-unvested" });
const EXPIRED = { cancelledAt: NOW - GRACE_PERIOD_SECONDS };
const creatorAta = findAssociatedTokenAddress({ owner: creator.address, mint: MINT }).address;

/** Connects a node on which every vault holds an amount. */
function startWithVault(amount: bigint): void {
  const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  data.writeBigUInt64LE(amount, 64);
  action.start(
    getChain({
      getLatestBlockhash: latestBlockhash,
      getAccounts: async () => ({ slot: 1n, accounts: [{ owner: TOKEN_PROGRAM_ID, lamports: 1n, data }] }),
    }),
  );
}

describe("refuses and builds nothing", () => {
  action.refuses([
    ["NOT_CANCELLED", {}],
    ["NOT_CANCELLED", { totalClaimed: 1_000n }],
    ["GRACE_PERIOD_ACTIVE", { cancelledAt: NOW }],
    ["GRACE_PERIOD_ACTIVE", { cancelledAt: NOW - GRACE_PERIOD_SECONDS + 1n }],
    ["FULLY_VESTED", { ...EXPIRED, instantRefunded: true }],
    ["FULLY_VESTED", { ...EXPIRED, settled: true }],
    ["FULLY_VESTED", { cancelledAt: NOW, settled: true }],
    ["FULLY_VESTED", { ...EXPIRED, mint: NATIVE_MINT, totalClaimed: 1_000n }],
    ["NOTHING_TO_CLAIM", { ...EXPIRED, vaultBalance: 0n, vaultSlot: 1n }],
  ]);

  test("states when the grace period ends", async () => {
    const { treeAddress } = await action.store({ cancelledAt: NOW - 1n });
    const { body } = await action.post(treeAddress);
    expect(body.error).toContain("2027-01-22T07:59:59.000Z");
  });

  test("returns FULLY_VESTED once a withdrawal is indexed", async () => {
    startWithVault(0n);
    const { id, treeAddress } = await action.store({ ...EXPIRED, vaultBalance: 5n, vaultSlot: 1n });
    await storeEvents(action.services.db, {
      cancelled: [{ ...envelopeValues(id), ...EXPIRED, claimedAtCancel: 0n }],
      withdrawn: [{ ...envelopeValues(id), amount: 5n }],
    });
    await action.expectRefused(treeAddress, { code: "FULLY_VESTED" });
  });

  test("refuses a creatorAta that is not the creator's, or that does not apply", async () => {
    const tokens = await action.store(EXPIRED);
    const native = await action.store({ ...EXPIRED, mint: NATIVE_MINT });
    const foreign = findAssociatedTokenAddress({ owner: stranger.address, mint: MINT }).address;
    for (const [{ treeAddress }, given] of [
      [tokens, foreign],
      [native, creatorAta],
      [tokens, "not-an-address"],
    ] as const) {
      const request = { body: { creatorAta: given } };
      await action.expectRefused(treeAddress, {
        code: "VALIDATION_ERROR",
        details: [{ path: "creatorAta" }],
        request,
      });
    }
  });
});

describe("builds", () => {
  beforeAll(() => action.start());

  test("the transaction that the creator, not the cancel authority, signs and pays for", async () => {
    const { treeAddress } = await action.store(EXPIRED);
    expect(await action.build(treeAddress, { body: { creatorAta } })).toMatchObject({
      instruction: "withdraw_unvested",
      feePayer: creator.address,
      signers: [creator.address],
      accounts: { creator: creator.address, vestingTree: treeAddress, creatorAta },
    });
  });

  test("another withdrawal of tokens that the vault received after the first, by its balance on the network", async () => {
    startWithVault(5n);
    const { treeAddress } = await action.store({
      ...EXPIRED,
      withdrawn: true,
      vaultBalance: 0n,
      vaultSlot: 1n,
    });
    const { address: vault } = findVaultAddress({ treeAddress, mint: MINT });
    expect((await action.build(treeAddress)).accounts).toMatchObject({ vault });
  });

  test("a transaction for native SOL with the program in place of every absent account", async () => {
    const { treeAddress } = await action.store({ ...EXPIRED, mint: NATIVE_MINT });
    const { accounts } = await action.build(treeAddress, { body: { creatorAta: null } });
    const absent = action.services.env.VESTING_PROGRAM_ID;
    expect(accounts).toMatchObject({ vault: absent, vaultAuthority: absent, creatorAta: absent });
  });
});
