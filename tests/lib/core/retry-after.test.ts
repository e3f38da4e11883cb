import { expect, test } from "vitest";
import { parseRetryAfter } from "@/lib/core/retry-after";

const NOW_MS = Date.parse("2026-11-23T02:00:00Z");

test.each<[string | null | undefined, number | undefined]>([
  ["0", 0],
  ["120", 120_000],
  ["1.5", 1_500],
  ["99999999999", 99_999_999_999_000],
  ["Mon, 23 Nov 2026 02:00:30 GMT", 30_000],
  ["Monday, 23-Nov-26 02:00:30 GMT", 30_000],
  ["Mon Nov 23 02:00:30 2026", 30_000],
  ["Mon, 23 Nov 2026 01:00:00 GMT", 0],
  ["-5", undefined],
  ["1e3", undefined],
  ["soon", undefined],
  ["in 5 minutes", undefined],
  ["Mon, soon", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("converts the header %j to %j milliseconds", (header, expected) => {
  expect(parseRetryAfter(header, NOW_MS)).toBe(expected);
});
