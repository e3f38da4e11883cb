import { demoAccount } from "@/lib/client/demo-accounts";
import { shortAddress } from "@/lib/contract/names";
import { findAssociatedTokenAddress } from "@/lib/core/solana/tokens/tokens";
import {
  ADA_NAME,
  ada,
  CREATOR_NAME,
  confirmPastDates,
  creator,
  DAY,
  expect,
  other,
  test,
} from "../support/demo-session";
import { openPage } from "../support/page";

/** Ada's part is vested, and the other waits for a milestone that is never released. */
const ADAS = 1_000_000_001n;
const REST = 234_567_899n;
const MINTED = 5_000_000_000n;
const csv = [
  "beneficiary,amount,releaseType,milestoneIdx",
  `${ada.address},1000.000001,cliff,`,
  `${other.address},234.567899,milestone,1`,
].join("\n");

test("a campaign in a token of 6 decimals works from its file to the withdrawal", { tag: "@smoke" }, async ({
  session,
  page,
}) => {
  const { api } = session;
  const token = await demoAccount("Token of the scenario");
  const mint = token.address;
  await session.ledger.fillUp(creator);
  await session.ledger.mintTokens({ token, creator, amount: MINTED });
  session.service.prices.set(mint, 0.25);
  const unit = shortAddress(mint);
  const inToken = (amount: string) => page.getByText(`${amount} ${unit}`, { exact: true });
  const getTokens = (owner: string) => session.tokens(findAssociatedTokenAddress({ owner, mint }).address);

  await session.prepare({ name: "Token scenario", csv, mint, cliffDays: -20 });
  await session.openStep("Token");
  await expect(page.getByText("6 decimals")).toBeVisible();
  await session.review();
  await expect(inToken("1,234.5679").first()).toBeVisible();
  await confirmPastDates(page);
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  const tree = await session.open("Token scenario");
  const created = await api.campaign(tree);
  expect(created).toMatchObject({ mint, verified: true, totalSupply: (ADAS + REST).toString() });
  expect(await session.held(tree, mint)).toBe(ADAS + REST);
  expect(await getTokens(creator.address)).toBe(MINTED - ADAS - REST);

  // 1,234.5679 tokens at a quarter of a dollar, rounded down to cents.
  await expect(page.getByText("≈ $308.64")).toBeVisible();
  const quoted = await page.request.get(`${session.service.url}/api/prices?mints=${mint}`);
  expect(await quoted.json()).toMatchObject({ prices: { [mint]: 0.25 }, currency: "usd" });

  await session.playAs(ADA_NAME);
  await session.act(`Claim 1,000.000001 ${unit}`, "The tokens are in your wallet.");
  await expect(page.getByTitle(`1,000.000001 ${unit}`).first()).toBeVisible();
  await expect(page.getByText("You have claimed everything.")).toBeVisible();
  const { claims } = await api.claims(tree);
  expect(claims).toMatchObject([{ beneficiary: ada.address, leafIndex: 0, amount: ADAS.toString() }]);
  expect(await getTokens(ada.address)).toBe(ADAS);

  await session.playAs(CREATOR_NAME);
  await session.act("Cancel campaign", "grace period has begun");
  await expect(page.getByText(/Grace period: 6 days/)).toBeVisible();
  const { cancelledAt } = await api.campaign(tree);
  expect(await session.events(tree, "cancelled")).toEqual([
    { cancelledAt, claimedAtCancel: ADAS.toString() },
  ]);

  await session.advance(8 * DAY);
  await openPage(page);
  await session.act("Withdraw remaining tokens", "The remaining tokens are in the creator’s wallet.");
  expect(await session.events(tree, "withdrawn")).toEqual([{ amount: REST.toString() }]);
  expect(await api.campaign(tree)).toMatchObject({ status: "cancelled_expired", totalClaimed: `${ADAS}` });
  expect(await session.held(tree, mint)).toBe(0n);
  expect(await getTokens(creator.address)).toBe(MINTED - ADAS);
  await session.goto(`/campaigns/${tree}?view=timeline`);
  await expect(page.getByText(`The creator withdrew 234.5678 ${unit}.`)).toBeVisible();
});
