// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CampaignFigures } from "@/components/campaign/campaign-figures";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { show } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 0, unit: "TOK", isKnown: true };
const figuresOf = (over: Partial<CampaignDetail>) => {
  const campaign = {
    ...{ status: "claimable", instantRefunded: false, settled: false, withdrawn: false, cancelledAt: null },
    ...{ totalSupply: "100", leafCount: 2, analytics: { uniqueClaimers: 0, claimCount: 0 }, ...over },
  } as CampaignDetail;
  return show(
    <CampaignFigures
      {...{ campaign, token }}
      price={null}
      vested="60"
      paid={over.instantRefunded ? "0" : "20"}
      firstUnlock={null}
    />,
  );
};

test("omits the bar and its colors for a refunded campaign, which has only one part", () => {
  const refund = { status: "instant_refunded", instantRefunded: true, cancelledAt: "5" } as const;
  const { container, text } = figuresOf(refund);
  expect(text()).toContain("Returned to creator100 TOK");
  expect(container.querySelector("[aria-hidden]")).toBeNull();
  expect(figuresOf({}).container.querySelectorAll("[aria-hidden]").length).toBeGreaterThan(0);
});
