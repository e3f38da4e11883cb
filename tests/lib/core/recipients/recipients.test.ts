import { describe, expect, it } from "vitest";
import {
  findRecipientErrors,
  findRecipientErrorsInChunks,
  type Recipient,
  recipientWarnings,
} from "@/lib/core/recipients/recipients";

const recipient = (change: Partial<Recipient> = {}): Recipient => ({
  beneficiary: "ada",
  amount: 5n,
  releaseType: 1,
  startTime: 1_800_000_000n,
  cliffTime: 1_800_000_000n,
  endTime: 1_900_000_000n,
  milestoneIdx: 0,
  ...change,
});

describe("warnings about a list of recipients", () => {
  it("name a row that repeats another exactly, and no row that differs", () => {
    const rows = [
      recipient({ row: 2 }),
      recipient({ row: 3, amount: 6n }),
      recipient({ row: 4, beneficiary: "ben" }),
      recipient({ row: 5 }),
      recipient({ row: 6, amount: 6n }),
      recipient({ row: 7 }),
    ];
    expect(recipientWarnings(rows)).toEqual([
      "Row 5 is identical to row 2. Check for a duplicate.",
      "Row 6 is identical to row 3. Check for a duplicate.",
      "Row 7 is identical to row 2. Check for a duplicate.",
    ]);
  });

  it("count from 0 where there are no row numbers, and end after ten", () => {
    const warnings = recipientWarnings(Array.from({ length: 30 }, () => recipient()));
    expect(warnings).toHaveLength(10);
    expect(warnings[0]).toContain("Recipient 1 is identical to recipient 0");
  });

  it("report times in milliseconds", () => {
    expect(recipientWarnings([recipient({ endTime: 1_900_000_000_000n })])).toHaveLength(1);
  });
});

it("errors of a list name each affected recipient", () => {
  const rows = [recipient(), recipient({ amount: 0n }), recipient({ endTime: 0n })];
  expect(findRecipientErrors(rows).map(({ index, field }) => [index, field])).toEqual([
    [1, "amount"],
    [2, "endTime"],
  ]);
});

it("checking a list in chunks returns the same errors and yields to other work", async () => {
  const milestone = recipient({ releaseType: 2, amount: 2n ** 63n });
  const rows = [
    ...Array.from({ length: 10 }, () => recipient({ amount: 0n })),
    ...[milestone, milestone, recipient({ endTime: 0n })],
    ...Array.from({ length: 1_000 }, () => recipient()),
  ];
  for (const rules of [{}, { isRotation: true }]) {
    let steps = 0;
    const pause = async () => {
      steps++;
    };
    const errors = await findRecipientErrorsInChunks(rows, rules, { due: () => true, pause });
    expect(errors).toEqual(findRecipientErrors(rows, rules));
    expect(new Set(errors.map(({ field }) => field)).size).toBeGreaterThan(3);
    expect(steps).toBeGreaterThan(1);
  }
  expect(await findRecipientErrorsInChunks([])).toEqual(findRecipientErrors([]));
});

it("counts eight allocations of a beneficiary, without those that a rotation closes", () => {
  const eight = Array.from({ length: 8 }, () => recipient());
  expect(findRecipientErrors(eight)).toEqual([]);
  expect(findRecipientErrors([...eight, recipient()])).toMatchObject([{ index: 8, field: "beneficiary" }]);
  expect(findRecipientErrors([recipient({ amount: 0n }), ...eight], { isRotation: true })).toEqual([]);
});
