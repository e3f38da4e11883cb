// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FirstRun } from "@/components/landing/first-run";
import { show } from "../show";

afterEach(cleanup);

test("offers visitors what they can do, and the command of the operator last", () => {
  show(<FirstRun />);
  const titles = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(["No campaigns yet", "Create a campaign", "Look up a wallet", "For operators"]);
  expect(screen.getByRole("button", { name: "View portfolio" })).toBeTruthy();
});
