import type { Page } from "@playwright/test";
import { demoAccount } from "@/lib/client/demo-accounts";
import {
  ADA_NAME,
  ada,
  CREATOR_NAME,
  confirmPastDates,
  creator,
  expect,
  other,
  test,
} from "../support/demo-session";
import { fillCell } from "../support/grid";
import { blockStream } from "../support/page";

/** The largest amounts of a leaf need no horizontal scrolling at any width. */
const U64_MAX = 2n ** 64n - 1n;
const WIDTHS = [320, 360, 414, 640, 700, 768, 820, 960, 1024, 1280];
const csv = `beneficiary,amount\n${ada.address},9223372036854.775807\n${other.address},9223372036854.775808`;
const NAME = `Unbreakable${"W".repeat(69)}`;

/** Returns the widths at which the page is wider than its window. */
async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const { scrollWidth, culprit } = await page.evaluate(() => {
      const root = document.scrollingElement ?? document.documentElement;
      const wide = [...document.querySelectorAll("body *")].filter(
        ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
      );
      const last = wide.findLast((element) => getComputedStyle(element).overflowX === "visible");
      return { scrollWidth: root.scrollWidth, culprit: last?.outerHTML.slice(0, 200) };
    });
    if (scrollWidth > width)
      found.push(`${new URL(page.url()).pathname} ${width}: ${scrollWidth}, ${culprit}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

test("no page scrolls sideways, from 320 px on and with amounts of twenty digits", async ({
  session,
  page,
}) => {
  const token = await demoAccount("Token of twenty digits");
  await session.ledger.fillUp(creator);
  await session.ledger.mintTokens({ token, creator, amount: U64_MAX });
  await session.prepare({ name: NAME, csv, mint: token.address, cliffDays: -20 });
  await session.review();
  await expect(page.getByRole("button", { name: "Sign and create campaign" })).toBeVisible();
  const found = await tooWide(page);
  await confirmPastDates(page);
  await page.getByRole("button", { name: "Sign and create campaign" }).click();
  const tree = await session.open(NAME);
  await session.playAs(ADA_NAME);
  await session.act(/^Claim \d/, "The tokens are in your wallet.");
  await session.playAs(CREATOR_NAME);

  const campaign = `/campaigns/${tree}`;
  const paths = [
    ...[
      "/",
      "/campaigns",
      "/create",
      "/portfolio",
      "/activity",
      "/docs",
      "/docs/security",
      "/docs/api",
      "/docs/api/interactive#tag/campaigns/GET/api/campaigns/{treeAddress}",
      "/nowhere",
    ],
    ...[
      "",
      "?view=claims",
      "?view=timeline",
      "?view=roots",
      "/rotate",
      "/proof/0",
      "/certificate",
      "/statement",
    ].map((end) => campaign + end),
    ...[
      `/portfolio?address=${ada.address}`,
      `/activity?address=${creator.address}`,
      `/mints/${token.address}`,
      `/embed/claim/${tree}`,
      `/embed/progress/${tree}`,
    ],
  ];
  await blockStream(page);
  for (const path of paths) {
    await session.goto(path);
    await page.waitForLoadState("networkidle");
    found.push(...(await tooWide(page)));
  }
  // Double size in a window of 640 equals a zoom of 200 % in a window of 1280.
  await session.goto(`${campaign}/rotate`);
  await fillCell(page, 1, "Amount", "9223372036854.775806");
  found.push(...(await tooWide(page)));
  expect(found).toEqual([]);
});
