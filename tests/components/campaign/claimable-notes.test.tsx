// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PaidEarlierNotice } from "@/components/campaign/claimable-notes";
import { show, showGerman } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 2, unit: "MINT", isKnown: true };

test("states by how much and why an earlier campaign reduces a claim", () => {
  const { text } = show(<PaidEarlierNotice amount="123400" token={token} />);
  expect(text()).toContain(
    "Reduced by 1,234 MINT: an earlier campaign at this address already paid this wallet.",
  );
});

test("states the reduction of a claim by an earlier campaign in German", () => {
  const { text } = showGerman(<PaidEarlierNotice amount="100" token={token} />);
  expect(text()).toContain("Eine frühere Kampagne an dieser Adresse");
});

test("shows no note for a claim without a reduction", () => {
  expect(show(<PaidEarlierNotice amount="0" token={token} />).text()).toBe("");
});
