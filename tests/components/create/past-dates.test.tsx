// @vitest-environment happy-dom

import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { applyTemplate } from "@/components/create/form/schedule-draft";
import { ScheduleForm } from "@/components/create/form/schedule-form";
import { findPastDates, pastDatesNote } from "@/components/create/preflight/past-dates";
import { Signing } from "@/components/create/sign/signing";
import type { PendingCampaign } from "@/components/drafts/pending-store";
import { ClockProvider } from "@/components/shell/clock";
import { toToken } from "@/lib/contract/names";
import { english } from "@/lib/core/i18n/translator";
import { LeafList } from "@/lib/core/merkle/leaf-list";
import { DEFAULT_PROGRAM_ID, NATIVE_MINT } from "@/lib/core/solana/addresses";
import { identifyNetwork } from "@/lib/core/solana/networks";
import { type Leaf, ReleaseType } from "@/lib/core/vesting/leaf";
import { SCHEDULE_TEMPLATES } from "@/lib/core/vesting/templates";
import { createWallet } from "@/tests/support/http";
import { getWallet, show } from "../show";

afterEach(cleanup);

const DAY = 86_400n;
const NOW = BigInt(Date.UTC(2026, 10, 25) / 1000);
const SOL = 1_000_000_000n;
const token = toToken(NATIVE_MINT, 9);
const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const account = getWallet(address(1));

const getLeaf = (
  leafIndex: number,
  cliffTime: bigint,
  releaseType: ReleaseType = ReleaseType.Cliff,
): Leaf => ({
  ...{ leafIndex, beneficiary: address(leafIndex + 2), amount: 2n * SOL, releaseType, milestoneIdx: 0 },
  ...{ startTime: cliffTime, cliffTime, endTime: cliffTime },
});

async function sign(...leaves: Leaf[]) {
  const list = LeafList.of(leaves);
  const pending: PendingCampaign = {
    ...{ treeAddress: address(90), programId: DEFAULT_PROGRAM_ID, creator: account.address },
    ...{
      mint: NATIVE_MINT,
      campaignId: 1n,
      merkleRoot: "root",
      totalSupply: 2n * SOL * BigInt(leaves.length),
    },
    ...{ minCliffTime: 0n, cancellable: false, cancelAuthority: null, pauseAuthority: null },
    ...{ metadata: { name: "Team" }, leaves: list, savedAt: 0 },
  };
  const preflight = {
    network: identifyNetwork("EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"),
    costs: {
      transactions: 1,
      fee: 5_000n,
      rents: [],
      sol: { before: 9n * SOL, after: 3n * SOL },
      tokens: null,
    },
    payable: [],
    dates: await findPastDates(list, NOW),
    recipients: { total: leaves.length, fetched: leaves.length, unusual: [] },
    names: { used: [], changed: [] },
    authorities: { note: "", unusual: [] },
  };
  return show(
    <ClockProvider serverNow={String(NOW)}>
      <Signing {...{ pending, preflight, token, account }} onRunning={() => {}} onNames={() => {}}>
        {null}
      </Signing>
    </ClockProvider>,
  );
}

const signButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Sign and create campaign" });

describe("Signing", () => {
  it("requires a confirmation of the amount when the campaign lies entirely in the past", async () => {
    const { text } = await sign(getLeaf(0, NOW - 365n * DAY), getLeaf(1, NOW - 364n * DAY));
    expect(text()).toContain("The entire campaign is in the past");
    expect(signButton().disabled).toBe(true);
    fireEvent.click(screen.getByLabelText("I confirm that recipients can claim 4 SOL immediately"));
    expect(signButton().disabled).toBe(false);
  });

  it("requires a confirmation of milestone dates in the past, which make nothing claimable", async () => {
    await sign(getLeaf(0, NOW - 365n * DAY, ReleaseType.Milestone), getLeaf(1, NOW + DAY));
    expect(signButton().disabled).toBe(true);
    fireEvent.click(screen.getByLabelText("I confirm the dates in the past"));
    expect(signButton().disabled).toBe(false);
  });

  it("asks for no confirmation when every date lies in the future", async () => {
    const { text } = await sign(getLeaf(0, NOW + DAY));
    expect(text()).not.toContain("immediately");
    expect(signButton().disabled).toBe(false);
  });
});

describe("pastDatesNote", () => {
  it("states the number of schedules and the amount that can be claimed at once", async () => {
    const getNote = async (...leaves: Leaf[]) =>
      pastDatesNote(english, await findPastDates(LeafList.of(leaves), NOW), token);
    expect(await getNote(getLeaf(0, NOW - 365n * DAY), getLeaf(1, NOW + DAY))).toBe(
      "1 schedule has a date in the past; 2 SOL can be claimed immediately",
    );
    expect(await getNote(getLeaf(0, NOW + DAY))).toBe("no schedule has begun");
  });
});

describe("ScheduleForm", () => {
  const linear = SCHEDULE_TEMPLATES.find(({ id }) => id === "linear-6-month");
  const render = (start: string) =>
    show(
      <ClockProvider serverNow={String(NOW + 600n)}>
        <ScheduleForm
          schedule={applyTemplate(linear as NonNullable<typeof linear>, start)}
          onChange={() => {}}
          error={undefined}
          amount={0n}
          token={token}
        />
      </ClockProvider>,
    ).text();

  it("does not warn about an untouched form some minutes after it was opened", () => {
    expect(render("2026-11-25T00:00")).not.toContain("in the past");
  });

  it("warns about a start in a past year", () => {
    expect(render("2025-11-25T00:00")).toContain("Part of this schedule is in the past");
  });
});
