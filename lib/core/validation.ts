import type { z } from "zod";
import { ApiError, type ErrorDetail } from "./errors";

const MAX_DETAILS = 100;

/**
 * Parses one part of a request.
 * @throws ApiError with VALIDATION_ERROR and every invalid field.
 */
export function parsePart<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationError(
    result.error.issues.slice(0, MAX_DETAILS).map((issue) => ({
      path: issue.path.map(String).join("."),
      message: messageOf(issue),
    })),
    result.error.issues.length,
  );
}

/** Replaces the validator's own sentences about types by ones for a client. */
function messageOf({ message }: z.core.$ZodIssue): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined) return message;
  if (received === "undefined") return "must be given";
  return expected === "nonoptional"
    ? message
    : `must be ${/^[aeio]/.test(expected) ? "an" : "a"} ${expected}`;
}

/**
 * Returns a VALIDATION_ERROR whose sentence contains the first error; `total` also counts errors that are not
 * listed.
 */
export function validationError(
  errors: readonly { path: string; message: string }[],
  total = errors.length,
): ApiError {
  const [first = { path: "", message: "it is not valid" }] = errors;
  const rest = total > 1 ? ` (and ${total - 1} more, see details)` : "";
  const sentence = `Correct ${first.path || "the body"}: ${first.message}${rest}.`;
  const details: ErrorDetail[] = errors.slice(0, MAX_DETAILS).map(({ path, message }) => ({ path, message }));
  return new ApiError("VALIDATION_ERROR", sentence, details);
}
