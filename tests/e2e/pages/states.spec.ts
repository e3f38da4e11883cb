import type { Page } from "@playwright/test";
import { DEMO_BENEFICIARIES, DEMO_CREATOR } from "@/lib/client/demo-accounts";
import { expect, test } from "../support/dashboard";
import { openPage, playAs } from "../support/page";
import type { SampleStatus } from "../support/sample-campaigns";

/**
 * All eight states on screen, with the controls of the creator and of a recipient from part 3 of the
 * specification.
 */

type Expected = {
  text: RegExp;
  /**
   * Controls that are enabled for the creator, who holds every authority, and those that are absent for every
   * viewer.
   */
  works: string[];
  absent: string[];
  /** The text on and beside the claim of a recipient with a claimable amount. */
  claim: RegExp;
  canClaim: boolean;
  hint?: RegExp;
};

const ENDINGS = ["Cancel campaign", "Cancel stream", "Refund everything"];

const EXPECTED: Record<SampleStatus, Expected> = {
  active: {
    text: /First unlock.*in (40 days|39 days 23 h)/,
    works: ["Pause claims", "Cancel campaign", "Refund everything"],
    absent: ["Resume claims", "Withdraw remaining tokens"],
    claim: /^Claim$/,
    canClaim: false,
    hint: /Next unlock in (40 days|39 days 23 h)/,
  },
  claimable: {
    text: /Connect your wallet to see and claim your tokens/,
    works: ["Pause claims", "Cancel campaign", "Release milestone 1"],
    absent: ["Resume claims", "Withdraw remaining tokens", "Refund everything", "Release milestone 2"],
    claim: /^Claim \d+\.\d+ SOL$/,
    canClaim: true,
  },
  claimed: {
    text: /All tokens .* have been claimed/,
    works: [],
    absent: ["Pause claims", "Resume claims", "Withdraw remaining tokens", ...ENDINGS],
    claim: /^Claim$/,
    canClaim: false,
    hint: /You have claimed everything/,
  },
  paused: {
    text: /Claims are paused/,
    works: ["Resume claims", "Cancel campaign"],
    absent: ["Pause claims", "Withdraw remaining tokens"],
    claim: /^Claim$/,
    canClaim: false,
    hint: /Claims are paused/,
  },
  cancelled_grace: {
    text: /Grace period: (5 days|4 days 23 h) left/,
    works: [],
    absent: ["Pause claims", "Resume claims", "Withdraw remaining tokens", ...ENDINGS],
    claim: /^Claim \d+\.\d+ SOL$/,
    canClaim: true,
  },
  cancelled_expired: {
    text: /grace period ended on/,
    works: ["Withdraw remaining tokens"],
    absent: ["Pause claims", "Resume claims", ...ENDINGS],
    claim: /^Claim$/,
    canClaim: false,
    hint: /grace period after the cancellation has ended/,
  },
  instant_refunded: {
    text: /was refunded to the creator/,
    works: [],
    absent: ["Pause claims", "Resume claims", "Withdraw remaining tokens", "Release milestone 1", ...ENDINGS],
    claim: /^Claim$/,
    canClaim: false,
    hint: /The campaign was refunded/,
  },
  settled: {
    text: /No further claims are possible/,
    works: [],
    absent: ["Pause claims", "Resume claims", "Withdraw remaining tokens", ...ENDINGS],
    claim: /^Claim$/,
    canClaim: false,
    hint: /The stream is settled\. No further claims are possible/,
  },
};

const button = (page: Page, name: string | RegExp) =>
  page.locator("main").getByRole("button", { name, exact: true });

for (const [status, expected] of Object.entries(EXPECTED)) {
  test(`${status} shows its controls`, async ({ page, dashboard }) => {
    const tree = dashboard.trees[status as SampleStatus];
    const answer = await page.request.get(`${dashboard.url}/api/campaigns/${tree}`);
    expect(await answer.json()).toMatchObject({ status, verified: true });

    await openPage(page, `${dashboard.url}/campaigns/${tree}`);
    await expect(page.locator("main")).toContainText(expected.text);
    await expect(button(page, "Claim")).toHaveCount(0);
    for (const name of expected.works) await expect(button(page, name)).toHaveCount(0);
    for (const name of expected.absent) await expect(button(page, name)).toHaveCount(0);

    await playAs(page, DEMO_CREATOR);
    for (const name of expected.works) await expect(button(page, name)).toBeEnabled();
    for (const name of expected.absent) await expect(button(page, name)).toHaveCount(0);

    await playAs(page, DEMO_BENEFICIARIES[0]);
    const claim = button(page, expected.claim);
    if (expected.canClaim) await expect(claim).toBeEnabled();
    else await expect(claim).toBeDisabled();
    if (expected.hint) await expect(page.locator("main")).toContainText(expected.hint);
    for (const name of expected.works) await expect(button(page, name)).toHaveCount(0);
  });
}
