import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prefers, wantsCsv } from "@/lib/service/http/accept";

const prefersCsv = (accept: string | null) => prefers(accept, "text/csv", "application/json");

describe("an Accept header", () => {
  test.each([
    "text/csv",
    "TEXT/CSV",
    "text/csv; charset=utf-8",
    "text/csv;header=present;q=0.9",
    "text/csv, application/json;q=0.9",
    "application/json;q=0.1, text/csv;q=0.2",
    "text/*",
    "text/*;q=0.5, */*;q=0.4",
    "text/csv, */*;q=0.1",
    "text/csv;q=0.001",
    " text/csv ; q=1.000 ",
    "application/json;q=0, text/csv;q=0.1",
    "application/json;q=2, text/csv;q=0.1",
    "application/*;q=0.2, text/csv;q=0.3",
    "*/*, application/json;q=0.5",
  ])("%j prefers CSV", (accept) => {
    expect(prefersCsv(accept)).toBe(true);
  });

  test.each([
    null,
    "",
    "*/*",
    "application/json",
    "application/json, text/csv",
    "text/csv, application/json",
    "text/csv;q=0",
    "text/csv;q=0, */*",
    "text/csv;q=0.2, application/json;q=0.3",
    "text/csv;q=0.2, */*;q=0.3",
    "text/csv;q=0.2, application/*;q=0.3",
    "text/csv;q=none",
    "text/csv;q=1.5",
    "text/csvx",
    "x-text/csv",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    "application/json, text/plain, */*",
    ", ;;,q=1",
  ])("%j does not prefer CSV", (accept) => {
    expect(prefersCsv(accept)).toBe(false);
  });

  test("is handled for any value", () => {
    const piece = fc.constantFrom(
      "text/csv",
      "*/*",
      "application/json",
      ";",
      ",",
      "q=",
      "0.",
      "1",
      " ",
      "=",
      "x",
    );
    fc.assert(
      fc.property(fc.array(piece), (parts) => {
        expect(typeof prefersCsv(parts.join(""))).toBe("boolean");
      }),
    );
  });
});

test("gives way to the query in any spelling", () => {
  const wants = (query: string, accept: string | null) =>
    wantsCsv({ url: `http://localhost/api/x${query}`, headers: { get: () => accept } });
  expect(wants("?format=csv", "application/json")).toBe(true);
  expect(wants("?a=1&format=%63sv#x", null)).toBe(true);
  expect(wants("?format=json", "text/csv")).toBe(false);
  expect(wants("?x=format", "text/csv")).toBe(true);
  expect(wants("#?format=csv", null)).toBe(false);
  expect(wants("", null)).toBe(false);
});
