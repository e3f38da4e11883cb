import { describe, expect, test } from "vitest";
import {
  type CurrentAllocations,
  EDITED_COLUMNS,
  withRestoredRow,
} from "@/components/rotate/current-allocations";
import { findRowChanges } from "@/components/rotate/row-changes";
import {
  newSheet,
  rowsBetween,
  type Sheet,
  withCell,
  withNewRow,
  withoutRow,
} from "@/components/sheet/sheet";
import type { Recipient } from "@/lib/core/recipients/recipients";
import type { CellErrors } from "@/lib/core/recipients/row-reader";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { Payouts } from "@/lib/core/vesting/rotation/payouts";
import { planRotation } from "@/lib/core/vesting/rotation/plan-rotation";
import { createWallet } from "@/tests/support/http";

const address = (seed: number) => createWallet(new Uint8Array(32).fill(seed)).address;
const SCHEDULE = { releaseType: 1, startTime: 10n, cliffTime: 20n, endTime: 30n, milestoneIdx: 0 } as const;
const leaves: Leaf[] = [1, 2, 3].map((seed, leafIndex) => ({
  ...{ leafIndex, beneficiary: address(seed), amount: 100n },
  ...SCHEDULE,
}));
const sheet = newSheet(
  EDITED_COLUMNS.map((column) => ({ title: column, column })),
  leaves.map(({ leafIndex, beneficiary }) => ({
    ...{ line: leafIndex + 2, leafIndex },
    cells: [beneficiary, "100", "linear", "10", "20", "30", "0"],
  })),
);
const current: CurrentAllocations = {
  ...{ leaves, sheet, payouts: new Payouts(), totalClaimed: 0n },
  ...{ merkleRoot: "root", currentRoot: "root", isBehind: false },
};

/** Returns the changes of an edited list whose cells are base units and unix seconds. */
async function getChanges(edited: Sheet, errors: ReadonlyMap<number, CellErrors> = new Map()) {
  const wanted = rowsBetween(edited)
    .filter(({ line }) => !errors.has(line))
    .map(({ line, cells: [beneficiary = "", amount = "", , , , endTime = ""], leafIndex }) => ({
      ...{ ...SCHEDULE, row: line, beneficiary, leafIndex },
      ...{ amount: BigInt(amount), endTime: BigInt(endTime) },
    }));
  const plan = await planRotation({ leaves, payouts: current.payouts, totalSupply: 1_000n }, wanted);
  return findRowChanges({ current, sheet: edited, wanted: wanted satisfies Recipient[], plan, errors });
}

const set = (input: Sheet, line: number, column: "beneficiary" | "amount" | "endTime", text: string) =>
  withCell(input, { line, column, text });

describe("findRowChanges", () => {
  test("returns no change for the current allocations", async () => {
    const { byLine, counts, removed } = await getChanges(sheet);
    expect([byLine.size, counts, removed]).toEqual([0, { changed: 0, added: 0 }, []]);
  });

  test("returns the terms before and after of changed rows, and the added and removed rows", async () => {
    const added = set(set(withNewRow(withoutRow(sheet, 2)), 5, "beneficiary", address(9)), 5, "amount", "7");
    const edited = set(set(added, 3, "amount", "60"), 4, "endTime", "300");
    const { byLine, counts, removed } = await getChanges(edited);
    expect(byLine.get(3)).toMatchObject({
      kind: "changed",
      before: { amount: 100n },
      after: { amount: 60n },
    });
    expect(byLine.get(4)).toMatchObject({
      kind: "changed",
      before: { endTime: 30n },
      after: { endTime: 300n },
    });
    expect(byLine.get(5)).toEqual({ kind: "added" });
    expect(counts).toEqual({ changed: 2, added: 1 });
    expect(removed.map(({ leafIndex }) => leafIndex)).toEqual([0]);
  });

  test("returns an added and a removed row for another wallet in the same row", async () => {
    const { byLine, removed } = await getChanges(set(sheet, 2, "beneficiary", address(9)));
    expect(byLine.get(2)).toEqual({ kind: "added" });
    expect(removed.map(({ leafIndex }) => leafIndex)).toEqual([0]);
  });

  test("does not report the allocation of a row with errors as removed", async () => {
    const { removed } = await getChanges(
      set(sheet, 2, "amount", "many"),
      new Map([[2, { amount: "Error" }]]),
    );
    expect(removed).toEqual([]);
  });

  test("ignores errors of rows that the list no longer has", async () => {
    const { removed } = await getChanges(sheet, new Map([[99, { amount: "Error" }]]));
    expect(removed).toEqual([]);
  });

  test("returns no change after a removed row is restored", async () => {
    const shorter = withoutRow(sheet, 3);
    const { removed } = await getChanges(shorter);
    const [row] = removed;
    if (!row) throw new Error("One row is removed.");
    const restored = await getChanges(withRestoredRow(shorter, row));
    expect([restored.byLine.size, restored.removed]).toEqual([0, []]);
  });
});
