import bs58 from "bs58";
import fc from "fast-check";
import { expect, test } from "vitest";
import { leafColumns, tokenText } from "@/lib/contract/csv/columns";
import { type CsvFormat, csvHeader, csvLines } from "@/lib/contract/csv/csv-text";
import { createTranslator, english } from "@/lib/core/i18n/translator";
import { parseAmount } from "@/lib/core/recipients/parse-amount";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";
import catalog from "@/messages/de";

const FORMATS: CsvFormat[] = [
  { separator: ",", decimalMark: ".", hasBom: false },
  { separator: ",", decimalMark: ".", hasBom: true, words: english },
  { separator: ";", decimalMark: ",", hasBom: true, words: createTranslator("de", catalog) },
];

const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const i64 = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  fc.bigInt(-(10n ** 11n), 10n ** 13n),
  fc.bigInt(20_000n, 110_000n),
);

test("writes an exact amount in tokens that reads back as the same base units", () => {
  fc.assert(
    fc.property(u64, fc.integer({ min: 0, max: 19 }), (amount, decimals) => {
      const text = tokenText(amount, { decimals, isKnown: true }) ?? "";
      expect(text).toMatch(/^\d+(?:\.\d*[1-9])?$/);
      expect(parseAmount(text, { decimals, decimalMark: "point" })).toMatchObject({ amount });
    }),
  );
  expect(tokenText(1n, { decimals: 0, isKnown: false })).toBeNull();
});

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}

test("writes recipients that read back as the same leaves, in every language and with every setting of the reader", async () => {
  const leaf = fc.record({
    beneficiary: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => bs58.encode(key)),
    amount: fc.oneof(fc.constant(0n), u64),
    releaseType: fc.constantFrom(0 as const, 1 as const, 2 as const),
    startTime: i64,
    cliffTime: i64,
    endTime: i64,
    milestoneIdx: fc.integer({ min: 0, max: 255 }),
    claimed: u64,
  });
  const reported = {
    decimalMark: "comma",
    dateOrder: "month",
    timeNumbers: "days",
    zone: "Asia/Tokyo",
  } as const;
  await fc.assert(
    fc.asyncProperty(
      fc.array(leaf, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(undefined, 6),
      fc.boolean(),
      fc.constantFrom(...FORMATS),
      async (list, decimals, isKnown, format) => {
        const columns = leafColumns({ decimals: 9, isKnown });
        const rows = list.map((item, leafIndex) => ({ leafIndex, ...item }));
        const text = csvHeader(columns, format) + csvLines(columns, rows, format);
        const { leaves, errors } = await readLeavesCsv(bytes(text), { decimals, ...reported });
        expect(errors).toEqual([]);
        expect(leaves).toEqual(rows.map(({ claimed: _, ...rest }): Leaf => rest));
      },
    ),
  );
});
