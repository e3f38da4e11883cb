import { GIVEN_UP, isDatabaseUnavailable, sqlStateOf, UNIQUE_VIOLATION } from "@/db/failures";
import { type ErrorCode, type ErrorDetail, STATUS_BY_CODE } from "@/lib/core/views/error-codes";

/** An answer that is not a success; `message` is the sentence the client reads. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: readonly ErrorDetail[],
    readonly headers?: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/** What an error answers, as it passes from thread to thread. */
export type Refusal = Pick<ApiError, "code" | "message" | "details" | "headers">;

export const toError = ({ code, message, details, headers }: Refusal) =>
  new ApiError(code, message, details, headers);

/**
 * Recognised by name rather than `instanceof`: Next bundles this module several times in one process,
 * and a service opened by one copy throws errors that another copy answers.
 */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === "ApiError" && "code" in error && isErrorCode(error.code);

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(STATUS_BY_CODE, code);

/** By name for the same reason; an answer that makes no sense is as good as none. */
export const isLedgerUnavailable = (error: unknown): boolean =>
  error instanceof Error && ["LedgerUnavailable", "LedgerAnswerInvalid"].includes(error.name);

/** A 404 for a named thing, such as `notFound("campaign")`. */
export const notFound = (what: string) =>
  new ApiError("NOT_FOUND", `There is no such ${what}; check the address.`);

/** A 503 that says when to ask again. */
const askAgain = (code: ErrorCode, message: string, seconds: number) =>
  new ApiError(code, message, undefined, { "retry-after": String(seconds) });

/** Turns what a handler threw into the error to answer with; what is not known becomes INTERNAL_ERROR. */
export function toApiError(error: unknown): ApiError {
  if (isApiError(error)) return error;
  if (isLedgerUnavailable(error)) {
    return askAgain(
      "LEDGER_UNAVAILABLE",
      "The ledger cannot be reached at the moment; try again shortly.",
      5,
    );
  }
  if (isDatabaseUnavailable(error)) {
    return askAgain(
      "SERVICE_UNAVAILABLE",
      "The database cannot be reached at the moment; try again shortly.",
      2,
    );
  }
  if (error instanceof Error && error.name === "CursorInvalid") {
    const message = String(Reflect.get(error, "reason"));
    return new ApiError("VALIDATION_ERROR", `Correct cursor: it ${message}.`, [{ path: "cursor", message }]);
  }
  if (error instanceof Error && error.name === "ListRefused") {
    return new ApiError("VALIDATION_ERROR", error.message, [
      { path: String(Reflect.get(error, "path")), message: error.message },
    ]);
  }
  if (error instanceof Error && error.name === "StoreUnavailable") {
    return askAgain(
      "SERVICE_UNAVAILABLE",
      "Wallet sign-in is not possible at the moment; try again shortly.",
      5,
    );
  }
  return toRaceError(error) ?? unforeseen();
}

/** What is left of a race once it was run several times. */
function toRaceError(error: unknown): ApiError | undefined {
  const state = sqlStateOf(error);
  if (state !== undefined && GIVEN_UP.has(state)) {
    return askAgain("SERVICE_UNAVAILABLE", "Others change the same at this moment; try again shortly.", 1);
  }
  if (state === UNIQUE_VIOLATION) {
    return new ApiError("CONFLICT", "The same was stored at this very moment; look what is there.");
  }
  return undefined;
}

const unforeseen = () =>
  new ApiError(
    "INTERNAL_ERROR",
    "Something went wrong on our side; try again, and quote the request id if it persists.",
  );
