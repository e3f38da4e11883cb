// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { show } from "../show";

type Row = { name: string; amount: bigint };

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: "name",
    title: "Name",
    value: ({ name }) => name,
    cell: ({ name }) => <a href={`#${name}`}>{name}</a>,
  },
  { id: "amount", title: "Amount", value: ({ amount }) => amount, cell: ({ amount }) => `${amount} DEMO` },
  { id: "state", title: "State", cell: () => "Vesting" },
];
const ROWS = [
  { name: "Grace", amount: 9n },
  { name: "Ada", amount: 10n },
  { name: "Charles", amount: 2n },
];

const table = (rows: readonly Row[] = ROWS) => (
  <DataTable
    name="test"
    caption="Recipients"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ name }) => name}
    hasFilter
  />
);
const names = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
const head = (name: string) => within(screen.getByRole("columnheader", { name: new RegExp(name) }));
const openView = () => fireEvent.click(screen.getByRole("button", { name: /^Columns of/ }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("DataTable", () => {
  test("sorts amounts by size and names by alphabet", () => {
    show(table());
    const byAmount = () => fireEvent.click(head("Amount").getByRole("button"));
    expect(names()).toEqual(["Grace", "Ada", "Charles"]);
    byAmount();
    expect(screen.getByRole("columnheader", { name: /Amount/ }).getAttribute("aria-sort")).toBe("descending");
    expect(names()).toEqual(["Ada", "Grace", "Charles"]);
    byAmount();
    expect(names()).toEqual(["Charles", "Grace", "Ada"]);
    fireEvent.click(head("Name").getByRole("button"));
    expect(names()).toEqual(["Ada", "Charles", "Grace"]);
  });

  test("filters rows by the text of their values", () => {
    show(table());
    const filter = screen.getByRole("searchbox", { name: "Filter Recipients" });
    fireEvent.change(filter, { target: { value: "cHAr" } });
    expect(names()).toEqual(["Charles"]);
    fireEvent.change(filter, { target: { value: "nobody" } });
    expect(screen.getByText("No rows match the filter.")).toBeTruthy();
  });

  test("remembers the hidden columns and the density of the table", async () => {
    show(table());
    openView();
    await screen.findByRole("menuitemcheckbox", { name: "State" });
    expect(screen.queryByRole("menuitemcheckbox", { name: "Name" })).toBeNull();
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "State" }));
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Compact" }));
    expect(screen.queryByText("Vesting")).toBeNull();
    expect(JSON.parse(localStorage.getItem("tables") ?? "")).toEqual({
      test: { isCompact: true, hidden: ["state"] },
    });
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "State" }));
    expect(screen.getAllByText("Vesting")).toHaveLength(3);
  });

  test("moves between rows with the arrow keys and opens the link of a row with Enter", () => {
    show(table());
    const rows = screen.getAllByRole("row").slice(1);
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
    rows[0]?.focus();
    press("ArrowDown");
    press("ArrowDown");
    press("ArrowDown");
    expect(document.activeElement).toBe(rows[2]);
    press("ArrowUp");
    expect(document.activeElement).toBe(rows[1]);
    const opened = vi.fn((event: Event) => event.preventDefault());
    screen.getByRole("link", { name: "Ada" }).addEventListener("click", opened);
    press("Enter");
    expect(opened).toHaveBeenCalledOnce();
  });

  test("unfolds further content below a row, which the arrow keys skip", () => {
    show(
      <DataTable
        name="test"
        caption="Recipients"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ name }) => name}
        detail={({ name }) => ({
          notes: `Note of ${name}. `,
          folded: `About ${name}`,
          label: `More of ${name}`,
        })}
        hasView={false}
      />,
    );
    expect(screen.queryByRole("button", { name: /^Columns of/ })).toBeNull();
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getAllByRole("cell").length)).toEqual([3, 1, 3, 1, 3, 1]);
    expect(rows[1]?.textContent).toBe("Note of Grace. About Grace");
    const button = screen.getByRole("button", { name: "More of Grace" });
    const content = document.getElementById(button.getAttribute("aria-controls") ?? "");
    expect(content?.textContent).toBe("About Grace");
    expect([button.getAttribute("aria-expanded"), content?.className.includes("hidden")]).toEqual([
      "false",
      true,
    ]);
    fireEvent.click(button);
    expect([button.getAttribute("aria-expanded"), content?.className.includes("hidden")]).toEqual([
      "true",
      false,
    ]);
    rows[0]?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
    expect(document.activeElement).toBe(rows[2]);
  });

  test("gives consecutive rows of a group one title", () => {
    show(
      <DataTable
        name="test"
        caption="Recipients"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ name }) => name}
        group={({ name }) => (name === "Grace" ? "First" : "Others")}
        hasView={false}
      />,
    );
    expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
      "First",
      "Others",
    ]);
  });

  test("renders a part of a list of ten thousand rows and states their number", async () => {
    // The test environment has no layout.
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(44);
    show(table(Array.from({ length: 10_000 }, (_, at) => ({ name: `R${at}`, amount: BigInt(at) }))));
    await waitFor(() => expect(screen.getByText("R0")).toBeTruthy());
    expect(screen.getAllByRole("link").length).toBeLessThan(100);
    expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("10001");
  });
});
