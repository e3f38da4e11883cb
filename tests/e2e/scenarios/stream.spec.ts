import { toLeaf } from "@/lib/core/plans/leaf-from-json";
import { vestedAmount } from "@/lib/core/vesting/schedule";
import { ADA_NAME, ada, CREATOR_NAME, expect, SOL, test } from "../support/demo-session";

const SUPPLY = 6n * SOL;

test("a stream is paused and resumed, pays its recipient, and is cancelled with a split", async ({
  session,
}) => {
  const { api } = session;
  const tree = await session.create({ name: "Stream scenario", cliffDays: -20 });
  expect(await api.campaign(tree)).toMatchObject({ status: "claimable", verified: true, leafCount: 1 });
  expect(await session.held(tree)).toBe(SUPPLY);

  await session.act("Pause claims", "Campaign paused.");
  expect(await api.campaign(tree)).toMatchObject({ status: "paused", paused: true });
  await session.act("Resume claims", "Campaign resumed.");
  expect(await api.campaign(tree)).toMatchObject({ status: "claimable", paused: false });
  expect(await session.events(tree, "paused")).toEqual([{ paused: false }, { paused: true }]);

  await session.playAs(ADA_NAME);
  await session.act(/^Claim \d/, "The tokens are in your wallet.");
  const { claims, total } = await api.claims(tree);
  const terms = toLeaf((await api.proof(tree, { beneficiary: ada.address })).leaf);
  const vested = (now: string, cancelledAt: bigint | null = null) =>
    vestedAmount(terms, { now: BigInt(now), cancelledAt });
  const claimed = vested(claims[0]?.blockTime ?? "0");
  const amount = claimed.toString();
  expect(total).toBe(1);
  expect(claims[0]).toMatchObject({ beneficiary: ada.address, leafIndex: 0, amount, milestoneIdx: null });
  expect(claims[0]).toMatchObject({ totalClaimedByUser: amount, totalClaimedOverall: amount });
  expect(await api.campaign(tree)).toMatchObject({
    totalClaimed: amount,
    analytics: { claimCount: 1, uniqueClaimers: 1 },
  });

  await session.playAs(CREATOR_NAME);
  await session.act("Cancel stream", "Stream cancelled.");
  await expect(session.page.getByText("no further claims").first()).toBeVisible();
  await expect(session.page.locator("main").getByRole("button", { name: /^(Claim|Cancel)/ })).toHaveCount(0);
  const [split] = await session.events(tree, "stream_cancelled");
  const atCancel = vested(split?.cancelledAt ?? "0");
  // The program adds the rent of the tree's 323 bytes to the creator's payment.
  const rent = await session.getRent(323);
  expect(split).toMatchObject({
    amountToBeneficiary: (atCancel - claimed).toString(),
    amountToCreator: (SUPPLY - atCancel + rent).toString(),
  });
  const settled = await api.campaign(tree);
  expect(settled).toMatchObject({ status: "settled", settled: true, gracePeriod: null });
  expect(settled.cancelledAt).toBe(split?.cancelledAt);
  expect(await session.held(tree)).toBe(0n);
});
