// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PhoneFold } from "@/components/portfolio/phone-fold";

afterEach(cleanup);

test("shows and hides its content on phones, and names the next action", () => {
  render(
    <PhoneFold showLabel="Show the chart" hideLabel="Hide the chart">
      <p>Chart</p>
    </PhoneFold>,
  );
  const content = screen.getByText("Chart").parentElement;
  const button = screen.getByRole("button", { name: "Show the chart", expanded: false });
  expect(content?.className).toContain("max-sm:hidden");
  fireEvent.click(button);
  expect(screen.getByRole("button", { name: "Hide the chart", expanded: true })).toBe(button);
  expect(content?.className).not.toContain("hidden");
  expect(button.getAttribute("aria-controls")).toBe(content?.id);
});
