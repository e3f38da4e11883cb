import bs58 from "bs58";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSheet } from "@/components/sheet/check-sheet";
import { readSheet } from "@/components/sheet/read-sheet";
import { english } from "@/lib/core/i18n/translator";
import { buildTree } from "@/lib/core/merkle/tree";
import { leavesCsv } from "@/lib/core/recipients/leaves-csv";
import type { Leaf } from "@/lib/core/vesting/leaf";
import { readLeavesCsv } from "@/lib/service/registration/recipients-csv";

const i64 = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  fc.bigInt(-(10n ** 11n), 10n ** 12n),
  fc.bigInt(20_000n, 110_000n),
);
/** Any leaf that a tree can hold: closed ones of amount 0, and schedules that the form rejects. */
const leaf: fc.Arbitrary<Omit<Leaf, "leafIndex">> = fc.record({
  beneficiary: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => bs58.encode(key)),
  amount: fc.oneof(fc.constant(0n), fc.bigInt(0n, 2n ** 64n - 1n), fc.bigInt(0n, 10_000n)),
  releaseType: fc.constantFrom(0, 1, 2),
  startTime: i64,
  cliffTime: i64,
  endTime: i64,
  milestoneIdx: fc.integer({ min: 0, max: 255 }),
});
const leaves = fc
  .array(leaf, { minLength: 1, maxLength: 20 })
  .map((list) => list.map((item, leafIndex): Leaf => ({ leafIndex, ...item })));

async function* bytes(text: string) {
  yield new TextEncoder().encode(text);
}

describe("the file that reproduces a root", () => {
  it("returns the same root through the service's parser, with any setting and row order", async () => {
    await fc.assert(
      fc.asyncProperty(
        leaves,
        fc.constantFrom(undefined, 6),
        fc.func(fc.integer()),
        async (list, decimals, key) => {
          const [header, ...lines] = [...leavesCsv(list)].join("").trim().split("\n");
          const sorted = lines.toSorted((a, b) => key(a) - key(b));
          const mixed = [header, ...sorted].join("\n");
          const rows = lines
            .filter((line) => line !== "")
            .map((line) => 2 + sorted.filter((other) => other !== "").indexOf(line));
          const reported = {
            decimalMark: "comma",
            dateOrder: "month",
            timeNumbers: "days",
            zone: "Asia/Tokyo",
          } as const;
          const read = await readLeavesCsv(bytes(mixed), { decimals, ...reported });
          expect(read).toEqual({ leaves: list, rows, errors: [], warnings: [] });
          expect((await buildTree(read.leaves)).root).toBe((await buildTree(list)).root);
        },
      ),
    );
  });

  it("returns the same root through the form", async () => {
    const ordered = leaf.map((item): Omit<Leaf, "leafIndex"> => {
      const [startTime = 0n, cliffTime = 0n, endTime = 0n] = [
        item.startTime,
        item.cliffTime,
        item.endTime,
      ].sort((a, b) => (a < b ? -1 : 1));
      return { ...item, amount: item.amount / 32n + 1n, startTime, cliffTime, endTime };
    });
    const list = fc
      .array(ordered, { minLength: 1, maxLength: 20 })
      .map((all) => all.map((item, leafIndex): Leaf => ({ leafIndex, ...item })))
      // The program rejects a campaign whose earliest cliff is 0, so the form refuses it.
      .filter((all) => all.every(({ cliffTime }) => cliffTime !== 0n));
    await fc.assert(
      fc.asyncProperty(list, async (expected) => {
        const sheet = await readSheet(english, [...leavesCsv(expected)].join(""));
        const { recipients, errors, listError } = await checkSheet(sheet, {
          t: english,
          decimals: 9,
          defaults: {},
        });
        expect([...errors, listError]).toEqual([null]);
        expect([...recipients.leaves]).toEqual(expected);
        expect((await buildTree(recipients.leaves)).root).toBe((await buildTree(expected)).root);
      }),
    );
  });
});
