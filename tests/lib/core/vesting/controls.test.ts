import { describe, expect, it } from "vitest";
import { campaignControls } from "@/lib/core/vesting/controls";
import { GRACE_PERIOD_SECONDS, type LifecycleStatus, lifecycleStatus } from "@/lib/core/vesting/lifecycle";
import type { ActionFacts } from "@/lib/core/vesting/refusals";

const AUTHORITY = "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi";
const NOW = 1_800_000_000n;

const DAY = 86_400n;
const running: ActionFacts = {
  ...{ instantRefunded: false, settled: false, settledAmount: 0n, withdrawn: false, cancelledAt: null },
  ...{ totalClaimed: 0n, totalSupply: 1_000n, paused: false, minCliffTime: NOW - DAY, leafCount: 3 },
  firstTimedCliff: NOW - DAY,
  ...{ cancellable: true, usedMilestones: [1], releasedMilestones: [], mint: "mint" },
  ...{ cancelAuthority: AUTHORITY, pauseAuthority: AUTHORITY },
};

/** The facts that produce each state. */
const STATES: Record<LifecycleStatus, Partial<ActionFacts>> = {
  active: { minCliffTime: NOW + DAY, firstTimedCliff: NOW + DAY },
  claimable: {},
  claimed: { totalClaimed: 1_000n },
  paused: { paused: true },
  cancelled_grace: { cancelledAt: NOW - 60n },
  cancelled_expired: { cancelledAt: NOW - GRACE_PERIOD_SECONDS },
  instant_refunded: { instantRefunded: true, cancelledAt: NOW - 60n },
  settled: { settled: true, cancelledAt: NOW - 60n, leafCount: 1 },
};

const getControls = (status: LifecycleStatus, over: Partial<ActionFacts> = {}) => {
  const facts = { ...running, ...STATES[status], ...over };
  expect(lifecycleStatus(facts, NOW)).toBe(status);
  return campaignControls(facts, NOW);
};

/** The UI behavior table of part 3 of the specification, row by row. */
describe("controls by state", () => {
  it("active: shows pause, disables claim with a countdown", () => {
    const controls = getControls("active");
    expect(controls).toMatchObject({
      pause: true,
      resume: false,
      withdrawUnvested: false,
    });
    expect(controls.claim).toMatchObject({ enabled: false, showsCountdown: true });
  });

  it("claimable: enables claim, shows pause", () => {
    expect(getControls("claimable")).toMatchObject({
      claim: { enabled: true },
      pause: true,
      resume: false,
    });
  });

  it("claimed: disables claim, offers no pause", () => {
    const controls = getControls("claimed");
    expect(controls).toMatchObject({ pause: false, resume: false, cancel: false, rotate: false });
    expect(controls.claim).toMatchObject({ enabled: false, showsCountdown: false });
  });

  it("paused: shows resume, disables claim", () => {
    const controls = getControls("paused");
    expect(controls).toMatchObject({ resume: true, pause: false, claim: { enabled: false } });
  });

  it("enables claim during the grace period of a cancelled campaign", () => {
    const controls = getControls("cancelled_grace");
    expect(controls).toMatchObject({
      claim: { enabled: true },
      pause: false,
      withdrawUnvested: false,
    });
  });

  it("cancelled_expired: disables claim, shows withdrawal", () => {
    const controls = getControls("cancelled_expired");
    expect(controls).toMatchObject({ withdrawUnvested: true, claim: { enabled: false } });
  });

  it.each(["instant_refunded", "settled"] as const)("offers no action in the state %s", (status) => {
    const controls = getControls(status);
    expect(controls.refundBanner).toBe(status === "instant_refunded");
    expect(controls.claim.enabled).toBe(false);
    const { pause, resume, withdrawUnvested, cancel, cancelStream, instantRefund, rotate, releases } =
      controls;
    expect([pause, resume, withdrawUnvested, cancel, cancelStream, instantRefund, rotate]).not.toContain(
      true,
    );
    expect(releases).toEqual([]);
  });

  it("offers nothing that the campaign's creation has ruled out", () => {
    const fixed = { cancellable: false, cancelAuthority: null, pauseAuthority: null };
    expect(getControls("claimable", fixed)).toMatchObject({
      pause: false,
      cancel: false,
      rotate: false,
      cancelStream: false,
    });
  });

  it("offers a stream its own cancellation, and no rotation", () => {
    expect(getControls("active", { leafCount: 1 })).toMatchObject({
      cancelStream: true,
      rotate: false,
    });
  });

  it("offers nothing after a withdrawal, because nothing would be paid", () => {
    const controls = getControls("cancelled_expired", { withdrawn: true });
    expect(controls).toMatchObject({ withdrawUnvested: false, releases: [], claim: { enabled: false } });
  });

  it("offers another withdrawal of tokens that reached the vault after a withdrawal or the last claim", () => {
    const held = { vaultBalance: 5n };
    for (const over of [{ withdrawn: true }, { totalClaimed: 1_000n }]) {
      expect(getControls("cancelled_expired", { ...over, ...held })).toMatchObject({
        withdrawUnvested: true,
      });
      expect(getControls("cancelled_expired", { ...over, vaultBalance: 0n }).withdrawUnvested).toBe(false);
    }
    for (const status of ["instant_refunded", "settled"] as const)
      expect(getControls(status, held).withdrawUnvested, status).toBe(false);
  });

  it("offers no withdrawal when everything was claimed in the grace period", () => {
    expect(getControls("cancelled_expired", { totalClaimed: 1_000n })).toMatchObject({
      withdrawUnvested: false,
    });
  });

  it("offers the release of milestones as long as somebody can claim them", () => {
    for (const status of ["active", "claimable", "paused", "cancelled_grace"] as const) {
      expect(getControls(status).releases, status).toEqual([1]);
    }
    for (const status of ["claimed", "cancelled_expired", "instant_refunded", "settled"] as const) {
      expect(getControls(status).releases, status).toEqual([]);
    }
  });
});
