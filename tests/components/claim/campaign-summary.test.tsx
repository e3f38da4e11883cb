// @vitest-environment happy-dom

import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { CampaignSummary } from "@/components/claim/campaign-summary";
import type { CampaignSummary as Summary } from "@/lib/core/vesting/campaign-summary";
import type { LifecycleStatus } from "@/lib/core/vesting/lifecycle";
import { show } from "../show";

afterEach(cleanup);

const token = { mint: "mint", decimals: 0, unit: "TOK", isKnown: true };
const summary: Summary = {
  ...{ claimed: 10n, unlocked: 20n, waiting: 30n, locked: 40n, lost: 0n, end: null },
  unlock: { next: null, runningUntil: null },
};
const rest = { instantRefunded: false, settled: false, withdrawn: false, totalSupply: "100", leafCount: 2 };
const getText = (status: LifecycleStatus, over: Partial<Summary> = {}, input: Partial<typeof rest> = {}) =>
  show(
    <CampaignSummary
      campaign={{ ...rest, ...input, status }}
      token={token}
      summary={{ ...summary, ...over }}
    />,
  ).text();

describe("CampaignSummary", () => {
  test("names the vested amount by the state of the campaign", () => {
    expect(getText("claimable")).toContain("Claimable20 TOK");
    expect(getText("paused")).toContain("Claimable after the pause20 TOK");
    expect(getText("cancelled_expired")).toContain("Payable until the creator withdraws20 TOK");
  });

  test("shows unreleased milestones apart from the amount that vests by time", () => {
    expect(getText("claimable")).toContain("Unvested40 TOK40.00%Unreleased milestones30 TOK30.00%");
    expect(getText("claimable", { waiting: 0n, locked: 70n })).not.toContain("Unreleased milestones");
  });

  test("states that the end of continuous vesting does not include unreleased milestones", () => {
    const dates = { unlock: { next: null, runningUntil: 1_800_000_000n }, end: 1_800_000_000n };
    expect(getText("claimable", dates)).toMatch(/Continuous until 15 Jan 2027, without milestones$/);
    expect(getText("claimable", { ...dates, waiting: 0n })).toMatch(/Continuous until 15 Jan 2027$/);
  });

  test("states that the next unlock is now once its time has come", () => {
    const dates = { unlock: { next: { at: 0n, amount: 5n }, runningUntil: null } };
    expect(getText("claimable", dates)).toMatch(/Next unlocknow$/);
  });

  test("names the rest of a cancelled campaign by whether the creator has it", () => {
    const ended = { locked: 0n, lost: 40n };
    expect(getText("cancelled_grace", ended)).toContain("Will not vest40 TOK");
    expect(getText("cancelled_expired", ended, { withdrawn: true })).toContain("Returned to creator40 TOK");
  });
});
