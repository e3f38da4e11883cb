/** An answer of the service that is not a success, with the sentence and code it gave. */
export class ApiClientError extends Error {
  override readonly name = "ApiClientError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestId: string | null,
    readonly details: readonly { path?: string; message?: string }[] = [],
    /** Seconds after which to try again, where the service says so. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
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
    Number(response.headers.get("retry-after")) || null,
  );
}
