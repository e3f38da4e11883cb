import { ada, expect, other, test } from "../support/demo-session";

const FILE = "https://files.example.com/team.csv";

const buildLink = (values: Record<string, string>) => `/create?${new URLSearchParams(values)}`;

test("a link fills the form with its recipients file and schedule after the user agrees", async ({
  session,
  page,
}) => {
  const body = `beneficiary,amount\n${ada.address},1500.25\n${other.address},250\n`;
  await page.route(FILE, (route) =>
    route.fulfill({ body, contentType: "text/csv", headers: { "access-control-allow-origin": "*" } }),
  );
  const months = { cliffPercent: "25", cliffMonths: "12", durationMonths: "48", steps: "linear" };
  await session.goto(
    buildLink({ token: "SOL", name: "From a link", recipients: FILE, start: "2030-01-31", ...months }),
  );
  await expect(page.getByRole("heading", { name: "Fill the form from this link?" })).toBeVisible();
  await expect(page.getByText(FILE)).toBeVisible();
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Fill the form" }).click();
  await expect(page.getByText("Copied to the form")).toBeVisible();
  await expect(page.getByLabel("Name (optional)", { exact: true })).toHaveValue("From a link");
  await session.openStep("Recipients");
  await expect(page.getByText("2 rows, 1,750.25 SOL in total")).toBeVisible();
  await session.openStep("Schedule");
  await expect(page.getByLabel("Start date (UTC)")).toHaveValue("2030-01-31T00:00");
});

test("a link that names a file of another server, or a file that is missing, fills nothing", async ({
  session,
  page,
}) => {
  await session.goto(buildLink({ recipients: "https://evil.example.com/team.csv" }));
  await expect(page.getByText("This service does not read recipients files from the address")).toBeVisible();
  await expect(page.getByRole("button", { name: "Fill the form" })).toHaveCount(0);
  await page.route(FILE, (route) => route.fulfill({ status: 404 }));
  await session.goto(buildLink({ recipients: FILE }));
  await page.getByRole("button", { name: "Fill the form" }).click();
  await expect(page.getByText("The recipients file cannot be fetched.")).toBeVisible();
  await page.getByRole("button", { name: "Ignore the link" }).click();
  await expect(page.getByText("Fill the form from this link?")).toHaveCount(0);
});
