import type { Browser, Locator, Page, Route } from "@playwright/test";
import {
  ADA_NAME,
  ada,
  test as base,
  creator,
  type DemoSession,
  expect,
  twoRecipients,
} from "../support/demo-session";
import { fillCell, reviewChanges } from "../support/grid";
import { blockStream } from "../support/page";

/**
 * A creator acts in one window while a recipient has the claim page and its dialog open in another. Both
 * windows must show the same within five seconds, and the recipient must not send the outdated plan.
 */

const WITHIN = { timeout: 5_000 };

/** The recipient's window: a tab that follows the campaign, and one without events whose polls get no response. */
type Recipient = { live: Claiming; stale: Claiming };

const POLLS = [/\/rpc$/, /\/vesting-progress$/, /\/api\/campaigns\/\w+$/];
const isPoll = (url: URL) => POLLS.some((path) => path.test(url.pathname));

class Claiming {
  /** Transactions that this tab has sent to the ledger. */
  readonly sent: string[] = [];
  private release: (() => void) | null = null;

  constructor(readonly page: Page) {
    page.on("request", (request) => {
      const text = request.postData() ?? "";
      if (text.includes('"sendTransaction"')) this.sent.push(text);
    });
  }

  get dialog(): Locator {
    return this.page.getByRole("dialog");
  }

  get signButton(): Locator {
    return this.dialog.getByRole("button", { name: /Sign and send|Try again/ });
  }

  async open(): Promise<void> {
    await this.page
      .locator("main")
      .getByRole("button", { name: /^Claim \d/ })
      .click();
    await this.isReady();
  }

  isReady = (options?: { timeout: number }) => expect(this.signButton).toBeEnabled(options);

  /** Holds the tab's polls without a response, so that the tab receives no update. */
  async holdPolls(): Promise<void> {
    const waiting = new Set(POLLS);
    const released = new Promise<void>((resolve) => {
      this.release = resolve;
    });
    await new Promise<void>((resolve) => {
      void this.page.route(isPoll, async (route: Route) => {
        const { pathname } = new URL(route.request().url());
        // Every poll is in progress before the other window acts; later requests get a response again.
        const isHeld = waiting.size > 0;
        for (const path of POLLS) if (path.test(pathname)) waiting.delete(path);
        if (waiting.size === 0) resolve();
        if (isHeld) await released;
        await route.continue().catch(() => undefined);
      });
    });
  }

  async releasePolls(): Promise<void> {
    this.release?.();
    await this.page.unroute(isPoll);
  }
}

const test = base.extend<{ recipient: (session: DemoSession, tree: string) => Promise<Recipient> }>({
  recipient: async ({ browser }: { browser: Browser }, use) => {
    const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Zurich" });
    await use(async (session, tree) => {
      const tabs = [await context.newPage(), await context.newPage()] as const;
      for (const page of tabs) {
        const window = session.in(page);
        if (page === tabs[1]) await blockStream(page);
        await window.goto(`/claim/${tree}`);
        if (page === tabs[0]) await window.playAs(ADA_NAME);
      }
      const [live, stale] = tabs.map((page) => new Claiming(page)) as [Claiming, Claiming];
      return { live, stale };
    });
    await context.close();
  },
});

/** The state in the header of a campaign's page. */
const state = (page: Page, label: string) => page.locator("header:has(h1)").getByText(label, { exact: true });

type Change = {
  act: () => Promise<void>;
  /** The state that both windows show afterwards. */
  label: string;
  /** The text of the dialog afterwards. */
  message: string | RegExp;
  /** The recipient can still claim, by a new plan. */
  canClaim: boolean;
};

/** Acts in the creator's window and compares both tabs of the recipient with it. */
async function expectSame(session: DemoSession, { live, stale }: Recipient, change: Change): Promise<void> {
  await Promise.all([live.open(), stale.open()]);
  await stale.holdPolls();
  await change.act();
  await expect(state(session.page, change.label)).toBeVisible(WITHIN);
  await Promise.all([
    expect(state(live.page, change.label)).toBeVisible(WITHIN),
    expect(live.dialog.getByText(change.message).first()).toBeVisible(WITHIN),
    change.canClaim ? live.isReady(WITHIN) : expect(live.signButton).toBeHidden(WITHIN),
  ]);
  await stale.signButton.click();
  const reason = change.canClaim ? "The campaign has changed since the simulation." : change.message;
  await expect(stale.dialog.getByText(reason).first()).toBeVisible();
  if (change.canClaim) {
    await expect(stale.dialog.getByText(change.message).first()).toBeVisible();
    await stale.isReady();
  } else await expect(stale.signButton).toBeHidden();
  expect(stale.sent).toEqual([]);
  await stale.releasePolls();
  for (const tab of [live, stale]) {
    await tab.dialog.getByRole("button", { name: "Cancel", exact: true }).click();
    await expect(state(tab.page, change.label)).toBeVisible(WITHIN);
  }
}

test("a pause, a rotation and a cancellation reach the claim page and its dialog within five seconds", async ({
  session,
  page,
  recipient,
}) => {
  const tree = await session.create({ name: "Two windows", csv: twoRecipients(), cliffDays: -20 });
  await session.ledger.fillUp(ada);
  const windows = await recipient(session, tree);
  const { live } = windows;
  await expectSame(session, windows, {
    act: () => session.act("Pause claims", "Campaign paused."),
    ...{ label: "Paused", message: "Claims are paused.", canClaim: false },
  });
  await session.act("Resume claims", "Campaign resumed.");
  await expect(state(live.page, "Claimable")).toBeVisible(WITHIN);
  await expectSame(session, windows, {
    act: async () => {
      await page.getByRole("link", { name: "Update recipients" }).click();
      await fillCell(page, 1, "Amount", "3");
      await fillCell(page, 2, "Amount", "3");
      await reviewChanges(page);
      await page.getByRole("button", { name: "Sign and update recipients" }).click();
      await expect(page.getByText("Allocations changed")).toBeVisible();
      await session.goto(`/campaigns/${tree}`);
    },
    ...{ label: "Claimable", message: /Your wallet receives about 0\.75\d* SOL/, canClaim: true },
  });
  await expectSame(session, windows, {
    act: () => session.act("Cancel campaign", "grace period has begun"),
    ...{ label: "Cancelled, in grace", message: /Your wallet receives about 0\.75\d* SOL/, canClaim: true },
  });
  expect((await session.api.claims(tree)).claims).toEqual([]);
  await live.open();
  await live.signButton.click();
  await expect(live.dialog.getByText("The tokens are in your wallet.")).toBeVisible();
  const { claims } = await session.api.claims(tree);
  expect(claims).toMatchObject([{ beneficiary: ada.address }]);
  expect(BigInt(claims[0]?.amount ?? 0)).toBeLessThan(760_000_000n);
});

test("a settlement reaches the claim page and its dialog within five seconds", async ({
  session,
  recipient,
}) => {
  const tree = await session.create({ name: "Two windows, one stream", cliffDays: -20 });
  await session.ledger.fillUp(ada);
  const windows = await recipient(session, tree);
  await expectSame(session, windows, {
    act: () => session.act("Cancel stream", "Stream cancelled."),
    ...{
      label: "Settled",
      message: "The stream was cancelled. Recipient and creator were paid their shares.",
      canClaim: false,
    },
  });
  expect((await session.api.claims(tree)).claims).toEqual([]);
});

test("a pause and a cancellation reach the creator dashboard in a second window within five seconds", async ({
  session,
  browser,
}) => {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Zurich" });
  const second = await context.newPage();
  await session.create({ name: "Two windows, one dashboard", csv: twoRecipients(), cliffDays: -20 });
  await session.in(second).goto(`/dashboard?address=${creator.address}`);
  const row = second.locator("main").getByRole("row", { name: /Two windows, one dashboard/ });
  const shows = (status: string) => expect(row.getByText(status, { exact: true })).toBeVisible(WITHIN);
  await shows("Claimable");
  await session.act("Pause claims", "Campaign paused.");
  await shows("Paused");
  await session.act("Resume claims", "Campaign resumed.");
  await shows("Claimable");
  await session.act("Cancel campaign", "grace period has begun");
  await shows("Cancelled, in grace");
  await context.close();
});
