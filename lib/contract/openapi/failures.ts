import { type ErrorCode, STATUS_BY_CODE } from "@/lib/core/errors";
import type { Contract } from "../route-contract";

/** The meaning of each error code, which is the same for every route. */
export const FAILURES: Record<ErrorCode, string> = {
  VALIDATION_ERROR: "The request is not valid; details name the fields.",
  AMBIGUOUS_FILE: "The file has more than one reading; details name the parameters that decide.",
  NOT_CANCELLABLE: "The campaign was created as not cancellable.",
  ALREADY_CANCELLED: "The campaign is cancelled, refunded or settled.",
  NOT_CANCELLED: "The campaign is not cancelled.",
  GRACE_PERIOD_ACTIVE: "The seven days after the cancellation are not over.",
  FULLY_VESTED: "Nothing is left to return.",
  NOT_SINGLE_STREAM: "The campaign is not one leaf that is worth its whole supply.",
  MILESTONE_ALREADY_RELEASED: "The milestone is released.",
  NOT_ELIGIBLE_FOR_INSTANT_REFUND: "The campaign has begun, or cannot be refunded.",
  SAME_ROOT: "The root is the campaign's already.",
  RECIPIENT_MOVED: "Somebody who has claimed would have another leaf index, and could be paid again.",
  BELOW_CLAIMED: "Somebody would be given less than they have claimed.",
  NOTHING_TO_CLAIM: "The account can claim nothing now; error says why.",
  INSUFFICIENT_SOL: "The account has too little SOL for the fee and rents; details have the amounts.",
  UNAUTHORIZED: "Credentials are missing or wrong.",
  FORBIDDEN: "Another wallet may do this, or this service's settings do not allow it.",
  NOT_FOUND: "There is no such thing.",
  METHOD_NOT_ALLOWED: "The path has other methods; Allow names them.",
  CONFLICT: "It is stored or on the ledger otherwise than the request says.",
  PAYLOAD_TOO_LARGE: "The body is longer than what is allowed.",
  UNSUPPORTED_MEDIA_TYPE: "The body has another media type or encoding than those listed.",
  RATE_LIMITED: "Too many requests; Retry-After says how long to wait.",
  INTERNAL_ERROR: "Something went wrong on the service's side.",
  LEDGER_UNAVAILABLE: "The ledger cannot be reached; Retry-After says when to try again.",
  SERVICE_UNAVAILABLE: "The service is busy or not ready; Retry-After says when to try again.",
};

/** The media type of problem details. Source: RFC 9457. */
export const PROBLEM_TYPE = "application/problem+json";

/** The documentation of a code, relative to the service. */
export const problemUri = (code: ErrorCode): string => `/docs/errors#${code.toLowerCase()}`;

/** Every code that a route may answer: those of what its contract has it check, and its own. */
function failuresOf(contract: Contract): ErrorCode[] {
  const { params, body, accepts, auth, limit, ignoresQuery, ownPagesOnly, errors = [] } = contract;
  const takesBody = body !== undefined || accepts !== undefined;
  const codes: ErrorCode[] = [
    ...when(!ignoresQuery || params !== undefined || takesBody, "VALIDATION_ERROR"),
    ...when(auth !== undefined, "UNAUTHORIZED"),
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
  for (const code of failuresOf(contract)) {
    const status = STATUS_BY_CODE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}
