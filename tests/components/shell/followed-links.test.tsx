// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { FollowedLinks } from "@/components/shell/followed-links";
import { Link } from "@/components/ui/link";
import { router } from "@/tests/support/next-navigation";
import { show } from "../show";

const { push } = router;

afterEach(() => {
  cleanup();
  push.mockReset();
});

const page = (
  <>
    <FollowedLinks />
    <Link href="/campaigns?sort=name#list" scroll={false}>
      by <b>name</b>
    </Link>
    <Link href="/dashboard">dashboard</Link>
    <Link href="/portfolio" onClick={(event) => event.preventDefault()}>
      kept
    </Link>
    <Link href="https://example.com/dashboard">elsewhere</Link>
    <a href="/api/health">health</a>
    <p>no link</p>
  </>
);

test("follows a click on a link, or on an element in it, without a page load", () => {
  show(page);
  // False: the default action of the browser is prevented.
  expect(fireEvent.click(screen.getByText("name"))).toBe(false);
  expect(fireEvent.click(screen.getByText("dashboard"))).toBe(false);
  expect(push.mock.calls).toEqual([
    ["/campaigns?sort=name#list", { scroll: false }],
    ["/dashboard", { scroll: true }],
  ]);
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  "leaves clicks that open a tab or save to the browser: %o",
  (how) => {
    show(page);
    expect(fireEvent.click(screen.getByText("dashboard"), how)).toBe(true);
    expect(push).not.toHaveBeenCalled();
  },
);

test("ignores handled clicks, files and text", () => {
  show(page);
  fireEvent.click(screen.getByText("kept"));
  for (const name of ["health", "elsewhere"]) expect(fireEvent.click(screen.getByText(name))).toBe(true);
  expect(fireEvent.click(screen.getByText("no link"))).toBe(true);
  expect(push).not.toHaveBeenCalled();
});

test("follows no link after it is removed", () => {
  show(page).unmount();
  document.body.innerHTML = '<a data-page="top" href="/dashboard">dashboard</a>';
  fireEvent.click(screen.getByText("dashboard"));
  expect(push).not.toHaveBeenCalled();
});
