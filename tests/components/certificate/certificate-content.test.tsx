// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { CertificateContent } from "@/components/certificate/certificate-content";
import type { CertificateBody } from "@/lib/contract/certificate";
import type { Token } from "@/lib/contract/names";
import { certificateOf } from "@/tests/support/certificate";
import { show, showGerman } from "../show";

const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const token = { mint: TREE, decimals: 0, unit: "TKN", isKnown: true } as Token;
const of = (change: Partial<CertificateBody> = {}) =>
  certificateOf({ treeAddress: TREE, merkleRoot: "ab".repeat(32), ...change });

afterEach(cleanup);

describe("CertificateContent", () => {
  test("states the result, its moment, the totals and what each authority could take", () => {
    const view = of();
    const { text } = show(<CertificateContent {...{ view, token }} signature="valid" isOutdated={false} />);
    expect(screen.getByText("Every recipient is paid exactly")).toBeTruthy();
    expect(text()).toContain("slot 100. Later events may have changed the campaign.");
    expect(text()).toContain("Left at the end0 TKN");
    expect(text()).toContain("Due 1,000 TKN, paid 1,000 TKN, left 0 TKN");
    expect(text()).toContain("Cancellation and withdrawal: 1,000 TKN");
    expect(text()).toContain("The creator releases each milestone at its earliest cliff");
    expect(screen.getByRole("button", { name: `Copy signer ${view.signature?.signer}` })).toBeTruthy();
    expect(text()).not.toContain("outdated");
  });

  test("names each failed payment and the missing amounts", () => {
    const failure = {
      ...{ time: "1800000000", leafIndex: 7, beneficiary: TREE, due: "500", missing: "1" },
      reason: "InsufficientVault",
    };
    const view = of({
      ...{ result: "fails", failures: [failure], failureCount: 3 },
      shortfall: { time: "1800000000", missing: "1" },
    });
    const { text } = show(<CertificateContent {...{ view, token }} signature="unsigned" isOutdated />);
    expect(text()).toContain("Payments fail on");
    expect(text()).toContain("At the end, 1 TKN is missing.");
    expect(text()).toMatch(
      /allocation 7 of 5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS is due 500 TKN, and 1 TKN is missing\. The campaign does not/,
    );
    expect(text()).toContain("2 more allocations fail.");
    expect(text()).toContain("This certificate is not signed.");
    expect(text()).toContain("This certificate is outdated");
  });

  test("does not name the signer of an invalid signature", () => {
    const view = of();
    const { text } = show(<CertificateContent {...{ view, token }} signature="invalid" isOutdated={false} />);
    expect(text()).toContain("The signature is not valid.");
    expect(screen.queryByRole("button", { name: `Copy signer ${view.signature?.signer}` })).toBeNull();
  });

  test("is written in German", () => {
    const { text } = showGerman(
      <CertificateContent view={of()} token={token} signature="valid" isOutdated={false} />,
    );
    expect(text()).toContain("Jeder Empfänger wird genau ausgezahlt");
    expect(text()).toContain("Fällig 1.000 TKN, gezahlt 1.000 TKN, übrig 0 TKN");
  });
});
