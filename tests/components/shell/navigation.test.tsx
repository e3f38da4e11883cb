// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { HeaderNavigation } from "@/components/shell/navigation";
import { show } from "../show";

const { path } = vi.hoisted(() => ({ path: { current: "/" } }));
vi.mock("next/navigation", () => ({ usePathname: () => path.current }));

afterEach(cleanup);

test.each([
  ["/labels", "Dashboard"],
  ["/reminders", "Dashboard"],
  ["/confirmations", "Dashboard"],
  ["/webhooks", "Dashboard"],
  ["/campaigns/tree/rotate", "Campaigns"],
])("marks the navigation item that %s belongs to: %s", (at, item) => {
  path.current = at;
  show(<HeaderNavigation />);
  const marked = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page");
  expect(marked.map(({ textContent }) => textContent)).toEqual([item]);
});
