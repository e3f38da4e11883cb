// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { MenuButton } from "@/components/ui/menu-button";
import { show } from "../show";

afterEach(cleanup);

test("the menu of a button renders when the button is first pressed, and keeps the button as its trigger", () => {
  show(
    <MenuButton label="More actions" className="" menu={(trigger) => <p>Menu of {trigger}</p>}>
      …
    </MenuButton>,
  );
  const button = screen.getByRole("button", { name: "More actions" });
  expect(button.getAttribute("aria-haspopup")).toBe("menu");
  expect(screen.queryByText(/Menu of/)).toBeNull();
  fireEvent.click(button);
  expect(
    screen
      .getByText(/Menu of/)
      .querySelector("button")
      ?.getAttribute("aria-haspopup"),
  ).toBeNull();
});
