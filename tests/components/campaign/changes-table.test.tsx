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
  return rows.map((row) => row.querySelector("td:last-child")?.textContent);
};

test("writes all differences with a fraction if one has a fraction", () => {
  expect(differences(6_000_000n, 500_000n)).toEqual(["+5.0000 DEMOIncreased", "−0.5000 DEMODecreased"]);
});

test("writes no fraction if no difference has one, and no difference of zero", () => {
  expect(differences(6_000_000n, 1_000_000n)).toEqual(["+5 DEMOIncreased", "Schedule changed"]);
});
