import { expect, it } from "vitest";
import { rotationChanges } from "@/components/rotate/rotation-changes";
import type { Recipient } from "@/lib/registration/recipients";

const recipient = (beneficiary: string, amount: bigint, endTime = 30n): Recipient => ({
  beneficiary,
  amount,
  releaseType: 1,
  startTime: 10n,
  cliffTime: 20n,
  endTime,
  milestoneIdx: 0,
});

it("says who is added, removed, changed or given another schedule, and leaves out the rest", async () => {
  const before = [recipient("A", 1n), recipient("B", 2n), recipient("C", 3n), recipient("E", 5n)];
  const after = [recipient("E", 5n), recipient("A", 4n), recipient("C", 3n, 31n), recipient("D", 2n)];
  expect(await rotationChanges(before, after)).toEqual([
    { beneficiary: "A", before: 1n, after: 4n },
    { beneficiary: "B", before: 2n, after: null },
    { beneficiary: "C", before: 3n, after: 3n },
    { beneficiary: "D", before: null, after: 2n },
  ]);
});
