import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLabels } from "@/components/labels/read-labels";
import { csvHeader, csvLines } from "@/lib/contract/csv/csv-text";
import { LABEL_LIST_COLUMNS } from "@/lib/contract/csv/label-columns";

const ANN = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";
const BOB = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

describe("readLabels", () => {
  test.each([
    ["titles in another order", `Note,Wallet,category\nFirst,${ANN},team\n,${BOB},investor\n`],
    ["no titles", `${ANN},team,First\n${BOB},investor\n`],
    ["semicolons", `wallet;category;note\n${ANN};team;First\n${BOB};investor;\n`],
    ["tabs", `${ANN}\tteam\tFirst\n${BOB}\tinvestor\t`],
  ])("reads rows with %s", (_name, text) => {
    expect(readLabels(text)).toEqual({
      labels: [
        { recipient: ANN, category: "team", note: "First" },
        { recipient: BOB, category: "investor", note: "" },
      ],
      ...{ problems: [], empty: 0 },
    });
  });

  test("counts rows without a text, which delete nothing", () => {
    expect(readLabels(`${ANN},,\n${BOB},team\n`)).toMatchObject({ empty: 1, labels: [{ recipient: BOB }] });
  });

  test("reports each wrong row with its line", () => {
    const text = `wallet,category,note\nnobody,team\n${ANN},${"x".repeat(41)}\n${BOB},,${"x".repeat(501)}\n${BOB},team\n`;
    expect(readLabels(text).problems).toEqual([
      { line: 2, reason: "address" },
      { line: 3, reason: "category" },
      { line: 4, reason: "note" },
      { line: 5, reason: "repeated" },
    ]);
  });

  test("reads the file that the service exports, without changes of formulas at the start", () => {
    const word = fc.string({
      unit: fc.constantFrom("a", "=", "+", "-", "@", '"', "'", " ", "é"),
      maxLength: 20,
    });
    const text = word.map((value) => value.trim()).filter((value) => value !== "" && !value.startsWith("'"));
    fc.assert(
      fc.property(text, text, (category, note) => {
        const row = { recipient: ANN, category, note, readable: true, updatedAt: 0 };
        const file = csvHeader(LABEL_LIST_COLUMNS) + csvLines(LABEL_LIST_COLUMNS, [row]);
        expect(readLabels(file).labels).toEqual([{ recipient: ANN, category, note }]);
      }),
    );
  });
});
