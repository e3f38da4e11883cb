import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InvalidCursorError, readCursor, writeCursor } from "@/db/queries/cursor";

const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const location = { slot: 5n, txIndex: -1, eventIndex: 0, id: 1 };
const getText = (position: unknown, list = "claims") =>
  Buffer.from(JSON.stringify([list, position])).toString("base64url");

describe("a cursor", () => {
  test("returns its position for any value, and needs no escaping in a URL", () => {
    fc.assert(
      fc.property(
        i64,
        fc.maxSafeInteger(),
        fc.constantFrom(true as const, undefined),
        (slot, id, isNewer) => {
          const position = { ...location, slot, id, ...(isNewer && { isNewer }) };
          const text = writeCursor("claims", position);
          expect(text).toMatch(/^[\w-]+$/);
          expect(readCursor("claims", text)).toEqual(position);
        },
      ),
    );
  });

  test("reads back as it is written", () => {
    expect(readCursor("claims", getText({ ...location, slot: "5" }))).toEqual(location);
  });

  test("means the beginning when it is absent", () => {
    expect(readCursor("events", undefined)).toBeUndefined();
  });

  test.each([
    ...["", "x", "null", "e30", "%00", "a".repeat(3000), getText(null), getText([]), getText({})],
    Buffer.from(JSON.stringify({ ...location, slot: "5" })).toString("base64url"),
    getText({ ...location, slot: "5" }, "leaves"),
    getText({ ...location, slot: "9223372036854775808" }),
    getText({ ...location, slot: 5 }),
    getText({ ...location, slot: "5", id: 1.5 }),
    getText({ ...location, slot: "5", more: 1 }),
    getText({ ...location, slot: "5", isNewer: false }),
    Buffer.from(JSON.stringify(["claims", { ...location, slot: "5" }]).padEnd(2_000)).toString("base64url"),
    writeCursor("campaigns", { createdAt: 1n, id: 1 }),
    writeCursor("leaves", { leafIndex: 1 }),
  ])("refuses %j as a cursor of a list of claims", (text) => {
    expect(() => readCursor("claims", text)).toThrow(InvalidCursorError);
  });
});
