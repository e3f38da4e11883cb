import type { Page, Request, Route } from "@playwright/test";
import {
  ADA_NAME,
  ada,
  CREATOR_NAME,
  confirmPastDates,
  creator,
  type DemoSession,
  expect,
  SOL,
  test,
  twoRecipients,
} from "../support/demo-session";
import { fillCell, reviewChanges } from "../support/grid";
import { openPage } from "../support/page";

/**
 * The network is cut at each step that moves tokens, one after another; each time it recovers and the flow
 * continues.
 */

const SUPPLY = 6n * SOL;
const FEE = 5_000n;

/** A request at which the network fails: before the request arrives, or after its effect. */
type Cut = { name: string; isHere: (request: Request) => boolean; arrives?: boolean };

const rpc = (method: string) => (request: Request) =>
  request.url().endsWith("/rpc") && request.postDataJSON()?.method === method;
const post = (end: string) => (request: Request) =>
  request.method() === "POST" && request.url().endsWith(end);

/** Each of these cuts needs another click. */
const UNSENT: readonly Cut[] = [
  { name: "before the blockhash", isHere: rpc("getLatestBlockhash") },
  { name: "as it is sent", isHere: rpc("sendTransaction") },
];
/** A reconnected dialog finds the result on the network without another click. */
const SENT: Cut = { name: "after it was sent", isHere: rpc("sendTransaction"), arrives: true };

/** Takes the device offline at the first matching request, and resolves then. */
async function cutAt(page: Page, { isHere, arrives }: Cut): Promise<{ reached: Promise<void> }> {
  let resolve = () => {};
  const reached = new Promise<void>((done) => {
    resolve = done;
  });
  let isCut = false;
  const handler = async (route: Route) => {
    if (isCut || !isHere(route.request())) return route.fallback();
    isCut = true;
    if (arrives) await route.fetch();
    await page.context().setOffline(true);
    await route.abort("connectionfailed");
    // Remove the route only now: held requests continue once no handler is left.
    await page.unroute("**/*", handler);
    resolve();
  };
  await page.route("**/*", handler);
  return { reached };
}

/** Clicks, is cut off, and checks the reason on the page. */
async function stopOffline(page: Page, cut: Cut, click: () => Promise<void>): Promise<void> {
  const { reached } = await cutAt(page, cut);
  await click();
  await reached;
  await expect(page.getByText("This action did not complete")).toBeVisible();
  await expect(page.getByText(/cannot be reached|connection was lost/).first()).toBeVisible();
}

/** Clicks, is cut off, checks the reason, and reconnects. */
async function stopAt(page: Page, cut: Cut, click: () => Promise<void>): Promise<void> {
  await test.step(`is cut ${cut.name}`, async () => {
    await stopOffline(page, cut, click);
    await page.context().setOffline(false);
  });
}

/** Reloads a new campaign's page once its vault was read, after which the page is stable. */
async function openSettled(session: DemoSession, page: Page, tree: string): Promise<void> {
  await expect.poll(async () => (await session.api.campaign(tree)).vault?.balance).toBe(SUPPLY.toString());
  await openPage(page);
}

async function campaignsNamed({ api }: DemoSession, name: string) {
  const { campaigns } = await api.campaigns({ creator: creator.address, limit: 100 });
  return campaigns.filter(({ metadata }) => metadata?.name === name);
}

test("a creation that is cut off at each step locks tokens once, and is registered once", async ({
  session,
  page,
}) => {
  const name = "Cut off everywhere";
  await session.prepare({ name, csv: twoRecipients(), cliffDays: -20 });
  const before = await session.lamports(creator.address);
  // Routing disables the cache, so that scripts that the check loads are cut off too.
  await page.route("**/*", (route) => route.fallback());
  const { reached } = await cutAt(page, { name: "while it is checked", isHere: rpc("getGenesisHash") });
  await session.review();
  await reached;
  await expect(page.getByText(/The service cannot be reached/).first()).toBeVisible();
  await expect(page.getByText("Nothing was signed or sent.")).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Check again" }).click();

  await confirmPastDates(page);
  const press = () => page.getByRole("button", { name: /Sign and create campaign|Try again/ }).click();
  await stopAt(
    page,
    { name: "before the service says yes", isHere: post("/api/campaigns?dryRun=true") },
    press,
  );
  await expect(page.getByText("No new transaction was sent.")).toBeVisible();
  expect(await session.lamports(creator.address)).toBe(before);
  for (const cut of [...UNSENT, SENT]) {
    await stopAt(page, cut, press);
    expect(await campaignsNamed(session, name)).toEqual([]);
  }
  const registering = post("/api/campaigns");
  await stopAt(page, { name: "as it is registered", isHere: registering }, press);
  await expect(page.getByText(/not registered yet/)).toBeVisible();
  await stopAt(page, { name: "after it was registered", isHere: registering, arrives: true }, press);
  await press();

  const tree = await session.open(name);
  expect(await campaignsNamed(session, name)).toMatchObject([{ treeAddress: tree, verified: true }]);
  expect(await session.held(tree)).toBe(SUPPLY);
  const rent = await session.getRent(323);
  expect(before - (await session.lamports(creator.address))).toBe(SUPPLY + rent + FEE);
});

test("a claim that is cut off at each step pays once", async ({ session, page }) => {
  const tree = await session.create({ name: "Claimed in pieces", csv: twoRecipients(), cliffDays: -29 });
  await openSettled(session, page, tree);
  await session.playAs(ADA_NAME);
  const button = page.locator("main").getByRole("button", { name: /^Claim [\d.]+ SOL/ });
  const dialog = page.getByRole("dialog");
  await expect(button).toBeEnabled();
  await page.context().setOffline(true);
  await button.click();
  await expect(dialog.getByText("Simulation unavailable")).toBeVisible();
  // After the reconnection, the page retries on its own.
  await page.context().setOffline(false);
  const press = () => dialog.getByRole("button", { name: /Sign and send|Try again/ }).click();
  await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toBeVisible();
  for (const cut of [...UNSENT, SENT]) await stopAt(page, cut, press);
  await expect(dialog.getByText("The tokens are in your wallet.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const { claims } = await session.api.claims(tree);
  expect(claims).toHaveLength(1);
  const paid = BigInt(claims[0]?.amount ?? 0);
  expect(await session.held(tree)).toBe(SUPPLY - paid);
  expect((await session.api.campaign(tree)).totalClaimed).toBe(paid.toString());
  expect(claims[0]).toMatchObject({ beneficiary: ada.address });
});

test("a cancellation that is cut off at each step happens once, and its record may come later", async ({
  session,
  page,
}) => {
  const tree = await session.create({ name: "Cancelled in pieces", csv: twoRecipients(), cliffDays: -20 });
  await openSettled(session, page, tree);
  await page.locator("main").getByRole("button", { name: "Cancel campaign" }).click();
  const dialog = page.getByRole("dialog");
  const press = () => dialog.getByRole("button", { name: /Sign and send|Try again/ }).click();
  await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toBeVisible();
  for (const cut of UNSENT) await stopAt(page, cut, press);
  await stopOffline(page, SENT, press);
  const { reached } = await cutAt(page, { name: "as it is indexed", isHere: post("/api/events/sync") });
  await page.context().setOffline(false);
  await reached;
  await expect(dialog.getByText("grace period has begun")).toBeVisible();
  await expect(dialog.getByText(/This page shows the change once it is indexed/)).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(async () => (await session.events(tree, "cancelled")).length).toBe(1);
  await openPage(page);
  await expect(page.getByText(/Grace period: /)).toBeVisible();
  expect((await session.api.campaign(tree)).status).toBe("cancelled_grace");
  expect(await session.held(tree)).toBe(SUPPLY);
});

test("a dialog that was closed after sending shows the sent transaction", async ({ session, page }) => {
  const tree = await session.create({ name: "Closed too early", csv: twoRecipients(), cliffDays: -20 });
  await page.locator("main").getByRole("button", { name: "Pause claims" }).click();
  const dialog = page.getByRole("dialog");
  const press = () => dialog.getByRole("button", { name: "Sign and send" }).click();
  const cut: Cut = { name: "after it was sent", isHere: rpc("sendTransaction"), arrives: true };
  const { reached } = await cutAt(page, cut);
  await press();
  await reached;
  await expect(dialog.getByText("This action did not complete")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const before = await session.lamports(creator.address);
  // The page still shows the earlier state; after a reconnection, the page would be read again.
  await page.locator("main").getByRole("button", { name: "Pause claims" }).click();
  await expect(dialog.getByText("Simulation unavailable")).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog.getByText("Campaign paused.")).toBeVisible();
  await expect(dialog.getByText(/^Signature:/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.locator("main").getByRole("button", { name: "Resume claims" })).toBeVisible();
  expect(await session.lamports(creator.address)).toBe(before);
  expect(await session.events(tree, "paused")).toHaveLength(1);
});

test("a rotation that is cut off at each step creates one version", async ({ session, page }) => {
  const tree = await session.create({ name: "Rotated in pieces", csv: twoRecipients(), cliffDays: -20 });
  const { merkleRoot } = await session.api.campaign(tree);
  await session.goto(`/campaigns/${tree}/rotate`);
  await session.playAs(CREATOR_NAME);
  await fillCell(page, 1, "Amount", "3");
  await fillCell(page, 2, "Amount", "3");
  await reviewChanges(page);
  const press = () => page.getByRole("button", { name: "Sign and update recipients" }).click();
  const recording = post(`/api/campaigns/${tree}/root-versions`);
  const trying = post(`/api/campaigns/${tree}/root-versions?dryRun=true`);
  await stopAt(page, { name: "before the service says yes", isHere: trying }, press);
  expect((await session.api.campaign(tree)).merkleRoot).toBe(merkleRoot);
  for (const cut of [...UNSENT, SENT]) await stopAt(page, cut, press);
  await stopAt(page, { name: "as it is recorded", isHere: recording }, press);
  await stopAt(page, { name: "after it was recorded", isHere: recording, arrives: true }, press);
  await press();
  await expect(page.getByText("Allocations changed")).toBeVisible();
  const after = await session.api.campaign(tree);
  expect(after).toMatchObject({ rootRegistered: true, verified: true });
  expect(after.rootVersions).toHaveLength(2);
  expect(await session.events(tree, "root_updated")).toHaveLength(1);
  expect(await session.held(tree)).toBe(SUPPLY);
});
