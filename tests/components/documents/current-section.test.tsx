// @vitest-environment happy-dom

import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CurrentSection } from "@/components/documents/current-section";
import { show } from "../show";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("marks the link of the last section whose heading is in the upper part of the window", () => {
  let notify = () => {};
  class Observer {
    observe = () => {};
    disconnect = () => {};
    constructor(callback: () => void) {
      notify = callback;
    }
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  vi.stubGlobal("innerHeight", 1_000);
  const tops: Record<string, number> = { first: 100, second: 900 };
  show(
    <>
      <CurrentSection>
        <a href="#first">First</a>
        <a href="#second">Second</a>
      </CurrentSection>
      <h2 id="first">1</h2>
      <h2 id="second">2</h2>
    </>,
  );
  for (const heading of screen.getAllByRole("heading"))
    heading.getBoundingClientRect = () => ({ top: tops[heading.id] }) as DOMRect;
  const current = () => screen.getAllByRole("link").filter((link) => link.hasAttribute("aria-current"));
  act(() => notify());
  expect(current().map(({ textContent }) => textContent)).toEqual(["First"]);
  tops.second = 300;
  act(() => notify());
  expect(current().map(({ textContent }) => textContent)).toEqual(["Second"]);
});
