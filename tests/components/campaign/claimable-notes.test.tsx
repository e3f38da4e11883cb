// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PaidEarlier } from "@/components/campaign/claimable-notes";
import { show, showGerman } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 2, unit: "MINT", isKnown: true };

test("a claim that an earlier campaign reduces says by how much and why", () => {
  const { text } = show(<PaidEarlier amount="123400" token={token} />);
  expect(text()).toContain(
    "Reduced by 1,234 MINT: an earlier campaign at this address already paid this wallet.",
  );
});

test("a claim that an earlier campaign reduces says so in German", () => {
  const { text } = showGerman(<PaidEarlier amount="100" token={token} />);
  expect(text()).toContain("Eine frühere Kampagne an dieser Adresse");
});

test("a claim that nothing reduces says nothing", () => {
  expect(show(<PaidEarlier amount="0" token={token} />).text()).toBe("");
});
