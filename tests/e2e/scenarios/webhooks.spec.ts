import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { CREATOR_NAME, expect, test, twoRecipients } from "../support/demo-session";
import { seriousViolations, sidewaysScroll } from "../support/page";

/** An event is final about 13 s after it happened, and the run that reads it is up to 15 s later. */
const FINAL_MS = 120_000;

type Message = { type: string; data: { treeAddress?: string; data?: unknown } };

/** Starts a receiver on this machine that records its messages, until it is set to fail. */
async function startReceiver() {
  const receiver = {
    messages: [] as { id: string; body: string; headers: Record<string, string> }[],
    status: 204,
  };
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    receiver.messages.push({ id: headers["webhook-id"] ?? "", body: await text(request), headers });
    response.writeHead(receiver.status).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { receiver, url: `http://127.0.0.1:${port}/hooks`, close: () => server.close() };
}

test("a creator's server receives a pause, and receives it again on replay; pages fit phones and screen readers", async ({
  session,
  page,
}) => {
  const { receiver, url, close } = await startReceiver();
  const tree = await session.create({ name: "Webhook scenario", csv: twoRecipients(), cliffDays: 20 });

  await session.goto(`/webhooks?campaign=${tree}`);
  await session.playAs(CREATOR_NAME);
  await page.getByRole("button", { name: "Show my webhooks" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  await expect(page.getByLabel("Campaign addresses")).toHaveValue(tree);
  await page.getByLabel("URL of your server").fill(url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByText("Save this secret now")).toBeVisible();
  const [secret = ""] = (await page.getByText(/whsec_/).innerText()).match(/whsec_\S+/) ?? [];
  const verified = (at: number): Message => {
    const { body = "", headers = {} } = receiver.messages.at(at) ?? {};
    return new Webhook(secret).verify(body, headers) as Message;
  };

  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(
    page.getByText("The test message was accepted. Your server responded with 204."),
  ).toBeVisible();
  expect(verified(0)).toMatchObject({ type: "webhook.test" });
  receiver.status = 500;
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(
    page.getByText("The test message was not accepted. The endpoint responded with HTTP status 500."),
  ).toBeVisible();
  receiver.status = 204;
  receiver.messages.length = 0;

  await session.goto(`/campaigns/${tree}`);
  await session.act("Pause claims", "Campaign paused.");
  await expect.poll(() => receiver.messages.length, { timeout: FINAL_MS }).toBe(1);
  expect(verified(0)).toMatchObject({
    type: "campaign.paused",
    data: { treeAddress: tree, data: { paused: true } },
  });

  await session.goto(`/campaigns/${tree}?view=timeline`);
  await page.getByRole("link", { name: "set up webhooks" }).click();
  await page.getByRole("button", { name: "Show my webhooks" }).click();
  await page.getByRole("button", { name: "View deliveries" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Pauses and resumes" })).toContainText("Delivered");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousViolations(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
  }
  const again = page.getByRole("button", { name: /^Resend: Pauses and resumes, delivery \d+$/ });
  await again.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 event is queued for delivery.")).toBeVisible();
  await expect.poll(() => receiver.messages.map(({ id }) => id), { timeout: FINAL_MS }).toHaveLength(2);
  expect(receiver.messages[1]?.id).toBe(receiver.messages[0]?.id);

  await page.getByRole("button", { name: "Turn off webhook" }).click();
  await expect(page.getByText("You turned off this webhook.")).toBeVisible();
  // The buttons are disabled before the next click: two concurrent changes would each show an outdated state.
  const isOff = await page.getByRole("button", { name: "Turn on webhook" }).evaluate(async (button) => {
    (button as HTMLButtonElement).click();
    for (let step = 0; step < 100; step++) await null;
    return (button as HTMLButtonElement).disabled;
  });
  expect(isOff).toBe(true);
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText("For 24 hours, messages are also signed")).toBeVisible();
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByText("The test message was accepted")).toBeVisible();
  expect(verified(-1)).toMatchObject({ type: "webhook.test" });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  close();
});

test("an invalid URL and an invalid tree are refused in words before the wallet signs", async ({
  session,
  page,
}) => {
  const nonces: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/nonce")) nonces.push(request.url());
  });
  await session.goto("/webhooks");
  await expect(page.getByRole("heading", { name: "Connect to add a webhook" })).toBeVisible();
  await session.playAs(CREATOR_NAME);
  await page.getByLabel("Scope").selectOption("campaigns");
  await page.getByLabel("URL of your server").fill("https://example.com/#part");
  await page.getByLabel("Campaign addresses").fill("no-tree");
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByLabel("URL of your server")).toBeFocused();
  await expect(
    page.getByText("Enter an HTTPS URL without a user name, password or # fragment."),
  ).toBeVisible();
  await expect(page.getByText("Enter up to 100 valid campaign addresses.")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByLabel("URL of your server").fill("https://no.such.host.invalid/");
  await expect(page.getByText("Enter an HTTPS URL")).toHaveCount(0);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await expect(page.getByLabel("Campaign addresses")).toBeFocused();
  expect(nonces).toEqual([]);
});
