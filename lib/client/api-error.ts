import type { ErrorCode, ErrorDetail } from "@/lib/core/errors";

/**
 * A code of this version's table, or one of a later version's, or UNKNOWN where something in front of the service
 * answered.
 */
export type ApiErrorCode = ErrorCode | (string & {});

/** An answer of the service that is not a success, with the sentence and code it gave. */
export class ApiClientError extends Error {
  override readonly name = "ApiClientError";

  constructor(
    readonly status: number,
    readonly code: ApiErrorCode,
    message: string,
    readonly requestId: string | null,
    readonly details: readonly ErrorDetail[] = [],
    /** Seconds after which to try again, where the service says so. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** Nobody answered: what was asked may have happened or not. */
export class NetworkError extends Error {
  override readonly name: string = "NetworkError";
  /** Whether somebody was there and took too long. */
  readonly timedOut: boolean;

  constructor(message: string, options: { cause?: unknown; timedOut?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.timedOut = options.timedOut ?? false;
  }
}

/** A success that is not what this client knows: of another version of the service, or of something that is none. */
export class UnknownAnswer extends Error {
  override readonly name = "UnknownAnswer";

  constructor(path: string, cause: unknown) {
    super(
      `What ${path.split("?")[0]} answered is not what this client knows. Check the address, and the version of the service.`,
      { cause },
    );
  }
}

/** Reads the error body of a response; a proxy's page in its place becomes a sentence of ours. */
export async function toApiClientError(response: Response): Promise<ApiClientError> {
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  return new ApiClientError(
    response.status,
    text(fields.code) ?? "UNKNOWN",
    text(fields.error) ?? `The service answered ${response.status} without an explanation.`,
    text(fields.requestId) ?? response.headers.get("x-request-id"),
    Array.isArray(fields.details) ? fields.details : [],
    secondsUntil(response.headers.get("retry-after")),
  );
}

/** Retry-After in seconds, which proxies also give as a date; null where it says nothing. Source: RFC 9110, 10.2.3. */
function secondsUntil(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return seconds > 0 ? seconds : null;
}
