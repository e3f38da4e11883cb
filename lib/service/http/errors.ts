import {
  getSqlState,
  isDatabaseUnavailable,
  RETRYABLE_ROLLBACKS,
  STORAGE_FAILED,
  UNIQUE_VIOLATION,
} from "@/db/failures";
import { FAILURES, PROBLEM_TYPE, problemUri } from "@/lib/contract/openapi/failures";
import { ApiError, type ErrorCode, isApiError, retryLater, STATUS_BY_CODE } from "@/lib/core/errors";
import { isNetworkUnavailable, isRpcRejection } from "@/lib/service/chain/errors";
import { prefers } from "./accept";
import { isForActions } from "./origin/solana-actions";

const tryAgain = (code: ErrorCode, failure: string, seconds: number) =>
  retryLater(code, `${failure}. Try again shortly.`, seconds);

/** Converts an error of a handler to the error of the response. An unknown error becomes INTERNAL_ERROR. */
export function toApiError(error: unknown): ApiError {
  if (isApiError(error)) return error;
  if (isNetworkUnavailable(error))
    return tryAgain("LEDGER_UNAVAILABLE", "The network cannot be reached at the moment", 5);
  if (isRpcRejection(error))
    return tryAgain("LEDGER_UNAVAILABLE", "The network rejects requests of this service", 5);
  if (isDatabaseUnavailable(error) && STORAGE_FAILED.has(getSqlState(error) ?? ""))
    return tryAgain("SERVICE_UNAVAILABLE", "The database cannot store data at the moment", 30);
  if (isDatabaseUnavailable(error))
    return tryAgain("SERVICE_UNAVAILABLE", "The database cannot be reached at the moment", 2);
  const { name, message, reason, path } = Object(error);
  if (name === "InvalidCursorError")
    return invalid("cursor", `The cursor is not valid: it ${reason}.`, String(reason));
  if (name === "ListRefusedError") return invalid(String(path), message, message);
  if (name === "StoreUnavailableError")
    return tryAgain("SERVICE_UNAVAILABLE", "Wallet sign-in is unavailable at the moment", 5);
  const state = getSqlState(error) ?? "";
  // The last of several attempts at a transaction failed.
  if (RETRYABLE_ROLLBACKS.has(state))
    return tryAgain("SERVICE_UNAVAILABLE", "Another request is changing the same data", 1);
  if (state === UNIQUE_VIOLATION)
    return new ApiError("CONFLICT", "Another request stored the same data. Read it before you try again.");
  return new ApiError(
    "INTERNAL_ERROR",
    "An internal error occurred. Try again, and report the request id if it persists.",
  );
}

const invalid = (path: string, text: string, message: string) =>
  new ApiError("VALIDATION_ERROR", text, [{ path, message }]);

export const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Returns the body of an error's answer and its media type: problem details where `Accept` prefers them. Clients of Solana
 * Actions show `message`.
 */
export function errorContent(
  { message, code, details }: ApiError,
  { requestId, request }: { requestId: string; request: Pick<Request, "url" | "headers"> },
): { body: string; mediaType: string } {
  const forActions = isForActions(request.url) && { message };
  const facts = { code, requestId, ...(details && { details }) };
  if (!prefers(request.headers.get("accept"), PROBLEM_TYPE, "application/json"))
    return { body: JSON.stringify({ ...forActions, error: message, ...facts }), mediaType: JSON_TYPE };
  const problem = {
    type: problemUri(code),
    title: FAILURES[code],
    status: STATUS_BY_CODE[code],
    detail: message,
    instance: new URL(request.url, "http://localhost").pathname,
  };
  return { body: JSON.stringify({ ...problem, ...forActions, ...facts }), mediaType: PROBLEM_TYPE };
}
