import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  confirmedWallets,
  getConfirmedWallet,
  selectConfirmedRows,
  sheetRecipients,
} from "@/components/sheet/confirmed-rows";
import {
  newSheet,
  rowsBetween,
  type Sheet,
  withCell,
  withNewRow,
  withoutRow,
} from "@/components/sheet/sheet";

const getAddress = (seed: number) => bs58.encode(new Uint8Array(32).fill(seed));
const [ANN, BOB, CAROL] = [getAddress(1), getAddress(2), getAddress(3)] as const;

/** A sheet with a column of names, which is not used, before the addresses. */
const getSheet = (cells: readonly string[]): Sheet =>
  newSheet(
    [
      { title: "note", column: null },
      { title: "wallet", column: "beneficiary" },
      { title: "amount", column: "amount" },
    ],
    cells.map((cell, index) => ({ line: index + 2, cells: [`note ${index}`, cell, String(index)] })),
  );

const getCells = (sheet: Sheet) => rowsBetween(sheet).map(({ cells }) => cells.join("|"));

const row = (wallet: string | null, reference: string | null, invited: boolean, status = "confirmed") => ({
  ...{ wallet, reference, invited, status },
});

/** Ann's listed wallet and Carol's invited wallet are confirmed; Bob's listed wallet is not. */
const CONFIRMED = confirmedWallets([
  row(ANN, "Ann", false),
  row(BOB, "Bob", false, "waiting"),
  row(CAROL, "Carol", true),
  row(null, "Dan", true, "waiting"),
]);

describe("selectConfirmedRows", () => {
  test("removes rows that are not confirmed, and fills in the wallets of invited recipients", async () => {
    const sheet = getSheet([ANN, BOB, "Carol", "Dan", ` ${ANN} `, "", CAROL]);
    const { sheet: selected, ...counts } = await selectConfirmedRows(sheet, CONFIRMED);
    expect(counts).toEqual({ remaining: 4, removed: 3, filled: 1 });
    expect(getCells(selected)).toEqual([
      `note 0|${ANN}|0`,
      `note 2|${CAROL}|2`,
      `note 4| ${ANN} |4`,
      `note 6|${CAROL}|6`,
    ]);
  });

  test("does not replace the name of a recipient whose wallet is listed", async () => {
    expect(await selectConfirmedRows(getSheet(["Ann"]), CONFIRMED)).toMatchObject({
      remaining: 0,
      removed: 1,
    });
  });

  test("returns the same sheet if all rows are confirmed, and a second time", async () => {
    const sheet = getSheet([ANN, CAROL]);
    expect((await selectConfirmedRows(sheet, CONFIRMED)).sheet).toBe(sheet);
    const first = await selectConfirmedRows(getSheet(["Carol", "Dan"]), CONFIRMED);
    expect((await selectConfirmedRows(first.sheet, CONFIRMED)).sheet).toBe(first.sheet);
  });

  test("keeps edited and added rows", async () => {
    const edited = withCell(getSheet([BOB, BOB]), { line: 3, column: "beneficiary", text: ANN });
    const added = withCell(withNewRow(edited), { line: 4, column: "beneficiary", text: "Carol" });
    const { sheet } = await selectConfirmedRows(withoutRow(added, 2), CONFIRMED);
    expect(getCells(sheet)).toEqual([`note 1|${ANN}|1`, `|${CAROL}|`]);
  });

  test("keeps no row of a sheet without a column of addresses", async () => {
    const sheet = newSheet([{ title: "note", column: null }], [{ line: 2, cells: [ANN] }]);
    expect(await selectConfirmedRows(sheet, CONFIRMED)).toMatchObject({ remaining: 0, removed: 1 });
  });

  const cell = fc.oneof(
    fc.constantFrom(ANN, BOB, CAROL, getAddress(4)),
    fc.constantFrom("Ann", "Bob", "Carol", "Dan", ""),
    fc.string(),
  );

  test("keeps exactly the rows with a confirmed wallet, in their order, for any cells", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { maxLength: 50 }), async (cells) => {
        const { sheet, remaining, removed, filled } = await selectConfirmedRows(getSheet(cells), CONFIRMED);
        const expected = cells.flatMap((text, index) => {
          const wallet = getConfirmedWallet(text, CONFIRMED);
          if (wallet === null) return [];
          return [`note ${index}|${wallet === text.trim() ? text : wallet}|${index}`];
        });
        expect(getCells(sheet)).toEqual(expected);
        expect([remaining, removed]).toEqual([expected.length, cells.length - expected.length]);
        expect(filled).toBe(cells.filter((text) => text.trim() === "Carol").length);
        for (const { cells } of rowsBetween(sheet)) {
          expect(CONFIRMED.wallets.has((cells[1] ?? "").trim())).toBe(true);
        }
      }),
    );
  });

  test("packs many changed rows", async () => {
    const { sheet, filled } = await selectConfirmedRows(getSheet(Array(3_000).fill("Carol")), CONFIRMED);
    expect([filled, sheet.changed.size]).toEqual([3_000, 0]);
    expect(getCells(sheet)[2_999]).toBe(`note 2999|${CAROL}|2999`);
  });
});

describe("sheetRecipients", () => {
  test("returns each wallet and each name once", async () => {
    const sheet = getSheet([ANN, "Carol", ` ${ANN}`, "", "Carol ", BOB]);
    expect(await sheetRecipients(sheet)).toEqual({
      recipients: [{ wallet: ANN }, { reference: "Carol" }, { wallet: BOB }],
    });
  });

  test("reports a name that a list cannot have, with its line", async () => {
    expect(await sheetRecipients(getSheet([ANN, "a".repeat(81)]))).toEqual({
      ...{ problem: "reference too long", line: 3 },
    });
    const many = Array.from({ length: 10_001 }, (_, n) => `Person ${n}`);
    expect(await sheetRecipients(getSheet(many))).toEqual({ problem: "too many", line: 10_002 });
  });
});
