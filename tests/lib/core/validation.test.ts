import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { ApiError } from "@/lib/core/errors";
import { isObjectGiven, parsePart, validationError } from "@/lib/core/validation";

const getDetails = (schema: z.ZodType, value: unknown) => {
  try {
    parsePart(schema, value);
    return {};
  } catch (error) {
    const { details = [] } = error as ApiError;
    return Object.fromEntries(
      (details as { path: string; message: string }[]).map((d) => [d.path, d.message]),
    );
  }
};

describe("parsePart", () => {
  test("describes every limit in its own words", () => {
    const schema = z.strictObject({
      count: z.int().min(2).max(5),
      list: z.array(z.int()).max(1),
      text: z.string().min(3),
      kind: z.enum(["a", "b"]),
    });
    expect(getDetails(schema, { count: 9, list: [1, 2], text: "x", kind: "c", other: 1 })).toEqual({
      count: "must be at most 5",
      list: "must have at most 1 items",
      text: "must have at least 3 characters",
      kind: "must be one of a, b",
      "": "has no field other",
    });
    expect(getDetails(z.object({ count: z.int().min(2) }), { count: 1 })).toEqual({
      count: "must be at least 2",
    });
  });

  test("reports a check of several fields beside an invalid field", () => {
    const check = { path: ["two"], message: "must be given", when: isObjectGiven };
    const schema = z
      .object({ one: z.string(), two: z.string().optional() })
      .refine(({ two }) => two !== undefined, check);
    expect(getDetails(schema, {})).toEqual({ one: "must be given", two: "must be given" });
  });
});

test("validationError ends its sentence with one full stop", () => {
  expect(validationError([{ path: "amount", message: "It is zero." }]).message).toBe(
    "Correct amount: It is zero.",
  );
});
