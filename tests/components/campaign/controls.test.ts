import { describe, expect, it } from "vitest";
import { campaignControls } from "@/components/campaign/controls";
import { GRACE_PERIOD_SECONDS, gracePeriod, type LifecycleStatus } from "@/lib/vesting/lifecycle";

const AUTHORITY = "4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi";
const NOW = 1_800_000_000n;

function facts(status: LifecycleStatus, cancelledAt: bigint | null = null) {
  const instantRefunded = status === "instant_refunded";
  const settled = status === "settled";
  const grace = gracePeriod({ cancelledAt, instantRefunded, settled }, NOW);
  return {
    status,
    cancellable: true,
    cancelledAt: cancelledAt?.toString() ?? null,
    instantRefunded,
    settled,
    leafCount: 3,
    pauseAuthority: AUTHORITY,
    cancelAuthority: AUTHORITY,
    instantRefundEligible: false,
    milestones: [{ index: 1, released: false, releasedAt: null }],
    gracePeriod: grace && {
      end: grace.end.toString(),
      remaining: grace.remaining,
      isExpired: grace.isExpired,
    },
  };
}

/** The UI behaviour table of spec part 3, row by row. */
describe("controls by state", () => {
  it("active: pause shown, claim disabled with countdown", () => {
    const controls = campaignControls(facts("active"));
    expect(controls).toMatchObject({
      pause: true,
      resume: false,
      withdrawUnvested: false,
      graceBanner: false,
    });
    expect(controls.claim).toMatchObject({ enabled: false, showsCountdown: true });
  });

  it("claimable: claim enabled, pause shown", () => {
    expect(campaignControls(facts("claimable"))).toMatchObject({
      claim: { enabled: true },
      pause: true,
      resume: false,
    });
  });

  it("claimed: claim disabled, nothing to pause", () => {
    const controls = campaignControls(facts("claimed"));
    expect(controls).toMatchObject({ pause: false, resume: false, cancel: false, rotate: false });
    expect(controls.claim).toMatchObject({ enabled: false, showsCountdown: false });
  });

  it("paused: resume shown, claim disabled", () => {
    const controls = campaignControls(facts("paused"));
    expect(controls).toMatchObject({ resume: true, pause: false, claim: { enabled: false } });
  });

  it("cancelled_grace: countdown shown, claim enabled", () => {
    const controls = campaignControls(facts("cancelled_grace", NOW - 60n));
    expect(controls).toMatchObject({
      graceBanner: true,
      claim: { enabled: true },
      pause: false,
      withdrawUnvested: false,
    });
  });

  it("cancelled_expired: claim disabled, withdrawal shown, no grace countdown", () => {
    const controls = campaignControls(facts("cancelled_expired", NOW - GRACE_PERIOD_SECONDS));
    expect(controls).toMatchObject({ graceBanner: false, withdrawUnvested: true, claim: { enabled: false } });
  });

  it.each(["instant_refunded", "settled"] as const)(
    "%s: no action, and no grace period although cancelled",
    (status) => {
      const controls = campaignControls(facts(status, NOW - 60n));
      expect(controls.graceBanner).toBe(false);
      expect(controls.refundBanner).toBe(status === "instant_refunded");
      expect(controls.claim.enabled).toBe(false);
      const { pause, resume, withdrawUnvested, cancel, cancelStream, instantRefund, rotate, releases } =
        controls;
      expect([pause, resume, withdrawUnvested, cancel, cancelStream, instantRefund, rotate]).not.toContain(
        true,
      );
      expect(releases).toEqual([]);
    },
  );

  it("offers nothing that the campaign's creation has ruled out", () => {
    const fixed = { ...facts("claimable"), cancellable: false, cancelAuthority: null, pauseAuthority: null };
    expect(campaignControls(fixed)).toMatchObject({
      pause: false,
      cancel: false,
      rotate: false,
      cancelStream: false,
    });
  });

  it("offers a stream its own cancellation, and no rotation", () => {
    expect(campaignControls({ ...facts("active"), leafCount: 1 })).toMatchObject({
      cancelStream: true,
      rotate: false,
    });
  });
});
