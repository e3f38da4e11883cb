import { ADA_NAME, expect, test } from "../support/demo-session";
import { seriousViolations, sidewaysScroll } from "../support/page";

const EMAIL = "ada@example.com";
const PHONE = { width: 390, height: 844 };

test("a recipient subscribes by email, confirms the address and unsubscribes; pages fit phones and screen readers", async ({
  session,
  service,
  page,
}) => {
  await session.goto("/reminders");
  await session.playAs(ADA_NAME);
  await page.getByRole("button", { name: "Show my reminders" }).click();
  await expect(page.getByText("No reminders yet")).toBeVisible();
  await page.getByLabel("Email address").fill(EMAIL);
  await page.getByLabel("7 days before").check();
  await page.getByRole("button", { name: "Add reminders" }).click();
  await expect(page.getByText("Not confirmed")).toBeVisible();
  await expect(page.getByText("7 days before, 1 day before")).toBeVisible();
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);

  await expect.poll(() => service.mails.length).toBe(1);
  const [mail] = service.mails;
  expect(mail).toMatchObject({ to: EMAIL, headers: { subject: "Confirm your reminders" } });
  const [, confirmation = ""] = /(\/reminders#confirm=\S+)/.exec(mail?.text ?? "") ?? [];
  // Opening the link confirms nothing.
  await session.goto("/");
  await session.goto(confirmation);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Show my reminders" }).click();
  await expect(page.getByText("Not confirmed")).toBeVisible();
  await page.getByRole("button", { name: "Confirm reminders" }).click();
  await expect(page.getByText("Reminders confirmed")).toBeVisible();

  const [, token = ""] = /token=([^>]+)>/.exec(mail?.headers["list-unsubscribe"] ?? "") ?? [];
  await session.goto("/");
  await session.goto(`/reminders#unsubscribe=${token}`);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("Unsubscribed")).toBeVisible();
  await page.getByRole("button", { name: "Show my reminders" }).click();
  await expect(page.getByText("The recipient unsubscribed.")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete subscription" }).click();
  await expect(page.getByText("No reminders yet")).toBeVisible();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

test("an outdated link is refused with a sentence", async ({ session, page }) => {
  await session.goto(`/reminders#confirm=rs_${"a".repeat(22)}.${"a".repeat(43)}`);
  await page.getByRole("button", { name: "Confirm reminders" }).click();
  await expect(page.getByText("This link is no longer valid.")).toBeVisible();
});
