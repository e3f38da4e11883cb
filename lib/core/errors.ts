/** All API error codes and their HTTP status. Source: api contract, "Everywhere". */
export const STATUS_BY_CODE = {
  VALIDATION_ERROR: 400,
  AMBIGUOUS_FILE: 400,
  NOT_CANCELLABLE: 400,
  ALREADY_CANCELLED: 400,
  NOT_CANCELLED: 400,
  GRACE_PERIOD_ACTIVE: 400,
  FULLY_VESTED: 400,
  NOT_SINGLE_STREAM: 400,
  MILESTONE_ALREADY_RELEASED: 400,
  NOT_ELIGIBLE_FOR_INSTANT_REFUND: 400,
  SAME_ROOT: 400,
  RECIPIENT_MOVED: 400,
  BELOW_CLAIMED: 400,
  NOTHING_TO_CLAIM: 400,
  INSUFFICIENT_SOL: 400,
  NOT_SPONSORED: 400,
  SPONSOR_QUOTA_USED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  LEDGER_UNAVAILABLE: 503,
  SPONSOR_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** One error of several, such as `{ path: "leaves.3.amount", message: "…" }`. The OpenAPI document describes each field. */
export type ErrorDetail = Readonly<{
  path?: string;
  message?: string;
  row?: number;
  field?: string;
  parameter?: string;
  readings?: Readonly<Record<string, string>>;
  part?: number;
  currentRoot?: string;
  rootVersion?: number;
  beneficiary?: string;
  from?: string;
  to?: string;
  again?: string;
  amount?: string;
  claimed?: string;
  neededLamports?: string;
  balanceLamports?: string;
}>;

/** An error response; `message` is the sentence for the client. */
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

/** Returns an error whose response has a `Retry-After` header. */
export const retryLater = (code: ErrorCode, message: string, seconds: number | bigint) =>
  new ApiError(code, message, undefined, { "retry-after": String(seconds) });

/** The fields of an error response, which can be transferred between threads. */
export type Refusal = Pick<ApiError, "code" | "message" | "details" | "headers">;

export const toError = ({ code, message, details, headers }: Refusal) =>
  new ApiError(code, message, details, headers);

/**
 * Checks the name instead of using `instanceof`: Next bundles this module several times in one process, so
 * one copy may handle errors of another copy.
 */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === "ApiError" && "code" in error && isErrorCode(error.code);

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === "string" && Object.hasOwn(STATUS_BY_CODE, code);

/** Returns a 404 error for a resource, such as `notFound("campaign")`; `identifier` names what to check. */
export const notFound = (what: string, identifier = "address") =>
  new ApiError("NOT_FOUND", `This ${what} does not exist. Check the ${identifier}.`);
