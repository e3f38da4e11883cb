import type { Page } from "@playwright/test";
import { expect, test } from "./dashboard";
import type { SampleStatus } from "./sample-campaigns";

/** All eight states on screen, with the controls that spec part 3 gives them. */

type Expected = { shown: string[]; hidden: string[]; text: RegExp };

const EXPECTED: Record<SampleStatus, Expected> = {
  active: { shown: ["Pause claims"], hidden: ["Resume claims"], text: /First unlock in \d+ days/ },
  claimable: { shown: ["Pause claims"], hidden: ["Resume claims"], text: /Connect the wallet/ },
  claimed: {
    shown: [],
    hidden: ["Pause claims", "Cancel campaign"],
    text: /Every token .* has been claimed/,
  },
  paused: { shown: ["Resume claims"], hidden: ["Pause claims"], text: /Claims are paused/ },
  cancelled_grace: {
    shown: [],
    hidden: ["Pause claims", "Withdraw what is left"],
    text: /Grace period: \d days/,
  },
  cancelled_expired: {
    shown: ["Withdraw what is left"],
    hidden: ["Pause claims"],
    text: /grace period .* over/,
  },
  instant_refunded: {
    shown: [],
    hidden: ["Pause claims", "Cancel campaign"],
    text: /All actions are disabled/,
  },
  settled: { shown: [], hidden: ["Pause claims", "Cancel stream"], text: /no further claims/ },
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

for (const [status, expected] of Object.entries(EXPECTED)) {
  test(`${status} shows its controls`, async ({ page, dashboard }) => {
    await page.goto(`${dashboard.url}/campaigns/${dashboard.trees[status as SampleStatus]}`);
    await expect(page.locator("main")).toContainText(expected.text);
    // Without a wallet a claim is never possible; whether it is offered to a recipient is in the other tests.
    await expect(button(page, "Claim")).toBeDisabled();
    for (const name of expected.shown) await expect(button(page, name)).toBeVisible();
    for (const name of expected.hidden) await expect(button(page, name)).toHaveCount(0);
    const answer = await page.request.get(
      `${dashboard.url}/api/campaigns/${dashboard.trees[status as SampleStatus]}`,
    );
    expect((await answer.json()).status).toBe(status);
  });
}
