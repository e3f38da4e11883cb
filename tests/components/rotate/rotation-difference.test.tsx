// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { RotationDifferenceView } from "@/components/rotate/rotation-difference";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { rotationDifference } from "@/lib/core/vesting/rotation/difference";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";
import { planRotation } from "@/lib/core/vesting/rotation/plan-rotation";
import { createWallet } from "@/tests/support/http";

afterEach(cleanup);

const token = { mint: "mint", decimals: 0, unit: "X", isKnown: true };
const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const leaf = (leafIndex: number, over: Partial<Leaf> = {}): Leaf => ({
  leafIndex,
  beneficiary: address(leafIndex + 1),
  amount: 100n,
  ...{ releaseType: 1, startTime: 10n, cliffTime: 20n, endTime: 30n, milestoneIdx: 0 },
  ...over,
});

/** Renders the changes of a rotation that the editor plans from a list. */
async function show(before: Leaf[], wanted: (Omit<Leaf, "leafIndex"> & { leafIndex?: number })[]) {
  const payouts = new Payouts();
  payouts.add({ beneficiary: address(1), leafIndex: 0, milestoneIdx: null, amount: 40n });
  const plan = await planRotation({ leaves: before, payouts, totalSupply: 1_000_000n }, wanted);
  const difference = await rotationDifference({ before, after: plan.leaves, payouts });
  render(<RotationDifferenceView difference={difference} token={token} />);
}

const figure = (title: string) =>
  screen.getAllByText(title).find(({ tagName }) => tagName === "DT")?.nextElementSibling?.textContent;
const toRow = (beneficiary: string) => {
  const row = [...document.querySelectorAll("tr")].find(({ innerHTML }) => innerHTML.includes(beneficiary));
  if (!row) throw new Error(`Nothing of ${beneficiary} is shown.`);
  return within(row);
};
const getKind = (beneficiary: string) => toRow(beneficiary).getAllByRole("cell")[1]?.textContent;

test("lists and counts every changed recipient with the change and the sums", async () => {
  const before = [0, 1, 2, 3, 4].map((index) => leaf(index));
  await show(before, [
    { ...leaf(1), amount: 150n },
    { ...leaf(2), amount: 60n },
    { ...leaf(3), endTime: 300n },
    leaf(4),
    { ...leaf(8), leafIndex: undefined },
  ]);
  const counts = ["Added", "Removed", "Increased", "Decreased", "Schedule changed", "Unchanged"].map(figure);
  expect(counts).toEqual(["1", "1", "1", "1", "1", "1"]);
  expect([figure("Total before"), figure("Total after")]).toEqual(["500 X", "550 X"]);
  expect(getKind(address(1))).toBe("Removed, keeps claimed amount");
  expect(toRow(address(2)).getByText("+50")).toBeTruthy();
  expect(getKind(address(2))).toBe("Increased");
  expect(toRow(address(3)).getByText("−40")).toBeTruthy();
  expect(getKind(address(3))).toBe("Decreased");
  expect(getKind(address(4))).toBe("Schedule changed");
  expect(getKind(address(9))).toBe("Added");
  expect(toRow(address(9)).getByText("+100")).toBeTruthy();
  expect(document.body.textContent).not.toContain(address(5));
});

test("shows every address that receives money with all its characters", async () => {
  await show(
    [0, 1].map((index) => leaf(index)),
    [leaf(0), { ...leaf(1), amount: 150n }, { ...leaf(8), leafIndex: undefined }],
  );
  for (const seed of [2, 9]) expect(toRow(address(seed)).getByText(address(seed))).toBeTruthy();
  expect(document.body.textContent).not.toContain("…");
});

test("pages many changes, and filters them by kind", async () => {
  const before = Array.from({ length: 30 }, (_, index) => leaf(index));
  await show(
    before,
    before.map((item) => ({ ...item, amount: item.leafIndex < 25 ? 200n : 50n })),
  );
  const bodyRows = () => document.querySelectorAll("tbody tr").length;
  expect(bodyRows()).toBe(20);
  fireEvent.click(screen.getByText("Next rows"));
  expect(bodyRows()).toBe(10);
  fireEvent.change(screen.getByLabelText("Show"), { target: { value: "lowered" } });
  expect(bodyRows()).toBe(5);
  expect(screen.getAllByText("−50")).toHaveLength(5);
});
