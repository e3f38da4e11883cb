import fc from "fast-check";
import { expect, test } from "vitest";
import { controlsByAuthority, controlsOfAddress } from "@/lib/core/vesting/authority-controls";
import { campaignControls } from "@/lib/core/vesting/controls";
import type { ActionFacts } from "@/lib/core/vesting/refusals";

const NOW = 1_800_000_000n;

const time = fc.constantFrom(NOW - 700_000n, NOW - 60n, NOW + 60n);
const wallet = fc.constantFrom("ann", "ben", "cleo");
const facts: fc.Arbitrary<ActionFacts & { creator: string }> = fc.record({
  creator: wallet,
  mint: fc.constantFrom("mint", "11111111111111111111111111111111"),
  cancelAuthority: fc.option(wallet),
  pauseAuthority: fc.option(wallet),
  instantRefunded: fc.boolean(),
  settled: fc.boolean(),
  settledAmount: fc.constant(0n),
  withdrawn: fc.boolean(),
  cancelledAt: fc.option(time),
  totalClaimed: fc.constantFrom(0n, 10n),
  totalSupply: fc.constant(10n),
  paused: fc.boolean(),
  minCliffTime: fc.option(time),
  firstTimedCliff: fc.option(time),
  leafCount: fc.constantFrom(1, 3),
  cancellable: fc.boolean(),
  usedMilestones: fc.constantFrom([], [1], [1, 2]),
  releasedMilestones: fc.constantFrom([], [1], [1, 2]),
});

test("allows the actions that the controls allow, and gives a reason for all others", () => {
  fc.assert(
    fc.property(facts, (item) => {
      const controls = campaignControls(item, NOW);
      const authorities = controlsByAuthority(item, NOW);
      const all = authorities.flatMap((authority) => authority.controls);
      const possible = (kind: string) =>
        all.filter((each) => each.kind === kind && each.disabledReason === null);
      expect(possible("pause").length > 0).toBe(controls.pause);
      expect(possible("resume").length > 0).toBe(controls.resume);
      expect(possible("cancel").length > 0).toBe(controls.cancel);
      expect(possible("rotate").length > 0).toBe(controls.rotate);
      expect(possible("withdraw-unvested").length > 0).toBe(controls.withdrawUnvested);
      expect(possible("instant-refund").length > 0).toBe(controls.instantRefund);
      expect(possible("cancel-stream").length > 0).toBe(controls.cancelStream);
      const released = possible("release-milestone").map(
        (each) => "milestoneIdx" in each && each.milestoneIdx,
      );
      expect(released).toEqual(controls.releases);
      for (const { disabledReason } of all)
        if (disabledReason !== null) expect(disabledReason).toMatch(/\w.*\.$/);
    }),
    { numRuns: 1_000 },
  );
});

/** Most random campaigns have ended, or could never be cancelled. */
const OPEN = {
  instantRefunded: false,
  settled: false,
  cancelledAt: null,
  cancellable: true,
  totalClaimed: 0n,
};

test("offers each person who may end a stream exactly one way to end it", () => {
  fc.assert(
    fc.property(facts, fc.boolean(), (item, isOpen) => {
      const stream = { ...item, leafCount: 1, ...(isOpen && OPEN) };
      const controls = campaignControls(stream, NOW);
      for (const address of ["ann", "ben", "cleo"]) {
        const mine = controlsOfAddress(address, controlsByAuthority(stream, NOW));
        const ends = mine
          .flatMap((authority) => authority.controls)
          .filter(
            ({ kind, disabledReason }) =>
              (kind === "cancel" || kind === "cancel-stream") && disabledReason === null,
          );
        const may =
          (controls.cancelStream && stream.creator === address) ||
          (controls.cancel && stream.cancelAuthority === address);
        expect(ends).toHaveLength(may ? 1 : 0);
      }
    }),
  );
});

test("lists a control as unavailable only while a later state can make it available", () => {
  const running = { ...OPEN, creator: "ann", mint: "mint", cancelAuthority: "ann", pauseAuthority: "ann" };
  const whole = {
    ...running,
    ...{ settled: false, settledAmount: 0n, withdrawn: false, totalSupply: 10n, paused: false, leafCount: 3 },
    ...{ minCliffTime: NOW - 60n, firstTimedCliff: NOW - 60n, usedMilestones: [1], releasedMilestones: [1] },
  };
  const unavailable = (input: Partial<typeof whole>) =>
    controlsByAuthority({ ...whole, ...input }, NOW).flatMap(({ controls }) =>
      controls.flatMap(({ kind, disabledReason }) => (disabledReason === null ? [] : [kind])),
    );
  expect(unavailable({})).toEqual(["withdraw-unvested"]);
  expect(unavailable({ cancellable: false })).toEqual([]);
  expect(unavailable({ totalClaimed: 10n })).toEqual([]);
  expect(unavailable({ leafCount: 1 })).toEqual(["withdraw-unvested"]);
});
