import type { ErrorCode, ErrorDetail } from "@/lib/core/errors";
import { parseRetryAfter } from "@/lib/core/retry-after";

/** An error code of this version, a code of a later version, or UNKNOWN if a proxy sent the response. */
export type ApiErrorCode = ErrorCode | (string & {});

/** An error response of the service, with its message and code. */
export class ApiClientError extends Error {
  override readonly name = "ApiClientError";

  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    message: string,
    readonly requestId: string | null,
    readonly details: readonly ErrorDetail[] = [],
    /** The Retry-After header in seconds, rounded up, or null if there is nothing to wait for. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** The service did not respond. The request may or may not have taken effect. */
export class NetworkError extends Error {
  override readonly name: string = "NetworkError";
  /** Whether the request timed out. */
  readonly timedOut: boolean;

  constructor(message: string, options: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.timedOut = options.timedOut ?? false;
  }
}

/**
 * A successful response that does not match the schema of this client. Another version of the service, or
 * another server, sent it.
 */
export class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";

  constructor(path: string, cause: unknown) {
    super(
      `The response of ${path.split("?")[0]} does not match this client. Check the address and the version of the service.`,
      { cause },
    );
  }
}

/** Reads the body of an error response; a body that is not JSON is replaced by a generic message. */
export async function toApiClientError(response: Response): Promise<ApiClientError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now());
  return new ApiClientError(
    response.status,
    text(fields.code) ?? "UNKNOWN",
    text(fields.error) ??
      `The service responded with HTTP status ${response.status} without an error message.`,
    text(fields.requestId) ?? response.headers.get("x-request-id"),
    Array.isArray(fields.details) ? fields.details : [],
    retryAfterMs ? Math.ceil(retryAfterMs / 1_000) : null,
  );
}
