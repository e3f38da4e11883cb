// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CreateCampaign } from "@/components/create/create-campaign";
import { ClockProvider } from "@/components/shell/clock";
import { updateWallet } from "@/components/wallet/wallet-store";
import { DEFAULT_PROGRAM_ID } from "@/lib/core/solana/addresses";
import { createWallet } from "@/tests/support/http";
import { openPath } from "@/tests/support/next-navigation";
import { getWallet, show } from "../show";

const openUrl = (search: string) => openPath(`/create${search}`);

beforeEach(() => {
  openUrl("");
  const push = window.history.pushState.bind(window.history);
  vi.spyOn(window.history, "pushState").mockImplementation((...args) => {
    push(...args);
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
});
afterEach(() => {
  cleanup();
  updateWallet({ account: null, choosing: false });
  vi.restoreAllMocks();
});

const NOW = BigInt(Date.UTC(2026, 10, 1) / 1000);
const recipient = createWallet(new Uint8Array(32).fill(2)).address;

const showWizard = () =>
  show(
    <ClockProvider serverNow={NOW.toString()}>
      <CreateCampaign programId={DEFAULT_PROGRAM_ID} isLocalLedger={false} maxLeaves={100} cloneOf={null} />
    </ClockProvider>,
  );

const stepButton = (name: RegExp) =>
  within(screen.getByRole("navigation", { name: "Steps" })).getByRole("button", { name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("names what a step lacks, and continues when the step is complete", async () => {
  showWizard();
  expect(stepButton(/Token/).getAttribute("aria-current")).toBe("step");
  // The step is complete when the decimals of the token are known.
  await vi.waitFor(() => {
    press("Continue to recipients");
    expect(window.location.search).toBe("?step=recipients");
  });
  expect(stepButton(/Token\s*, completed/)).toBeTruthy();
  press("Continue to schedule");
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Enter the recipient’s Solana address.");
  expect(stepButton(/Recipients\s*, needs correction/).getAttribute("aria-current")).toBe("step");
  type("Recipient", recipient);
  type("Amount in SOL", "1.5");
  expect(screen.queryByRole("alert")).toBeNull();
  const summary = screen.getByRole("complementary", { name: "Summary" });
  expect(summary.textContent).toContain("1.5 SOL");
  expect(summary.textContent).toContain("1 allocation");
  expect(summary.textContent).toContain("100% evenly from");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll("_", " ");
  expect(summary.textContent).toContain(`Times in ${zone}.`);
  expect(summary.textContent).not.toContain("Name");
  expect(summary.querySelector("svg path[fill=none]")).not.toBeNull();
  press("Continue to schedule");
  expect(window.location.search).toBe("?step=schedule");
  press("Continue to permissions");
  expect(screen.getByRole("button", { name: "Review campaign" })).toBeTruthy();
  press("Back");
  expect(screen.getByRole("heading", { name: "Vesting schedule" })).toBeTruthy();
});

test("opens at the step in the URL and keeps the input between steps", () => {
  openUrl("?step=permissions");
  showWizard();
  expect(screen.getByRole("heading", { name: "Permissions" })).toBeTruthy();
  fireEvent.click(stepButton(/Token/));
  expect(window.location.search).toBe("");
  type("Name (optional)", "Team grants");
  fireEvent.click(stepButton(/Review/));
  expect(screen.getByRole("heading", { name: "Review and create" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Connect a wallet" })).toHaveProperty("disabled", false);
  fireEvent.click(stepButton(/Token/));
  expect(screen.getByLabelText("Name (optional)")).toHaveProperty("value", "Team grants");
});

/** The first of the checks. */
const CHECK = "Your wallet can sign all requests";

test("connects a wallet from the review, and then starts the checks on its own", async () => {
  openUrl("?step=recipients");
  showWizard();
  type("Recipient", recipient);
  type("Amount in SOL", "1.5");
  fireEvent.click(stepButton(/Review/));
  // The form is complete when the decimals of the token are known.
  await vi.waitFor(() => expect(screen.queryByText(/decimals/)).toBeNull());
  press("Connect a wallet");
  expect(screen.queryByText(CHECK)).toBeNull();
  act(() => updateWallet({ account: getWallet(recipient) }));
  expect(await screen.findByText(CHECK)).toBeTruthy();
});

test("shows the summary and a way back beside the review until the checks pass", async () => {
  openUrl("?step=review");
  showWizard();
  expect(screen.getByRole("button", { name: "Connect a wallet" })).toBeTruthy();
  const summary = screen.getByRole("complementary", { name: "Summary" });
  expect(summary.textContent).toContain("Can be cancelled, changed and paused");
  press("Back");
  expect(screen.getByRole("heading", { name: "Permissions" })).toBeTruthy();
});

test.each([
  [true, true, "Can be cancelled, changed and paused"],
  [true, false, "Can be cancelled and changed, but not paused"],
  [false, true, "Can be paused, but not cancelled or changed"],
  [false, false, "Cannot be cancelled, changed or paused"],
])("the summary names every right: cancellable %s, pausable %s", (isCancellable, isPausable, text) => {
  openUrl("?step=permissions");
  showWizard();
  if (!isCancellable) fireEvent.click(screen.getByRole("checkbox", { name: /cancel/i }));
  if (!isPausable) fireEvent.click(screen.getByRole("checkbox", { name: /pause/i }));
  expect(screen.getByRole("complementary", { name: "Summary" }).textContent).toContain(text);
});
