import { expect, type Page } from "@playwright/test";

/** The steps of a creation, by the names of their buttons. */
export type Step = "Token" | "Recipients" | "Schedule" | "Permissions" | "Review";

/** Opens a step of a creation. */
export async function openStep(page: Page, step: Step): Promise<void> {
  const button = page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step });
  await button.click();
  await expect(button).toHaveAttribute("aria-current", "step");
}

/** Opens the last step of a creation and runs the checks before the signatures. */
export async function reviewCampaign(page: Page): Promise<void> {
  await openStep(page, "Review");
  await page.getByRole("button", { name: "Check campaign" }).click();
}
