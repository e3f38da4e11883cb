import { test as base, expect, type Page } from "@playwright/test";
import { Connection, PublicKey, VersionedTransaction } from "@solana/web3.js";
import { ApiClient } from "@/lib/client/api-client";
import { DEMO_BENEFICIARIES, DEMO_CREATOR, demoAccount } from "@/lib/client/demo-accounts";
import { DemoLedger } from "@/lib/client/demo-ledger";
import type { TimelineItem } from "@/lib/contract/event";
import type { ProofView } from "@/lib/contract/leaf";
import type { EventType } from "@/lib/core/events/event-types";
import { planClaim } from "@/lib/core/plans/claim";
import { toLeaf, toProofBytes } from "@/lib/core/plans/leaf-from-json";
import { unsignedTransaction } from "@/lib/core/plans/serialize-plan";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { customErrorCode, programError } from "@/lib/core/solana/errors";
import { findVaultAddress } from "@/lib/core/solana/pdas";
import { tokenAccountBalance } from "@/lib/core/solana/tokens/tokens";
import { type ReceivedMail, startMailServer } from "@/tests/lib/service/reminders/support/mail-server";
import { startPriceProvider } from "@/tests/support/price-provider";
import { START_TIMEOUT_MS, spawnDashboard } from "./dashboard";
import { asPage, openPage, playAs, queryLedger } from "./page";
import { sampleAccount } from "./sample-keys";
import { openStep, reviewCampaign, type Step } from "./wizard";

/** Whole scenarios with the demo wallets, on a dashboard that begins empty. */

export const [ADA_NAME] = DEMO_BENEFICIARIES;
export const CREATOR_NAME = DEMO_CREATOR;
export const [creator, ada] = await Promise.all([demoAccount(CREATOR_NAME), demoAccount(ADA_NAME)]);
export const other = sampleAccount("other");
export const DAY = 86_400;
export const SOL = 1_000_000_000n;

export type Service = {
  url: string;
  /** A site of another origin, which may show pages of the dashboard in frames; of the usual dashboard only. */
  partnerUrl?: string;
  /** Dollars by mint, as the price provider returns them. */
  prices: Map<string, number>;
  /** The mails that the service sent, oldest first. */
  mails: readonly ReceivedMail[];
  /** The offset of the ledger's clock after all scenarios. */
  clock: { secondsAhead: number };
};

/** The input of the create form; times in days from now. */
type Wanted = {
  name: string;
  cliffDays: number;
  /** Recipients; the default is a stream of 6 SOL to Ada. */
  csv?: string;
  /** A token instead of SOL. */
  mint?: string;
};

/** Confirms dates in the past if a creation's review requires it. */
export async function confirmPastDates(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Export for offline signing" })).toBeVisible();
  const confirmation = page.locator("#past-dates-confirmation");
  if (await confirmation.isVisible()) await confirmation.check();
}

/** A page with a demo wallet, and the API and the ledger to check the results. */
export class DemoSession {
  readonly api: ApiClient;
  readonly ledger: DemoLedger;
  private readonly connection: Connection;

  constructor(
    readonly page: Page,
    readonly service: Service,
  ) {
    this.api = new ApiClient({ baseUrl: service.url });
    this.connection = new Connection(`${service.url}/rpc`, {
      commitment: "confirmed",
      httpHeaders: asPage(service.url),
    });
    this.ledger = new DemoLedger(this.connection);
  }

  /** Continues the scenario in another page, as after a tab was closed. */
  in = (page: Page) => new DemoSession(page, this.service);

  goto = (path: string) => openPage(this.page, this.service.url + path);
  playAs = (name: string) => playAs(this.page, name);

  /** Moves the ledger's clock as the dashboard would. */
  async advance(seconds: number): Promise<void> {
    await queryLedger(this, "ledger_advanceTime", [seconds]);
    this.service.clock.secondsAhead += seconds;
  }

  /** Opens the form as the demo creator and fills it in. */
  async prepare(wanted: Wanted): Promise<void> {
    await this.goto("/create");
    await this.playAs(CREATOR_NAME);
    await this.fill(wanted);
  }

  /** Fills in the open form. */
  async fill(wanted: Wanted): Promise<void> {
    const { page } = this;
    await page.getByLabel("Name (optional)", { exact: true }).fill(wanted.name);
    if (wanted.mint) {
      await page.getByLabel("Token", { exact: true }).selectOption("token");
      await page.getByLabel("Token mint").fill(wanted.mint);
    }
    await openStep(page, "Schedule");
    await page.locator("#start").fill(await this.inDays(-30));
    await page.locator("#cliff").fill(await this.inDays(wanted.cliffDays));
    await page.locator("#end").fill(await this.inDays(60));
    await openStep(page, "Recipients");
    if (wanted.csv) await this.chooseFile(wanted.csv);
    else {
      await page.getByLabel("Recipient", { exact: true }).fill(ada.address);
      await page.getByLabel("Amount in SOL").fill("6");
    }
  }

  openStep = (step: Step) => openStep(this.page, step);

  /** Opens the last step and runs the checks before the signatures. */
  review = () => reviewCampaign(this.page);

  /** Chooses a recipients file in the step of the recipients. */
  async chooseFile(csv: string): Promise<void> {
    await this.openStep("Recipients");
    await this.page.getByRole("button", { name: "Many recipients" }).click();
    const file = { name: "r.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
    await this.page.locator("#recipients-file").setInputFiles(file);
  }

  /** Builds the tree and signs; the caller checks the outcome. */
  async sign(): Promise<void> {
    await this.review();
    await confirmPastDates(this.page);
    await this.page.getByRole("button", { name: "Sign and create campaign" }).click();
  }

  /** Waits until a creation is complete, opens the campaign, and returns its tree address. */
  async open(name: string): Promise<string> {
    const { page } = this;
    await expect(page.getByText("Your campaign is live")).toBeVisible();
    await page.getByRole("link", { name: "View campaign" }).click();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    return new URL(page.url()).pathname.split("/").at(-1) ?? "";
  }

  async create(wanted: Wanted): Promise<string> {
    await this.prepare(wanted);
    await this.sign();
    return this.open(wanted.name);
  }

  /** Opens an action, checks its simulation, signs, and waits for the indexed result. */
  async act(button: string | RegExp, done: string | RegExp): Promise<void> {
    await this.page.locator("main").getByRole("button", { name: button }).click();
    const dialog = this.page.getByRole("dialog");
    await expect(dialog.getByText("Simulation passed. Nothing was sent.")).toBeVisible();
    await dialog.getByRole("button", { name: "Sign and send" }).click();
    // The proposal may contain the words of the outcome as well.
    await expect(dialog.getByText("Sent and confirmed.")).toBeVisible();
    await expect(dialog.getByText(done)).toBeVisible();
    await expect(dialog.getByText("once it is indexed")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
  }

  /** Returns the timeline's events of one type, newest first. */
  async events<T extends EventType>(tree: string, type: T) {
    const { events } = await this.api.timeline(tree, { type: [type] });
    return events.map(({ data }) => data) as Extract<TimelineItem, { type: T }>["data"][];
  }

  /** Returns a campaign's base units on the ledger: its vault's balance, or its lamports above the rent. */
  async held(treeAddress: string, mint = NATIVE_MINT): Promise<bigint> {
    const holder = mint === NATIVE_MINT ? treeAddress : findVaultAddress({ treeAddress, mint }).address;
    const account = await this.connection.getAccountInfo(new PublicKey(holder));
    if (!account) return 0n;
    if (mint !== NATIVE_MINT) return tokenAccountBalance(account.data);
    return BigInt(
      account.lamports - (await this.connection.getMinimumBalanceForRentExemption(account.data.length)),
    );
  }

  async lamports(address: string): Promise<bigint> {
    return BigInt(await this.connection.getBalance(new PublicKey(address)));
  }

  /** Returns the rent in lamports of an account with this number of bytes. */
  async getRent(bytes: number): Promise<bigint> {
    return BigInt(await this.connection.getMinimumBalanceForRentExemption(bytes));
  }

  /** Returns the base units in a token account, or 0 without one. */
  async tokens(account: string): Promise<bigint> {
    const found = await this.connection.getAccountInfo(new PublicKey(account));
    return found ? tokenAccountBalance(found.data) : 0n;
  }

  /**
   * Simulates a claim with this proof: returns the name of the program's error, or null when it would pay.
   */
  async claimRefusal({ treeAddress, leaf, proof }: ProofView): Promise<string | null> {
    const plan = planClaim({
      treeAddress,
      mint: NATIVE_MINT,
      leaf: toLeaf(leaf),
      proof: toProofBytes(proof),
    });
    const message = unsignedTransaction(plan, await this.connection.getLatestBlockhash()).compileMessage();
    const options = { sigVerify: false, replaceRecentBlockhash: true };
    const { value } = await this.connection.simulateTransaction(new VersionedTransaction(message), options);
    if (value.err === null) return null;
    return programError(customErrorCode(value.err) ?? -1)?.name ?? JSON.stringify(value.err);
  }

  /** Returns a `datetime-local` text some days from now on the ledger, in the zone of the browser. */
  private inDays(days: number): Promise<string> {
    return this.page.evaluate(
      (milliseconds) => {
        const date = new Date(Date.now() + milliseconds);
        return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      },
      (days * DAY + this.service.clock.secondsAhead) * 1000,
    );
  }
}

export const test = base.extend<{ session: DemoSession }, { service: Service; apart: string | null }>({
  // Tests with another value have a separate service, without other tests' campaigns.
  apart: [null, { option: true, scope: "worker" }],
  service: [
    async ({ apart: _ }, use) => {
      const prices = new Map<string, number>();
      const provider = await startPriceProvider(() => ({
        body: Object.fromEntries([...prices].map(([mint, usdPrice]) => [mint, { usdPrice }])),
      }));
      const mailServer = await startMailServer();
      const { report, close } = await spawnDashboard<{ url: string; partnerUrl: string }>(
        provider.url,
        mailServer.url,
      );
      await use({ ...report, prices, mails: mailServer.mails, clock: { secondsAhead: 0 } });
      await close();
      await mailServer.close();
      await provider.close();
    },
    { scope: "worker", timeout: START_TIMEOUT_MS },
  ],
  session: async ({ page, service }, use) => use(new DemoSession(page, service)),
});

/** Ada gets 4 SOL and another recipient 2, all with the form's schedule or with their own columns. */
export const twoRecipients = (columns = "", cells = "") =>
  [`beneficiary,amount${columns}`, `${ada.address},4${cells}`, `${other.address},2${cells}`].join("\n");

export { expect } from "@playwright/test";
