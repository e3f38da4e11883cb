/** A recorded request and its response. */
export type RecordedCall = {
  request: {
    params: Readonly<Record<string, string>>;
    query: Readonly<Record<string, string>>;
    /** A JSON value or a file's text; absent without a body. */
    body?: unknown;
    /** The media type of a body that is a file. */
    mediaType?: string;
  };
  /** `body` is a JSON value or a text; absent for bytes. */
  answer: { status: number; mediaType: string; body?: unknown };
};

/** Examples that a document shows beside its schemas. */
export type Examples = {
  /** By operation, such as `GET /api/campaigns`. */
  calls: Readonly<Record<string, RecordedCall>>;
  /** A recorded error response. */
  refusal: unknown;
  /** Calls of the client package by operation, with placeholders for `{query}`, `{body}` and path parameters. */
  clientCalls: Readonly<Record<string, string>>;
};
