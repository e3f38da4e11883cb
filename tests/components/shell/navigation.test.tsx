// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HeaderNavigation } from "@/components/shell/navigation";
import { openPath } from "@/tests/support/next-navigation";
import { show } from "../show";

afterEach(cleanup);

test.each([
  ["/labels", "Dashboard"],
  ["/reminders", "Dashboard"],
  ["/confirmations", "Dashboard"],
  ["/webhooks", "Dashboard"],
  ["/campaigns/tree/rotate", "Campaigns"],
])("marks the navigation item that %s belongs to: %s", (at, item) => {
  openPath(at);
  show(<HeaderNavigation />);
  const marked = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(marked.map(({ textContent }) => textContent)).toEqual([item]);
});
