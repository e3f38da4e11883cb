import { GIVEN_UP, isDatabaseUnavailable, sqlStateOf, UNIQUE_VIOLATION } from "@/db/failures";
import { ApiError, type ErrorCode, isApiError } from "@/lib/core/errors";
import { isLedgerUnavailable } from "@/lib/service/chain/errors";
import { isForActions } from "./origin/solana-actions";

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

/** Returns the body of an error's answer. Clients of Solana Actions show `message`. */
export const errorBody = (
  { message, code, details }: ApiError,
  { requestId, url }: { requestId: string; url: string },
): string =>
  JSON.stringify({
    ...(isForActions(url) && { message }),
    error: message,
    code,
    requestId,
    ...(details && { details }),
  });
