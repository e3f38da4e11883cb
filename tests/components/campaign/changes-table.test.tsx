// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ChangesTable } from "@/components/campaign/changes-table";
import { show } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 6, unit: "DEMO", isKnown: true };
const differences = (...after: bigint[]) => {
  const changes = after.map((amount) => ({
    beneficiary: `wallet${amount}`,
    before: 1_000_000n,
    after: amount,
  }));
  show(<ChangesTable changes={changes} token={token} />);
  const [, ...rows] = screen.getAllByRole("row");
  return rows.map((row) => row.querySelector("td:last-child")?.textContent?.trim());
};

test("writes all differences with a fraction if one has a fraction", () => {
  expect(differences(6_000_000n, 500_000n)).toEqual(["+5.000000 DEMOIncreased", "−0.500000 DEMODecreased"]);
});

test("writes no fraction if no difference has one, and no difference of zero", () => {
  expect(differences(6_000_000n, 1_000_000n)).toEqual(["+5 DEMOIncreased", "Schedule changed"]);
});

test("writes all digits of the amounts, and the kind of each change in its own column", () => {
  const change = { beneficiary: "wallet", before: 1_000_000n, after: 1_000_001n, claimed: 500_000n };
  show(<ChangesTable changes={[change]} token={token} />);
  const titles = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(titles).toEqual(["Recipient", "Change", "Claimed so far", "Before", "After", "Difference"]);
  const texts = screen.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(texts.slice(1, 4)).toEqual(["Increased", "0.500000 DEMO", "1 DEMO"]);
  expect(texts.at(-1)).toContain("+0.000001 DEMO");
});

test("lets a long difference and its kind wrap on a phone", () => {
  const change = { beneficiary: "wallet", before: 12_345_678_000_000n, after: 1n, kind: "removed" };
  show(<ChangesTable changes={[change]} token={token} />);
  const cell = screen.getAllByRole("cell").at(-1);
  const [difference, badge] = cell?.firstElementChild?.children ?? [];
  expect(difference?.textContent).toBe("−12,345,677.999999 DEMO");
  expect(difference?.classList.contains("whitespace-nowrap")).toBe(false);
  expect(badge?.textContent).toContain("Removed, keeps claimed amount");
  expect(badge?.parentElement?.className).toContain("[&_span]:whitespace-normal");
});
