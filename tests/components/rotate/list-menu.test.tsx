// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import ListMenu from "@/components/rotate/list-menu";
import { show } from "../show";

afterEach(cleanup);

test("the menu of a phone imports and exports a file and sorts the rows, with the current order checked", () => {
  const [sort, onImport, onExport] = [vi.fn(), vi.fn(), vi.fn()];
  const menu = () =>
    show(
      <ListMenu
        trigger={<button type="button">More</button>}
        order="amount"
        {...{ sort, onImport, onExport }}
      />,
    );
  menu();
  const checked = screen.getByRole("menuitemcheckbox", { name: "Largest amount first" });
  expect(checked.getAttribute("aria-checked")).toBe("true");
  fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Wallet address" }));
  expect(sort).toHaveBeenCalledWith("wallet");
  cleanup();
  menu();
  fireEvent.click(screen.getByRole("menuitem", { name: "Import file" }));
  expect(onImport).toHaveBeenCalledOnce();
  cleanup();
  menu();
  fireEvent.click(screen.getByRole("menuitem", { name: "Export CSV" }));
  expect(onExport).toHaveBeenCalledOnce();
});
