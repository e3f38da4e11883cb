import type * as z from "zod";
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
      message: getMessage(issue),
    })),
    result.error.issues.length,
  );
}

/** For `when` of a check of several fields: it also runs if another field is invalid. */
export const isObjectGiven = ({ value }: { value: unknown }): boolean =>
  typeof value === "object" && value !== null;

/** Replaces the validator's own sentences by ones for a client. */
function getMessage(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (/^(?:Too (?:big|small):|Invalid option:|Unrecognized key)/.test(message)) return limitMessage(issue);
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined) return message;
  if (received === "undefined") return "must be given";
  return expected === "nonoptional"
    ? message
    : `must be ${/^[aeio]/.test(expected) ? "an" : "a"} ${expected}`;
}

const UNITS: Readonly<Record<string, string>> = { array: " items", set: " items", string: " characters" };

function limitMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "unrecognized_keys") return `has no field ${issue.keys.join(", ")}`;
  if (issue.code !== "too_big" && issue.code !== "too_small") return issue.message;
  const unit = UNITS[issue.origin];
  const limit = issue.code === "too_big" ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
  return unit ? `must have ${limit}${unit}` : `must be ${limit}`;
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
  const sentence = `Correct ${first.path || "the body"}: ${first.message.replace(/\.$/, "")}${rest}.`;
  const details: ErrorDetail[] = errors.slice(0, MAX_DETAILS).map(({ path, message }) => ({ path, message }));
  return new ApiError("VALIDATION_ERROR", sentence, details);
}
