// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ClaimWithConditions } from "@/components/claim/claim-with-conditions";
import type { ClaimConditions } from "@/lib/contract/deployment";
import { show } from "../show";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {} }), usePathname: () => "/" }));

/** A visit begins with an empty memory of the page; local storage stays. */
let visit: typeof import("@/components/claim/claim-conditions");
let WithConditions: typeof ClaimWithConditions;
async function beginVisit() {
  cleanup();
  vi.resetModules();
  visit = await import("@/components/claim/claim-conditions");
  WithConditions = (await import("@/components/claim/claim-with-conditions")).ClaimWithConditions;
}

beforeEach(async () => {
  localStorage.clear();
  await beginVisit();
});
afterEach(cleanup);

function claim(conditions: ClaimConditions, onClose = () => {}) {
  show(
    <visit.ClaimConditionsProvider value={conditions}>
      <WithConditions onClose={onClose}>
        <p>The claim</p>
      </WithConditions>
    </visit.ClaimConditionsProvider>,
  );
}

test("a claim opens at once without conditions", () => {
  claim({ terms: null, isBlocked: false });
  expect(screen.getByText("The claim")).toBeTruthy();
});

test("a claim opens after the terms are accepted, and at once in later visits until the terms move", async () => {
  const terms = { terms: "https://example.com/terms-1", isBlocked: false };
  claim(terms);
  const next = await screen.findByRole<HTMLButtonElement>("button", { name: "Continue" });
  expect(screen.getByRole("link", { name: "terms of this site" }).getAttribute("href")).toBe(terms.terms);
  expect(next.disabled).toBe(true);
  expect(screen.queryByText("The claim")).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: "I accept these terms" }));
  fireEvent.click(next);
  expect(await screen.findByText("The claim")).toBeTruthy();

  await beginVisit();
  claim(terms);
  expect(screen.getByText("The claim")).toBeTruthy();

  await beginVisit();
  claim({ terms: "https://example.com/terms-2", isBlocked: false });
  expect(await screen.findByRole("button", { name: "Continue" })).toBeTruthy();
  expect(screen.queryByText("The claim")).toBeNull();
});

test("a claim does not open in a blocked country, even if the terms were accepted", async () => {
  visit.acceptTerms("https://example.com/terms");
  const close = vi.fn();
  claim({ terms: "https://example.com/terms", isBlocked: true }, close);
  expect(await screen.findByText("The operator of this site offers no claims in your country.")).toBeTruthy();
  expect(screen.queryByText("The claim")).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("a claim opens after the terms are accepted in a frame without storage", async () => {
  vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("The document is sandboxed.", "SecurityError");
  });
  const terms = { terms: "https://example.com/terms", isBlocked: false };
  claim(terms);
  fireEvent.click(await screen.findByRole("checkbox", { name: "I accept these terms" }));
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("The claim")).toBeTruthy();
  vi.restoreAllMocks();
});
