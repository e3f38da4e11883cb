// @vitest-environment happy-dom
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { CampaignFigures } from "@/components/campaign/campaign-figures";
import type { CampaignDetail } from "@/lib/contract/campaign";
import { show } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 0, unit: "TOK", isKnown: true };
const END = 1_828_612_800n;
const getFigures = (over: Partial<CampaignDetail>, vested: string | null = "60") => {
  const campaign = {
    ...{ status: "claimable", instantRefunded: false, settled: false, withdrawn: false, cancelledAt: null },
    ...{ totalSupply: "100", leafCount: 2, analytics: { uniqueClaimers: 0, claimCount: 0 }, ...over },
  } as CampaignDetail;
  return show(
    <CampaignFigures
      {...{ campaign, token }}
      price={null}
      vested={vested}
      lastUnlock={vested === null ? null : END}
      paid={over.instantRefunded ? "0" : "20"}
      firstUnlock={null}
    />,
  );
};

test("omits the bar and its colors for a refunded campaign, which has only one part", () => {
  const refund = { status: "instant_refunded", instantRefunded: true, cancelledAt: "5" } as const;
  const { container, text } = getFigures(refund);
  expect(text()).toContain("Returned to creator100 TOK");
  expect(container.querySelector("[aria-hidden]")).toBeNull();
  expect(getFigures({}).container.querySelectorAll("[aria-hidden]").length).toBeGreaterThan(0);
});

describe("the end of the schedules by time", () => {
  test.each(["claimable", "paused"] as const)(
    "a %s campaign names it below the unvested amount",
    (status) => {
      expect(getFigures({ status }).text()).toMatch(/Unvested40 TOK40(\.00)?%Vests by 12 Dec 2027/);
    },
  );

  test("a cancelled campaign has none, because the rest does not vest", () => {
    expect(getFigures({ status: "cancelled_grace", cancelledAt: "5" }).text()).not.toContain("Vests by");
  });

  test("its line has the same height while the sums are loading", () => {
    const getLines = (input: ReturnType<typeof getFigures>) =>
      input.container.querySelectorAll("dd span.block").length;
    expect(getLines(getFigures({}, null))).toBe(1);
    cleanup();
    expect(getLines(getFigures({}))).toBe(1);
  });
});
