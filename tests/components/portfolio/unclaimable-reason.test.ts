import { describe, expect, test } from "vitest";
import { unclaimableReason } from "@/components/portfolio/unclaimable-reason";
import { unlockTimes } from "@/components/portfolio/unlock-times";
import type { PortfolioEntry } from "@/lib/contract/portfolio/beneficiary";
import { english } from "@/lib/core/i18n/translator";

type Over = {
  status: PortfolioEntry["campaign"]["status"];
  progress?: Partial<PortfolioEntry["progress"]>;
  rootRegistered?: boolean;
  milestoneReleased?: boolean;
};

/** An allocation of 100 with the facts that the reason depends on. */
const entry = ({ status, progress = {}, rootRegistered = true, milestoneReleased = true }: Over) =>
  ({
    campaign: { status },
    progress: {
      totalEntitled: 100n,
      claimedSoFar: 0n,
      claimable: 0n,
      payable: null,
      nextUnlock: null,
      ...progress,
    },
    leaves: [{ releaseType: 2, milestoneReleased }],
    rootRegistered,
  }) as unknown as PortfolioEntry;

describe("unclaimableReason", () => {
  test.each<[string, Over, string | null]>([
    ["a payable amount", { status: "claimable", progress: { claimable: 5n, payable: 5n } }, null],
    ["an unknown balance", { status: "claimable", progress: { claimable: 5n } }, null],
    ["an empty vault", { status: "claimable", progress: { claimable: 5n, payable: 0n } }, "not funded"],
    ["a pause", { status: "paused", progress: { nextUnlock: 9n } }, "claims paused"],
    ["a refund", { status: "instant_refunded" }, "refunded to the creator"],
    ["a settled stream", { status: "settled" }, "stream ended"],
    ["an ended grace period", { status: "cancelled_expired" }, "grace period ended"],
    ["everything claimed", { status: "active", progress: { claimedSoFar: 100n } }, "all claimed"],
    ["an unregistered list", { status: "active", rootRegistered: false }, "list not registered"],
    ["a schedule ahead", { status: "active", progress: { nextUnlock: 9n } }, "nothing unlocked yet"],
    [
      "a schedule between two unlocks",
      { status: "active", progress: { nextUnlock: 9n, claimedSoFar: 5n } },
      "unlocked part claimed",
    ],
    ["an open milestone", { status: "active", milestoneReleased: false }, "waits for a milestone"],
  ])("names the reason for %s", (_, over, expected) => {
    expect(unclaimableReason(entry(over), english)).toBe(expected);
  });
});

describe("unlockTimes", () => {
  const leaf = (cliffTime: string, endTime: string, nextUnlock: string | null, releaseType = 1) => ({
    ...{ releaseType, cliffTime, endTime },
    progress: { nextUnlock },
  });

  test("returns the earliest unlock, the last end of the schedules that run, and the next date", () => {
    const leaves = [
      leaf("10", "500", "101"),
      leaf("10", "300", "102"),
      leaf("200", "900", "200", 0),
      leaf("1", "2", null),
    ];
    expect(unlockTimes(leaves)).toEqual({ at: "101", until: "500", next: "200" });
  });

  test("continues through linear schedules that begin before the end", () => {
    const leaves = [leaf("600", "900", "600"), leaf("400", "600", "400"), leaf("10", "500", "101")];
    expect(unlockTimes(leaves)).toEqual({ at: "101", until: "900", next: "400" });
    const gap = [leaf("501", "900", "501"), leaf("10", "500", "101")];
    expect(unlockTimes(gap)).toEqual({ at: "101", until: "500", next: "501" });
  });

  test("returns no end before the first cliff", () => {
    expect(unlockTimes([leaf("200", "900", "200")])).toEqual({
      at: "200",
      until: null,
      next: null,
    });
  });
});
