import { type ErrorCode, STATUS_BY_CODE } from "@/lib/core/errors";
import type { Contract } from "../route-contract";

/** The meaning of each error code, which is the same for every route. */
export const FAILURES: Record<ErrorCode, string> = {
  VALIDATION_ERROR: "The request is not valid. The details list the fields.",
  AMBIGUOUS_FILE: "The file is ambiguous. The details list the parameters that resolve the ambiguity.",
  NOT_CANCELLABLE: "The campaign was created as non-cancellable.",
  ALREADY_CANCELLED: "The campaign is cancelled, refunded or settled.",
  NOT_CANCELLED: "The campaign is not cancelled.",
  GRACE_PERIOD_ACTIVE: "The grace period of seven days after the cancellation has not ended.",
  FULLY_VESTED: "Nothing is left to return.",
  NOT_SINGLE_STREAM: "The campaign does not consist of one leaf with the whole supply.",
  MILESTONE_ALREADY_RELEASED: "The milestone is already released.",
  NOT_ELIGIBLE_FOR_INSTANT_REFUND: "Vesting of the campaign has begun, or the campaign cannot be refunded.",
  SAME_ROOT: "The root is already the campaign's current root.",
  RECIPIENT_MOVED: "A recipient who has claimed would get another leaf index and could be paid again.",
  BELOW_CLAIMED: "A recipient's allocation would be less than the claimed amount.",
  NOTHING_TO_CLAIM: "The account cannot claim anything now. The error states the reason.",
  INSUFFICIENT_SOL:
    "The account does not have enough SOL for the fee and the deposit (rent). The details contain the amounts.",
  NOT_SPONSORED: "The service does not pay the fee of this claim. Build it without `feePayer: sponsor`.",
  SPONSOR_QUOTA_USED:
    "The sponsor's budget of the wallet, its network or the day is used up. Build the claim without `feePayer: sponsor`, or try again after 00:00 UTC.",
  UNAUTHORIZED: "Credentials are missing or invalid.",
  FORBIDDEN: "The wallet is not authorized, or the settings of the service do not allow the request.",
  NOT_FOUND: "The resource does not exist.",
  METHOD_NOT_ALLOWED: "The path does not support the method. The Allow header lists the supported methods.",
  CONFLICT: "The stored or on-chain data conflicts with the request.",
  PAYLOAD_TOO_LARGE: "The request body is too large.",
  UNSUPPORTED_MEDIA_TYPE: "The media type or encoding of the request body is not supported.",
  RATE_LIMITED: "Too many requests. The Retry-After header contains the time to wait.",
  INTERNAL_ERROR: "An internal error occurred.",
  LEDGER_UNAVAILABLE: "The network cannot be reached. The Retry-After header contains the time to wait.",
  SPONSOR_UNAVAILABLE:
    "The sponsor cannot sign now. Build the claim without `feePayer: sponsor`, or try again later.",
  SERVICE_UNAVAILABLE: "The service is busy or not ready. The Retry-After header contains the time to wait.",
};

/** The media type of problem details. Source: RFC 9457. */
export const PROBLEM_TYPE = "application/problem+json";

/** The documentation of a code, relative to the service. */
export const problemUri = (code: ErrorCode): string => `/docs/errors#${code.toLowerCase()}`;

/** Returns the error codes of a route: those implied by its contract, and its own. */
function getFailures(contract: Contract): ErrorCode[] {
  const {
    params,
    body,
    accepts,
    auth,
    signedWith,
    limit,
    ignoresQuery,
    ownPagesOnly,
    errors = [],
  } = contract;
  const takesBody = body !== undefined || accepts !== undefined;
  const codes: ErrorCode[] = [
    ...when(!ignoresQuery || params !== undefined || takesBody, "VALIDATION_ERROR"),
    ...when(auth !== undefined || signedWith !== undefined, "UNAUTHORIZED"),
    ...when(signedWith !== undefined, "FORBIDDEN"),
    ...when(ownPagesOnly === true, "FORBIDDEN"),
    ...when(takesBody, "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"),
    ...when(limit !== "none", "RATE_LIMITED"),
    ...errors,
    "INTERNAL_ERROR",
    "SERVICE_UNAVAILABLE",
  ];
  return [...new Set(codes)].sort((a, b) => STATUS_BY_CODE[a] - STATUS_BY_CODE[b]);
}

const when = (holds: boolean, ...codes: ErrorCode[]): ErrorCode[] => (holds ? codes : []);

/** The same by status. */
export function failuresByStatus(contract: Contract): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of getFailures(contract)) {
    const status = STATUS_BY_CODE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
