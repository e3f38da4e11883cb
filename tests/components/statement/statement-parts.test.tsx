// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { StatementTable } from "@/components/statement/statement-table";
import { StatementDate, StatementTotals } from "@/components/statement/statement-totals";
import { toToken } from "@/lib/contract/names";
import type { StatementRecipientView, StatementView } from "@/lib/contract/statement/view";
import { NATIVE_MINT } from "@/lib/core/solana/addresses";
import { show } from "../show";

afterEach(cleanup);

const token = toToken(NATIVE_MINT, 0);
const RECIPIENT = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const amounts = {
  ...{ granted: "100", vested: "60", claimed: "20", unvested: "40", forfeited: "0", outstanding: "80" },
  withheld: null,
};

const totals = (change: Partial<StatementView["totals"]>) => {
  const statement = {
    ...{ treeAddress: RECIPIENT, at: "1800000000", status: "claimable", cancelledAt: null },
    totals: { ...amounts, recipients: 1, supply: "100", unallocated: "0", unattributed: "0", ...change },
  } as StatementView;
  show(<StatementTotals statement={statement} token={token} withheldPercent="20" />);
  return screen.getAllByRole("term").map((term) => term.textContent);
};

describe("StatementTotals", () => {
  test("has the main amounts first, and omits amounts of zero that repeat the allocated amount", () => {
    expect(totals({})).toEqual([
      ...["Allocated", "Vested", "Unvested", "Claimed", "Vested, not claimed", "Still to pay"],
      ...["Status", "Recipients", "Campaign address"],
    ]);
    cleanup();
    expect(totals({ withheld: "4" })).toContain("Withheld (20%)");
  });

  test("lists what was forfeited, and the supply with the part that is not allocated", () => {
    const terms = totals({ forfeited: "5", unallocated: "10", supply: "110" });
    expect(terms).toContain("Forfeited");
    expect(terms.slice(-3)).toEqual(["Not allocated", "Total supply", "Campaign address"]);
  });
});

describe("StatementDate", () => {
  test("names UTC, the zone of the days", () => {
    const { text } = show(<StatementDate at="1800000000" />);
    expect(text()).toBe("15 Jan 2027, 08:00 UTC");
  });
});

describe("StatementTable", () => {
  const titles = (hasForfeited: boolean) => {
    const recipients = [{ beneficiary: RECIPIENT, ...amounts }] as StatementRecipientView[];
    const of = { recipients, totals: amounts, token, hasForfeited, hasWithheld: false };
    show(<StatementTable {...of} creator={RECIPIENT} />);
    return screen.getAllByRole("columnheader").map((header) => header.textContent);
  };

  test("has a column of forfeited amounts only if the statement has some", () => {
    const always = [
      "Recipient",
      "Allocated",
      "Vested",
      "Claimed",
      "Vested, not claimed",
      "Unvested*",
      "Still to pay",
    ];
    expect(titles(false)).toEqual(always);
    cleanup();
    expect(titles(true)).toContain("Forfeited");
  });

  test("ends with the totals, and shows no digit for zero", () => {
    titles(true);
    const cells = screen.getAllByRole("row").at(-1)?.querySelectorAll("td");
    expect(cells?.[0]?.textContent).toBe("Total of all recipients");
    expect(cells?.[4]?.textContent).toBe("0.000000040");
    expect(cells?.[6]?.textContent).toBe("–");
  });

  test("shows all digits, so that the amounts of a row and of a column add up", () => {
    const rows = [1_123_456_789n, 1_123_456_780n].map((granted) => ({
      ...{ beneficiary: RECIPIENT, ...amounts, granted: `${granted}`, claimed: "0" },
      outstanding: `${granted}`,
    })) as StatementRecipientView[];
    const of = { recipients: rows, totals: { ...amounts, granted: "2246913569" }, token };
    show(
      <StatementTable
        {...of}
        token={toToken(NATIVE_MINT, 9)}
        {...{ hasForfeited: false, hasWithheld: false, creator: RECIPIENT }}
      />,
    );
    const allocated = screen.getAllByRole("row").map((row) => row.querySelectorAll("td")[1]?.textContent);
    expect(allocated.slice(1)).toEqual(["1.123456789", "1.123456780", "2.246913569"]);
  });

  test("has a line for each amount on a phone", () => {
    titles(false);
    const [, recipient] = screen.getAllByRole("row");
    const lines = [...(recipient?.querySelectorAll("[data-phone=note] .flex > span:first-child") ?? [])];
    expect(lines.map((line) => line.textContent)).toEqual([
      ...["Allocated", "Vested", "Claimed", "Vested, not claimed", "Unvested*", "Still to pay"],
    ]);
  });
});
