import { Connection } from "@solana/web3.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "@/docs/actions/examples/act";
import { cancel } from "@/docs/actions/examples/cancel";
import { cancelStream } from "@/docs/actions/examples/cancel-stream";
import { claim } from "@/docs/actions/examples/claim";
import { closeClaimRecord } from "@/docs/actions/examples/close-claim-record";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { createStream } from "@/docs/actions/examples/create-stream";
import { instantRefund } from "@/docs/actions/examples/instant-refund";
import { pause, resume } from "@/docs/actions/examples/pause";
import { releaseMilestone } from "@/docs/actions/examples/release-milestone";
import { updateRoot } from "@/docs/actions/examples/update-root";
import { withdraw } from "@/docs/actions/examples/withdraw";
import { withdrawUnvested } from "@/docs/actions/examples/withdraw-unvested";
import { LONG } from "@/ledger/tests/support/long";
import { planCancelCampaign } from "@/lib/core/plans/end-campaign";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { findClaimRecordAddress } from "@/lib/core/solana/pdas";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { type Cast, createCast, type Kind, recipient, SUPPLY, World } from "./harness";

/**
 * Tests every documented flow against a service known only by its URL and a ledger that runs the program.
 * Each transaction is built, signed with the real keys, sent and reported, then read back from the campaign's
 * detail and timeline.
 */

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

const THIRD = SUPPLY / 3n;

/** Returns three allocations: a finished one, a running one and a future one. */
function threeRecipients(cast: Cast) {
  const { now } = world;
  return [now - 5_000n, now - 500n, now + 5_000n].map((start) => recipient(cast, { amount: THIRD, start }));
}

/** Cancels on the ledger without informing the service. */
async function cancelUnseen({ authority }: Cast, treeAddress: string): Promise<void> {
  const connection = new Connection(world.api.rpcUrl, "confirmed");
  const plan = planCancelCampaign({ treeAddress, cancelAuthority: authority.publicKey.toBase58() });
  const transaction = unsignedTransaction(plan, await connection.getLatestBlockhash());
  transaction.sign(authority);
  await connection.sendRawTransaction(transaction.serialize());
}

describe.each<Kind>(["tokens", "native SOL"])("a campaign of %s", (kind) => {
  test("is paused, resumed, claimed, cancelled, withdrawn from and closed", async () => {
    const cast = await createCast(world, kind);
    const { creator, authority, beneficiary, mint, terms } = cast;
    const treeAddress = await createCampaign(world.api, {
      terms,
      recipients: threeRecipients(cast),
      creator,
    });
    expect(await world.detail(treeAddress)).toMatchObject({
      status: "claimable",
      verified: true,
      leafCount: 3,
    });

    await pause(world.api, { treeAddress, authority });
    expect(await world.detail(treeAddress)).toMatchObject({ status: "paused", paused: true });
    expect(await world.newest(treeAddress)).toMatchObject({ type: "paused", data: { paused: true } });
    await expect(claim(world.api, { treeAddress, mint, beneficiary })).rejects.toThrow();
    await resume(world.api, { treeAddress, authority });
    expect(await world.newest(treeAddress)).toMatchObject({ type: "paused", data: { paused: false } });

    const before = await world.balance(mint, beneficiary);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    expect(await world.newest(treeAddress)).toMatchObject({
      type: "claimed",
      data: { leafIndex: 0, amount: THIRD.toString(), beneficiary: beneficiary.publicKey.toBase58() },
    });
    // Native SOL also pays the fee and the claim record's rent from the same balance.
    const costs = kind === "tokens" ? 0n : 5_000_000n;
    const gained = (await world.balance(mint, beneficiary)) - before;
    expect(gained <= THIRD && gained >= THIRD - costs).toBe(true);

    await cancel(world.api, { treeAddress, authority });
    const cancelled = await world.detail(treeAddress);
    expect(cancelled).toMatchObject({ status: "cancelled_grace", gracePeriod: { isExpired: false } });
    expect(await world.newest(treeAddress)).toMatchObject({
      type: "cancelled",
      data: { cancelledAt: cancelled.cancelledAt, claimedAtCancel: THIRD.toString() },
    });
    await expect(withdrawUnvested(world.api, { treeAddress, authority, creator })).rejects.toThrow(
      "GRACE_PERIOD_ACTIVE",
    );
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 1 });
    const { totalClaimed } = await world.detail(treeAddress);

    world.advance(GRACE_PERIOD_SECONDS);
    expect(await world.detail(treeAddress)).toMatchObject({ status: "cancelled_expired" });
    await withdrawUnvested(world.api, { treeAddress, authority, creator });
    expect(await world.newest(treeAddress)).toMatchObject({
      type: "withdrawn",
      data: { amount: (SUPPLY - BigInt(totalClaimed)).toString() },
    });
    await expect(withdrawUnvested(world.api, { treeAddress, authority, creator })).rejects.toThrow(
      "FULLY_VESTED",
    );

    const record = findClaimRecordAddress({
      treeAddress,
      beneficiary: beneficiary.publicKey.toBase58(),
    }).address;
    expect(await world.exists(record)).toBe(true);
    await closeClaimRecord(world.api, { treeAddress, beneficiary });
    expect(await world.exists(record)).toBe(false);
  });

  test("a campaign that has not started is refunded", async () => {
    const cast = await createCast(world, kind);
    const { creator, authority, mint, terms } = cast;
    const before = await world.balance(mint, creator);
    const start = world.now + 5_000n;
    const recipients = [1n, 2n].map((part) => recipient(cast, { amount: part * THIRD, start }));
    const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
    expect(await world.detail(treeAddress)).toMatchObject({ status: "active", instantRefundEligible: true });
    await instantRefund(world.api, { treeAddress, authority, creator });
    expect(await world.detail(treeAddress)).toMatchObject({
      status: "instant_refunded",
      instantRefunded: true,
      instantRefundEligible: false,
      gracePeriod: null,
    });
    expect(await world.newest(treeAddress)).toMatchObject({
      type: "instant_refunded",
      data: { refundedTo: creator.publicKey.toBase58(), amount: SUPPLY.toString() },
    });
    // The tree's rent stays locked, and native SOL pays the fees.
    const costs = kind === "tokens" ? 0n : 10_000_000n;
    const lost = before - (await world.balance(mint, creator));
    expect(lost >= 0n && lost <= costs).toBe(true);
  });

  test("a campaign of one recipient is withdrawn from, then cancelled and settled", async () => {
    const cast = await createCast(world, kind);
    const { creator, authority, beneficiary, mint, terms } = cast;
    const half = recipient(cast, { amount: SUPPLY, start: world.now - 500n });
    const treeAddress = await createStream(world.api, { terms, recipient: half, creator });
    await withdraw(world.api, { treeAddress, mint, beneficiary });
    expect(await world.newest(treeAddress)).toMatchObject({ type: "claimed", data: { leafIndex: 0 } });
    world.advance(100n);
    const before = await world.balance(mint, beneficiary);
    await cancelStream(world.api, { treeAddress, authority, creator });
    const detail = await world.detail(treeAddress);
    expect(detail).toMatchObject({ status: "settled", settled: true, gracePeriod: null });
    const newest = await world.newest(treeAddress);
    if (newest?.type !== "stream_cancelled") throw new Error(`The newest event is ${newest?.type}.`);
    const paid = BigInt(newest.data.amountToBeneficiary);
    expect(paid).toBeGreaterThan(0n);
    expect((await world.balance(mint, beneficiary)) - before).toBe(paid);
    const claimed = BigInt(detail.totalClaimed);
    if (kind === "tokens") expect(claimed + paid + BigInt(newest.data.amountToCreator)).toBe(SUPPLY);
  });

  test("pays a milestone once it is released", async () => {
    const cast = await createCast(world, kind);
    const { creator, authority, beneficiary, mint, terms } = cast;
    const milestone = { releaseType: 2, milestoneIdx: 9 };
    const start = world.now + 5_000n;
    const recipients = [
      recipient(cast, { amount: THIRD, start, over: milestone }),
      recipient(cast, { amount: 2n * THIRD, start }),
    ];
    const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
    await expect(claim(world.api, { treeAddress, mint, beneficiary })).rejects.toThrow();
    await releaseMilestone(world.api, { treeAddress, authority, creator, milestoneIdx: 9 });
    expect(await world.newest(treeAddress)).toMatchObject({
      type: "milestone_released",
      data: { milestoneIdx: 9, releasedBy: creator.publicKey.toBase58() },
    });
    const { milestones, status } = await world.detail(treeAddress);
    expect({ milestones, status }).toMatchObject({
      milestones: [{ index: 9, released: true }],
      status: "claimable",
    });
    await claim(world.api, { treeAddress, mint, beneficiary });
    expect(await world.newest(treeAddress)).toMatchObject({ type: "claimed", data: { milestoneIdx: 9 } });
    const again = releaseMilestone(world.api, { treeAddress, authority, creator, milestoneIdx: 9 });
    await expect(again).rejects.toThrow("MILESTONE_ALREADY_RELEASED");
  });

  test("pays its new recipients after a rotation", async () => {
    const cast = await createCast(world, kind);
    const { creator, authority, beneficiary, mint, terms } = cast;
    const start = world.now - 5_000n;
    const recipients = [1n, 2n].map((part) => recipient(cast, { amount: part * THIRD, start }));
    const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
    const { merkleRoot: currentRoot } = await world.detail(treeAddress);
    const rotated = [THIRD + 5n, 2n * THIRD - 5n].map((amount) => recipient(cast, { amount, start }));
    await updateRoot(world.api, { treeAddress, currentRoot, recipients: rotated, authority });
    const detail = await world.detail(treeAddress);
    expect(detail).toMatchObject({ rootRegistered: true, analytics: { rootVersionCount: 2 } });
    expect(detail.merkleRoot).not.toBe(currentRoot);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    expect(await world.newest(treeAddress)).toMatchObject({
      type: "claimed",
      data: { leafIndex: 0, amount: (THIRD + 5n).toString() },
    });
  });

  test("the simulation reports a campaign that was cancelled unnoticed, and nothing is signed", async () => {
    const cast = await createCast(world, kind);
    const { creator, authority, terms } = cast;
    const treeAddress = await createCampaign(world.api, {
      terms,
      recipients: threeRecipients(cast),
      creator,
    });
    await cancelUnseen(cast, treeAddress);
    expect(await world.detail(treeAddress)).toMatchObject({ cancelledAt: null });
    const simulated = build(world.api, { treeAddress, action: "cancel", authority });
    await expect(simulated).rejects.toThrow("AlreadyCancelled");
    await expect(build(world.api, { treeAddress, action: "instant-refund", authority })).rejects.toThrow(
      "NOT_ELIGIBLE_FOR_INSTANT_REFUND",
    );
  });
});
