import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { post } from "@/docs/actions/examples/act";
import { cancel } from "@/docs/actions/examples/cancel";
import { cancelStream } from "@/docs/actions/examples/cancel-stream";
import { claim } from "@/docs/actions/examples/claim";
import { closeClaimRecord } from "@/docs/actions/examples/close-claim-record";
import { createCampaign } from "@/docs/actions/examples/create-campaign";
import { createStream } from "@/docs/actions/examples/create-stream";
import { instantRefund } from "@/docs/actions/examples/instant-refund";
import { pause } from "@/docs/actions/examples/pause";
import { releaseMilestone } from "@/docs/actions/examples/release-milestone";
import { sendPlan } from "@/docs/actions/examples/send-plan";
import { withdrawUnvested } from "@/docs/actions/examples/withdraw-unvested";
import { LONG } from "@/ledger/tests/support/long";
import { syncedView } from "@/lib/contract/operations";
import type { VestingProgress } from "@/lib/contract/portfolio/beneficiary";
import { planTransaction } from "@/lib/core/plans/plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { findClaimRecordAddress, findVaultAddress } from "@/lib/core/solana/pdas";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import { hasClosed } from "@/lib/core/vesting/account-generation";
import { GRACE_PERIOD_SECONDS } from "@/lib/core/vesting/lifecycle";
import { indexerContext } from "@/lib/service/indexer/requests";
import { runIndexer } from "@/lib/service/indexer/run";
import { readCampaignPage } from "@/lib/service/pages/campaign-page";
import { services } from "@/lib/service/services";
import { indexOf } from "@/tests/indexer/support/index-of";
import {
  type Cast,
  createCast,
  createTwoCliffs,
  recipient,
  SUPPLY,
  World,
} from "@/tests/scenarios/actions/harness";
import { renderPage } from "./rendered-page";
import { KINDS } from "./sample-states";

/**
 * Plays lives on the ledger in which the deployed program behaves unexpectedly, and reads them from the
 * index.
 */

let world: World;
beforeAll(async () => {
  world = await World.start();
}, LONG.timeout);
afterAll(() => world.close());

const PART = SUPPLY / 4n;
const TREE_RENT = 3_138_960n;

/**
 * Compares every campaign with its account, twice, and then from the beginning. Nothing may differ or change,
 * with one exception: the first run finds the unreported creation of each campaign, and uses the time of its
 * account where the account still exists.
 */
async function expectIndexed(): Promise<void> {
  const context = indexerContext(await services());
  const fresh = await indexOf(context.db);
  let expected: unknown[] = fresh.projections.map((row) => ({
    ...row,
    creationEventIndex: 0,
    creationSignature: expect.any(String),
    creationSlot: expect.any(BigInt),
    creationTime: row.accountCreatedAt,
    createdAt: hasClosed(row) ? row.createdAt : (row.accountCreatedAt ?? row.createdAt),
  }));
  for (const options of [{}, {}, { fromSlot: 0n }]) {
    const report = await runIndexer(context, { full: true, timeLimitMs: 60_000, ...options });
    expect(report).toMatchObject({ ok: true, complete: true, drift: [], failed: 0 });
    const { projections, events } = await indexOf(context.db);
    expect(projections).toEqual(expected);
    expect(Object.values(events).flat()).toHaveLength(Object.values(fresh.events).flat().length);
    expected = projections;
  }
}

const twoCliffs = (cast: Cast, from: bigint) => createTwoCliffs(world, cast, { from, amount: PART });

async function halfStream(cast: Cast): Promise<string> {
  const half = recipient(cast, { amount: PART, start: world.now - 500n });
  return createStream(world.api, { terms: cast.terms, recipient: half, creator: cast.creator });
}

describe.each(KINDS)("%s", (kind) => {
  test("cancels a paused stream", async () => {
    const cast = await createCast(world, kind);
    const treeAddress = await halfStream(cast);
    await pause(world.api, { treeAddress, authority: cast.authority });
    expect(await world.detail(treeAddress)).toMatchObject({ status: "paused", paused: true });
    await cancelStream(world.api, { treeAddress, authority: cast.authority, creator: cast.creator });
    const detail = await world.detail(treeAddress);
    expect(detail).toMatchObject({ status: "settled", paused: false, totalClaimed: "0" });
    const newest = await world.newest(treeAddress);
    if (newest?.type !== "stream_cancelled") throw new Error(`The newest event is ${newest?.type}.`);
    expect(detail.settledAmount).toBe(newest.data.amountToBeneficiary);
    await expectIndexed();
  });

  test("refunds a paused campaign", async () => {
    const cast = await createCast(world, kind);
    const { authority, creator } = cast;
    const treeAddress = await twoCliffs(cast, 5_000n);
    await pause(world.api, { treeAddress, authority });
    await instantRefund(world.api, { treeAddress, authority, creator });
    expect(await world.detail(treeAddress)).toMatchObject({ status: "instant_refunded", paused: false });
    await expectIndexed();
  });

  test("pays claims after the grace period until the creator withdraws", LONG, async () => {
    const cast = await createCast(world, kind);
    const { authority, creator, beneficiary, mint } = cast;
    const treeAddress = await twoCliffs(cast, -5_000n);
    await cancel(world.api, { treeAddress, authority });
    world.advance(GRACE_PERIOD_SECONDS);
    const payableUntilSwept = (2n * PART).toString();
    expect(await world.detail(treeAddress)).toMatchObject({ status: "cancelled_expired", payableUntilSwept });
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 1 });
    const part = PART.toString();
    expect(await world.detail(treeAddress)).toMatchObject({
      ...{ status: "cancelled_expired", totalClaimed: part, payableUntilSwept: part },
      ...{ withdrawn: false, claimedMoreThanAllocated: [] },
    });
    expect(await world.newest(treeAddress)).toMatchObject({ type: "claimed", data: { amount: part } });
    await expectIndexed();
    await withdrawUnvested(world.api, { treeAddress, authority, creator });
    expect(await world.detail(treeAddress)).toMatchObject({ withdrawn: true, payableUntilSwept: "0" });
    const again = claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    await expect(again).rejects.toThrow();
    await expectIndexed();
  });

  test("detects a second claim of a leaf whose complete record was closed", async () => {
    const cast = await createCast(world, kind);
    const { beneficiary, mint } = cast;
    const treeAddress = await twoCliffs(cast, -5_000n);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    await closeClaimRecord(world.api, { treeAddress, beneficiary });
    const second = await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    const paid = { allocated: PART.toString(), claimed: (2n * PART).toString() };
    const overclaim = { beneficiary: beneficiary.publicKey.toBase58(), leafIndex: 0, ...paid };
    const finding = { kind: "claimed_more_than_allocated", treeAddress, ...overclaim };
    expect(await world.detail(treeAddress)).toMatchObject({ claimedMoreThanAllocated: [overclaim] });
    const body = { signature: second };
    const synced = syncedView.parse(await post(world.api, "/api/events/sync", { body }));
    expect(synced).toMatchObject({ results: [{ status: "already_indexed" }], findings: [finding] });
    const report = await runIndexer(indexerContext(await services()), { full: true, timeLimitMs: 60_000 });
    expect(report).toMatchObject({ drift: [], findings: expect.arrayContaining([finding]) });
    const page = await readCampaignPage(treeAddress);
    const { text } = renderPage(page ?? expect.fail("There is a page."), { address: "", mine: null });
    expect(text).toContain("Claimed more than allocated");
    await expectIndexed();
  });

  test("changes only the vault's balance for a top-up after claims", async () => {
    const cast = await createCast(world, kind);
    const { creator, beneficiary, mint } = cast;
    const treeAddress = await twoCliffs(cast, -5_000n);
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 0 });
    const { vault: vaultBefore, ...before } = await world.detail(treeAddress);
    expect(vaultBefore).toMatchObject({ balance: PART.toString(), shortfall: "0" });
    const owner = creator.publicKey.toBase58();
    const accounts = { creator: owner, vestingTree: treeAddress };
    const args = { amount: PART };
    const plan =
      mint === NATIVE_MINT
        ? planTransaction("fund_campaign_native", { accounts, args })
        : planTransaction("fund_campaign", {
            accounts: {
              ...accounts,
              vault: findVaultAddress({ treeAddress, mint }).address,
              sourceAta: findAssociatedTokenAddress({ owner, mint }).address,
            },
            args,
          });
    await sendPlan(world.api, plan, [creator]);
    const { vault, ...after } = await world.detail(treeAddress);
    expect({ ...after, asOf: null }).toEqual({ ...before, asOf: null });
    expect(vault).toMatchObject({ balance: (2n * PART).toString(), shortfall: "0" });
    await claim(world.api, { treeAddress, mint, beneficiary, leafIndex: 1 });
    expect(await world.detail(treeAddress)).toMatchObject({ status: "claimed" });
    await expectIndexed();
  });
});

test("cancels a stream of SOL with its rent, and leaves a record that no page offers to close", async () => {
  const cast = await createCast(world, "native SOL");
  const { creator, authority, beneficiary } = cast;
  const treeAddress = await halfStream(cast);
  await cancelStream(world.api, { treeAddress, authority, creator });
  const newest = await world.newest(treeAddress);
  if (newest?.type !== "stream_cancelled") throw new Error(`The newest event is ${newest?.type}.`);
  const [toBeneficiary, toCreator] = [newest.data.amountToBeneficiary, newest.data.amountToCreator].map(
    BigInt,
  );
  expect((toBeneficiary ?? 0n) + (toCreator ?? 0n)).toBe(PART + TREE_RENT);
  const record = findClaimRecordAddress({ treeAddress, beneficiary: beneficiary.publicKey.toBase58() });
  expect(await world.exists(record.address)).toBe(true);
  expect(await world.exists(treeAddress)).toBe(false);
  expect(await readCampaignPage(treeAddress)).toMatchObject({ treeGone: true });
  await expect(closeClaimRecord(world.api, { treeAddress, beneficiary })).rejects.toThrow();
  await expectIndexed();
});

test("offers no claim of a campaign of milestones alone before a release, though its cliff has passed", async () => {
  const cast = await createCast(world, "native SOL");
  const { creator, authority, beneficiary, terms } = cast;
  const start = world.now - 5_000n;
  const milestone = { releaseType: 2, milestoneIdx: 4 };
  const recipients = [recipient(cast, { amount: PART, start, over: milestone })];
  const treeAddress = await createCampaign(world.api, { terms, recipients, creator });
  expect(await world.detail(treeAddress)).toMatchObject({ status: "active" });
  const address = beneficiary.publicKey.toBase58();
  const progress = await world.get<VestingProgress>(`/api/beneficiary/${address}/vesting-progress`);
  const waiting = { vestedSoFar: "0", claimable: "0", stillToCome: PART.toString(), progressPercent: 0 };
  expect(progress.campaigns[0]).toMatchObject({ status: "active", progress: waiting });
  const page = await readCampaignPage(treeAddress);
  expect(page).toMatchObject({
    firstUnlock: null,
    action: { vested: "0" },
    controls: { claim: { enabled: false } },
  });
  await releaseMilestone(world.api, { treeAddress, authority, creator, milestoneIdx: 4 });
  expect(await world.detail(treeAddress)).toMatchObject({ status: "claimable" });
  await expectIndexed();
});
