import { expect, it } from "vitest";
import { GRACE_PERIOD_SECONDS, isRecordClosable } from "@/lib/core/vesting/lifecycle";

const now = 1_750_000_000n;
const partly = { claimedAmount: 999n, totalEntitled: 1_000n };
const whole = { claimedAmount: 1_000n, totalEntitled: 1_000n };
const running = { cancelledAt: null };
const inGrace = { cancelledAt: now - GRACE_PERIOD_SECONDS + 1n };
const expired = { cancelledAt: now - GRACE_PERIOD_SECONDS };

it.each([
  ["not while its beneficiary has more to claim", partly, running, false],
  ["once its beneficiary has claimed all, while the campaign continues for others", whole, running, true],
  ["not in the grace period", partly, inGrace, false],
  ["in the grace period once all is claimed", whole, inGrace, true],
  ["from the second at which the grace period is over", partly, expired, true],
  ["never once the tree is gone", whole, null, false],
])("closes a claim record %s", (_, record, tree, closable) => {
  expect(isRecordClosable({ record, tree, now })).toBe(closable);
});
