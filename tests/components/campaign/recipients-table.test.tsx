// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SettlementNote } from "@/components/campaign/settlement-note";
import { RecipientsTable } from "@/components/campaign/tables";
import { show, showGerman } from "../show";

const token = { mint: "mint", decimals: 0, unit: "T", isKnown: true };
const campaignWith = (settledAmount: string) => ({
  ...{ treeAddress: "tree", earlierGeneration: null, creator: "creator", settledAmount },
});
const row = {
  ...{ leafIndex: 0, beneficiary: "b".repeat(44), amount: "100", claimed: "30", releaseType: 0 },
  ...{ startTime: "0", cliffTime: "0", endTime: "0", milestoneIdx: 0 },
};
const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

afterEach(cleanup);

describe("RecipientsTable", () => {
  it("has a column with the settlement of a cancelled stream", () => {
    const { text } = show(
      <RecipientsTable {...{ token, rows: [row], sorts: {} }} campaign={campaignWith("21")} />,
    );
    expect(headers()).toContain("Settled");
    expect(text()).toContain("21 T");
  });

  it("has no such column without a settlement", () => {
    show(<RecipientsTable {...{ token, rows: [row], sorts: {} }} campaign={campaignWith("0")} />);
    expect(headers()).not.toContain("Settled");
  });
});

describe("SettlementNote", () => {
  it("states the settlement, which the list of claims omits", () => {
    const { text } = show(<SettlementNote campaign={campaignWith("21")} token={token} />);
    expect(text()).toContain("paid a settlement of 21 T to the recipient");
    cleanup();
    expect(show(<SettlementNote campaign={campaignWith("0")} token={token} />).text()).toBe("");
  });

  it("states the settlement in German on a German page", () => {
    const { text } = showGerman(<SettlementNote campaign={campaignWith("21")} token={token} />);
    expect(text()).toContain("21 T");
    expect(text()).not.toContain("settlement");
  });
});
