import { describe, expect, it } from "vitest";
import { beneficiaryProgress, toBeneficiaryCampaign, toVestingProgress } from "@/lib/contract/portfolio/rows";
import { ReleaseType } from "@/lib/core/vesting/leaf";
import { row } from "./row";

const NOW = 1_500n;
const linear = { releaseType: ReleaseType.Linear, cliffTime: 1_000n, endTime: 2_000n, claimed: 10n };
const earlier = (campaign: object = {}) => ({
  ...row("a", [linear], { vaultBalance: 1_000n, ...campaign }),
  claimedInCampaign: 10n,
  rootRegistered: false,
});
const asOf = { slot: 1n, timestamp: NOW };

describe("a campaign whose current list is not registered", () => {
  it("pays nothing for the leaves of an earlier list, and their unclaimed amount counts as unvested", () => {
    const expected = {
      ...{ totalEntitled: 100n, vestedSoFar: 10n, claimedSoFar: 10n, claimable: 0n, payable: null },
      ...{ paidEarlier: 0n, stillToCome: 90n, payableUntilSwept: 0n, progressPercent: 10, nextUnlock: null },
    };
    const { parts, total } = beneficiaryProgress(earlier(), NOW);
    expect(parts.map(({ progress }) => progress)).toEqual([expected]);
    expect(total).toEqual(expected);
  });

  it("adds nothing to the claimable totals", () => {
    const rows = [row("b", [linear], { vaultBalance: 1_000n }), earlier()];
    const { campaigns, totals } = toVestingProgress({ address: "ada", asOf, rows }, NOW);
    expect(campaigns.map(({ status }) => status)).toEqual(["claimable", "active"]);
    expect(totals).toMatchObject([
      { totalEntitled: "200", claimedSoFar: "20", claimable: "40", stillToCome: "140" },
    ]);
  });

  it("pays nothing after the grace period either", () => {
    const { total } = beneficiaryProgress(earlier({ cancelledAt: NOW }), NOW + 604_800n);
    expect(total).toMatchObject({ claimable: 0n, payable: null, payableUntilSwept: 0n });
  });

  it("credits the settlement of a stream to no recipient of an earlier list", () => {
    const settled = { settled: true, cancelledAt: NOW, settledAmount: 250n };
    const unknown = earlier(settled);
    expect(beneficiaryProgress(unknown, NOW).total).toMatchObject({ vestedSoFar: 10n, claimedSoFar: 10n });
    expect(toBeneficiaryCampaign(unknown, NOW)).toMatchObject({ myClaimed: "10", claimable: "0" });
    const known = { ...unknown, rootRegistered: true };
    expect(toBeneficiaryCampaign(known, NOW)).toMatchObject({ myClaimed: "260" });
  });
});
