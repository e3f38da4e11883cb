// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { CertificateContent } from "@/components/certificate/certificate-content";
import type { CertificateBody } from "@/lib/contract/certificate";
import type { Token } from "@/lib/contract/names";
import { getCertificate } from "@/tests/support/certificate";
import { show, showGerman } from "../show";

const TREE = "5dQj8QAJDYYD6QxwXYx3Hcrv7NihEyf4aUXPSqXXNDPS";
const token = { mint: TREE, decimals: 0, unit: "TKN", isKnown: true } as Token;
const create = (change: Partial<CertificateBody> = {}) =>
  getCertificate({ treeAddress: TREE, merkleRoot: "ab".repeat(32), ...change });

afterEach(cleanup);

describe("CertificateContent", () => {
  test("states the result with its moment and amounts, and the assumptions apart from it", () => {
    const view = create();
    const { text } = show(<CertificateContent {...{ view, token }} signature="valid" isOutdated={false} />);
    const notice = screen.getByText("The vault covers every claim in full").closest("div")?.textContent;
    expect(notice).toMatch(/slot 100 · signature valid$/);
    const assumptions = screen.getByText("Assumptions").closest("section")?.textContent;
    expect(assumptions).toContain(
      "The creator releases each milestone at its earliest cliff, or now if that has passed.",
    );
    expect(assumptions).not.toContain("Simulated allocations");
    expect(assumptions).toContain("Nobody cancels the campaign or changes its recipients.");
    expect(text()).toContain("In the vault1,000 TKN");
    expect(text()).not.toContain("Paid in the simulation");
    expect(text()).toContain("Simulated allocations1 of 1");
    expect(screen.getByRole("button", { name: `Copy signer ${view.signature?.signer}` })).toBeTruthy();
    expect(text()).not.toContain("outdated");
  });

  test("lists an amount once that two authorities could take, and a dash if none can take anything", () => {
    const { dates } = create().certificate;
    const view = create({ dates: dates.map((date) => ({ ...date, held: `${BigInt(date.held) + 200n}` })) });
    show(<CertificateContent view={view} token={token} signature="valid" isOutdated={false} />);
    const [, first, second] = screen.getAllByRole("row");
    const taken = first?.querySelector("td:last-child")?.textContent;
    expect(taken).toContain("Cancellation and withdrawalChange of recipients");
    expect(taken?.match(/1,000/g)).toHaveLength(1);
    expect(second?.querySelector("td:last-child")?.textContent).toBe("Authorities could take–");
  });

  test("has no column of amounts that authorities could take if they equal the remaining amounts", () => {
    const view = create();
    const { text } = show(<CertificateContent {...{ view, token }} signature="valid" isOutdated={false} />);
    expect(screen.queryByText(/Authorities could take/)).toBeNull();
    expect(text()).toContain(
      "The remaining amount is what the creator could still take back by cancelling or changing recipients.",
    );
    const [, first, second] = screen.getAllByRole("row").map(({ textContent }) => textContent);
    expect(first).toContain("Claimable at that moment, and milestones that are due");
    expect(second).not.toContain("Claimable");
    expect(second).toMatch(/Remaining0$/);
  });

  test.each([
    { milestones: "unreleased", assumptions: ["milestones_released_at_cliff" as const], isStated: true },
    { milestones: "no unreleased", assumptions: [], isStated: false },
  ])("states what could be taken before the releases with $milestones milestones", (item) => {
    const view = create({ assumptions: item.assumptions });
    const { text } = show(<CertificateContent {...{ view, token }} signature="valid" isOutdated={false} />);
    expect(text().includes("Until a milestone is released, its amount could be taken back too")).toBe(
      item.isStated,
    );
  });

  test("assumes nothing about authorities that do not exist", () => {
    const view = create({ cancelAuthority: null, freezeAuthority: TREE });
    const { text } = show(<CertificateContent {...{ view, token }} signature="valid" isOutdated={false} />);
    expect(text()).toContain("Nobody freezes the vault.");
  });

  test("shows all digits of the dates, with a total of the amounts that are due", () => {
    const { dates } = create().certificate;
    const amounts = dates.map((date, at) => ({ ...date, due: `${at}00059999`, paid: `${at}00059999` }));
    const view = create({ dates: amounts, due: "100119998", paid: "100119998" });
    show(
      <CertificateContent
        view={view}
        token={{ ...token, decimals: 6 }}
        signature="valid"
        isOutdated={false}
      />,
    );
    const due = screen
      .getAllByRole("row")
      .map((row) => row.querySelector("td > span:last-child")?.textContent);
    expect(due.slice(1)).toEqual(["0.059999", "100.059999", "100.119998"]);
    expect(screen.getByRole("rowheader", { name: "Total" })).toBeTruthy();
  });

  test("lists each address once with its authorities", () => {
    const { creator } = create().certificate;
    show(
      <CertificateContent
        view={create({ pauseAuthority: creator })}
        token={token}
        signature="valid"
        isOutdated={false}
      />,
    );
    expect(screen.getAllByRole("button", { name: `Copy authority ${creator}` })).toHaveLength(1);
    expect(screen.getByText("Creator, cancel authority and pause authority")).toBeTruthy();
    expect(screen.getByText("Token freeze authority").closest("div")?.textContent).toContain("None");
  });

  test("names each failed payment and the missing amounts", () => {
    const failure = {
      ...{ time: "1800000000", leafIndex: 7, beneficiary: TREE, due: "500", missing: "1" },
      reason: "InsufficientVault",
    };
    const view = create({
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
    expect(text().match(/not signed( by an operator)?/gi)).toEqual(["not signed by an operator"]);
    expect(text()).toContain("This certificate is outdated");
  });

  test("does not name the signer of an invalid signature", () => {
    const view = create();
    const { text } = show(<CertificateContent {...{ view, token }} signature="invalid" isOutdated={false} />);
    expect(text()).toContain("The signature is not valid.");
    expect(screen.queryByRole("button", { name: `Copy signer ${view.signature?.signer}` })).toBeNull();
  });

  test("is written in German", () => {
    const { text } = showGerman(
      <CertificateContent view={create()} token={token} signature="valid" isOutdated={false} />,
    );
    expect(text()).toContain("Der Tresor deckt jede Abholung vollständig");
    expect(text()).toContain("Im Tresor1.000 TKN");
  });
});
