import { test as base, expect, type Page } from "@playwright/test";
import { Keypair } from "@solana/web3.js";
import { shortAddress } from "@/lib/contract/names";
import { START_TIMEOUT_MS, spawnDashboard } from "../support/dashboard";
import type { DevnetDashboard } from "../support/devnet-dashboard";
import { addExtensionWallet } from "../support/extension-wallet";
import { openPage, seriousViolations, sidewaysScroll } from "../support/page";
import { ADA, CREATOR } from "../support/sample-keys";
import { openStep } from "../support/wizard";

/** On a ledger that reports itself as devnet, pages show the network, the token and links to an explorer. */
const test = base.extend<object, { devnet: DevnetDashboard }>({
  devnet: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const { report, close } = await spawnDashboard<DevnetDashboard>("devnet");
      await use(report);
      await close();
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
});

const NETWORK = "Solana devnet";

/** Every page that names a token, with the campaign in the token with complete metadata. */
const getPages = ({ tokens: { acme }, signature }: DevnetDashboard) => ({
  landing: "/",
  campaigns: "/campaigns",
  campaign: `/campaigns/${acme.tree}`,
  claims: `/campaigns/${acme.tree}?view=claims`,
  proof: `/campaigns/${acme.tree}/proof/0`,
  changes: `/campaigns/${acme.tree}/changes/2`,
  rotate: `/campaigns/${acme.tree}/rotate`,
  claim: `/claim/${acme.tree}`,
  portfolio: `/portfolio?address=${ADA.address}`,
  activity: `/activity?address=${CREATOR.address}`,
  transaction: `/transactions/${signature}`,
});

/** Returns addresses that can be copied but have no explorer link. */
const withoutExplorer = (page: Page) =>
  page.locator("main").evaluate((main) =>
    [...main.querySelectorAll("button[aria-label^='Copy ']")]
      .map((button) => button.getAttribute("aria-label") ?? "")
      .filter((label) => !label.startsWith("Copy root "))
      .map((label) => label.split(" ").at(-1) ?? "")
      .filter((address) => /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(address))
      .filter((address) => {
        const links = [
          ...main.querySelectorAll<HTMLAnchorElement>("a[href^='https://explorer.solana.com/']"),
        ];
        return !links.some(({ href }) => href.includes(`/${address}?cluster=devnet`));
      }),
  );

test("every page names network and token, the mint beside it, and links every address", async ({
  page,
  devnet,
}) => {
  const { acme } = devnet.tokens;
  for (const [name, path] of Object.entries(getPages(devnet))) {
    await openPage(page, devnet.url + path, { waitUntil: "networkidle" });
    await expect(page.getByText(NETWORK).first(), name).toBeVisible();
    expect(await page.title(), name).toContain(NETWORK);
    // The options of a filter also name tokens, and are hidden.
    const shown = (text: string) => page.locator("main").getByText(text).filter({ visible: true }).first();
    await expect(shown("ACME"), name).toBeVisible();
    await expect(shown(shortAddress(acme.mint)), name).toBeVisible();
    expect(await withoutExplorer(page), name).toEqual([]);
  }
});

const LOOKS = [
  { size: "phone", colorScheme: "light", viewport: { width: 360, height: 780 } },
  { size: "wide", colorScheme: "dark", viewport: { width: 1280, height: 900 } },
] as const;

for (const { size, colorScheme, viewport } of LOOKS) {
  test(`pages with tokens are readable and fit: ${size}, ${colorScheme}`, async ({ page, devnet }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const lookAlike = `/campaigns/${devnet.tokens["look-alike"].tree}`;
    for (const [name, path] of Object.entries({ ...getPages(devnet), lookAlike })) {
      await openPage(page, devnet.url + path, { waitUntil: "networkidle" });
      expect(await sidewaysScroll(page), name).toBeLessThanOrEqual(0);
      expect(await seriousViolations(page), name).toEqual([]);
      await page.screenshot({ path: `.data/e2e/devnet-${name}-${size}-${colorScheme}.png`, fullPage: true });
    }
  });
}

test("a look-alike is marked, hostile texts stay texts, and missing metadata leaves the mint alone", async ({
  page,
  devnet,
}) => {
  const { tokens, url } = devnet;
  await openPage(page, `${url}/campaigns/${tokens["look-alike"].tree}`);
  const warning = `This token uses the name USDC. Anyone can create such a token on ${NETWORK}. It is not the USDC of Solana mainnet.`;
  await expect(page.getByText(warning).first()).toBeVisible();
  await expect(page.getByText(/\d USDС/)).toHaveCount(0);
  const [imitated, nameless] = [shortAddress(tokens["look-alike"].mint), shortAddress(tokens.nameless.mint)];
  await expect(page.getByTitle(`2,469 ${imitated}`).first()).toBeVisible();

  await openPage(page, `${url}/campaigns/${tokens.hostile.tree}`);
  await expect(page.getByText("9 <b>, <script>x").first()).toBeVisible();
  await expect(page.getByTitle(`2,469 ${shortAddress(tokens.hostile.mint)}`).first()).toBeVisible();

  await openPage(page, `${url}/campaigns/${tokens.nameless.tree}`);
  await expect(page.getByTitle(`2,469 ${nameless}`).first()).toBeVisible();
});

test("logos come from this service, and only the permitted ones", async ({ page, devnet }) => {
  const { tokens, url } = devnet;
  const picture = `/api/tokens/${tokens.acme.mint}/logo`;
  const coming = page.waitForResponse((response) => new URL(response.url()).pathname === picture);
  await openPage(page, `${url}/campaigns/${tokens.acme.tree}`);
  expect((await coming).status()).toBe(200);
  await expect(page.locator("[style*='/api/tokens/']").first()).toBeVisible();
  for (const name of ["look-alike", "hostile", "nameless"] as const) {
    const answer = await page.request.get(`${url}/api/tokens/${tokens[name].mint}/logo`);
    expect(answer.status(), name).toBe(404);
    await openPage(page, `${url}/campaigns/${tokens[name].tree}`);
    await expect(page.locator("[style*='/api/tokens/']"), name).toHaveCount(0);
  }
  const requested = await page.request.get(`${url}/api/tokens/${tokens.acme.mint}/logo`);
  expect(requested.headers()["content-type"]).toBe("image/png");
  expect(requested.headers()["x-content-type-options"]).toBe("nosniff");
  expect(requested.headers()["content-security-policy"]).toContain("sandbox");
});

test("a claim link's preview and its Action name the token with its mint", async ({ page, devnet }) => {
  const { acme } = devnet.tokens;
  const named = `2,469 ACME (${shortAddress(acme.mint)}) in 2 allocations`;
  await openPage(page, `${devnet.url}/claim/${acme.tree}`);
  const described = page.locator('meta[property="og:description"]').first();
  expect(await described.getAttribute("content")).toContain(named);
  const action = await page.request.get(`${devnet.url}/api/actions/claim/${acme.tree}`);
  expect((await action.json()).description).toContain(named);
  const picture = await page.request.get(`${devnet.url}/api/actions/claim/${acme.tree}/picture`);
  expect(picture.headers()["content-type"]).toBe("image/png");
  await page.setContent(`<img src="data:image/png;base64,${(await picture.body()).toString("base64")}">`);
  await page.screenshot({ path: ".data/e2e/devnet-picture.png" });
});

test("creator and recipient see the token before signing", async ({ page, devnet }) => {
  const { tokens, url } = devnet;
  await addExtensionWallet(page, { keypair: Keypair.fromSecretKey(ADA.secretKey) });
  await openPage(page, `${url}/create`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Extension", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Wallet Extension/ })).toBeVisible();
  await page.getByLabel("Token", { exact: true }).selectOption("token");
  await page.getByLabel("Token mint").fill(tokens["look-alike"].mint);
  await expect(page.getByText(/uses the name USDC\./)).toBeVisible();
  await page.screenshot({ path: ".data/e2e/devnet-create-look-alike.png", fullPage: true });
  await page.getByLabel("Token mint").fill(tokens.nameless.mint);
  await expect(page.getByText("6 decimals", { exact: true })).toBeVisible();
  await page.getByLabel("Token mint").fill(tokens.acme.mint);
  await expect(page.getByText("ACME, Acme Token, 6 decimals")).toBeVisible();
  await openStep(page, "Recipients");
  await expect(page.getByLabel("Amount in ACME")).toBeVisible();

  const claim = page.locator("main").getByRole("button", { name: /^Claim \d/ });
  // The setup claimed by the ledger's clock, and this service's clock may be seconds behind.
  await expect(async () => {
    await openPage(page, `${url}/campaigns/${tokens.acme.tree}`);
    await expect(claim).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await claim.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toBeVisible();
  await expect(dialog.getByText(NETWORK)).toBeVisible();
  await expect(dialog.getByText("ACME, Acme Token")).toBeVisible();
  await expect(dialog.getByText(tokens.acme.mint)).toBeVisible();
  await page.screenshot({ path: ".data/e2e/devnet-dialog.png" });
});
