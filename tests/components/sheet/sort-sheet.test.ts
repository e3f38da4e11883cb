import { expect, test } from "vitest";
import { EDITED_COLUMNS } from "@/components/rotate/current-allocations";
import { checkSheet } from "@/components/sheet/check-sheet";
import { newSheet, rowsBetween, SORT_ORDERS, sortSheet } from "@/components/sheet/sheet";
import { english } from "@/lib/core/i18n/translator";
import { createWallet } from "../../support/http";

test("sorts rows by position, wallet, amount or claims without changing them", async () => {
  const wallets = [3, 1, 2].map((seed) => createWallet(new Uint8Array(32).fill(seed)).address);
  const amounts = ["7", "", "9"];
  const sheet = newSheet(
    EDITED_COLUMNS.map((column) => ({ title: column, column })),
    wallets.map((beneficiary, at) => ({
      line: at + 2,
      leafIndex: at,
      cells: [beneficiary, amounts[at] ?? "", "cliff", "2027-01-01", "2027-01-02", "2027-01-02", ""],
    })),
  );
  const checked = await checkSheet(sheet, { t: english, decimals: 0, defaults: {}, isRotation: true });
  const claimed = new Map([[3, 5n]]);
  const lines = SORT_ORDERS.map(({ value }) => {
    const sorted = sortSheet(sheet, value, { checked, claimed });
    for (const row of rowsBetween(sorted)) expect(rowsBetween(sheet)).toContainEqual(row);
    return [value, rowsBetween(sorted).map(({ line }) => line)];
  });
  const byWallet = [0, 1, 2].toSorted((a, b) => ((wallets[a] ?? "") < (wallets[b] ?? "") ? -1 : 1));
  expect(Object.fromEntries(lines)).toEqual({
    original: [2, 3, 4],
    wallet: byWallet.map((at) => at + 2),
    amount: [3, 4, 2],
    claimed: [3, 2, 4],
  });
});
