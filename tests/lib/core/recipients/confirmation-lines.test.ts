import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readConfirmationLines } from "@/lib/core/recipients/confirmation-lines";

const ANN = "FpMWBseJLFVrnuT6UpKeVuwXuQ7p3sRUa4UiCKt5MD4B";
const BOB = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

describe("readConfirmationLines", () => {
  test("reads a wallet, a name, or both in either order with any separator", () => {
    const text = `${ANN}\nCarol\n\n Dan , Dr. \r\n`;
    expect(readConfirmationLines(text)).toEqual({
      recipients: [{ wallet: ANN }, { reference: "Carol" }, { reference: "Dan , Dr." }],
    });
    for (const line of [`Ann, ${ANN}`, `${ANN};Ann`, `"Ann"\t${ANN}`, `${ANN},"Ann"`]) {
      expect(readConfirmationLines(line)).toEqual({ recipients: [{ wallet: ANN, reference: "Ann" }] });
    }
    expect(readConfirmationLines(`\ufeffLast, First, ${ANN}`)).toEqual({
      recipients: [{ wallet: ANN, reference: "Last, First" }],
    });
  });

  test("reports the line of the first problem", () => {
    const problem = (text: string) => readConfirmationLines(text);
    expect(problem(`${ANN}\n${BOB}\nAnn,${ANN}`)).toEqual({ problem: "duplicate", line: 3 });
    expect(problem("Ann\n\nAnn")).toEqual({ problem: "duplicate", line: 3 });
    expect(problem(`Ann\n${"a".repeat(81)}`)).toEqual({ problem: "reference too long", line: 2 });
    expect(problem("Ann\u202e")).toEqual({ problem: "unreadable", line: 1 });
    const many = Array.from({ length: 10_001 }, (_, n) => `Person ${n}`).join("\n");
    expect(problem(many)).toEqual({ problem: "too many", line: 10_001 });
  });

  test("accepts two recipients with a wallet and the same name", () => {
    expect(readConfirmationLines(`Ann,${ANN}\nAnn,${BOB}\nAnn`)).toMatchObject({
      recipients: [{ wallet: ANN }, { wallet: BOB }, { reference: "Ann" }],
    });
  });

  test("returns a problem or recipients that each have a wallet or a reference for any text", () => {
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\n", "\u2028")),
    });
    fc.assert(
      fc.property(text, (text) => {
        const read = readConfirmationLines(text);
        if ("problem" in read) expect(read.line).toBeGreaterThan(0);
        else for (const { wallet, reference } of read.recipients) expect(wallet ?? reference).toBeTruthy();
      }),
    );
  });
});
