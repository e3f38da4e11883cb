/** A call as it was made of a running service, and what that answered. Volatile values are those of the recording. */
export type RecordedCall = {
  request: {
    params: Readonly<Record<string, string>>;
    query: Readonly<Record<string, string>>;
    /** JSON as a value, a file as its text; absent for none. */
    body?: unknown;
    /** The media type of a body that is a file. */
    mediaType?: string;
  };
  /** `body` is JSON as a value, a text as itself; absent for bytes. */
  answer: { status: number; mediaType: string; body?: unknown };
};

/** Examples that a document shows beside its schemas. */
export type Examples = {
  /** By operation, such as `GET /api/campaigns`. */
  calls: Readonly<Record<string, RecordedCall>>;
  /** A refusal as it was answered. */
  refusal: unknown;
  /** Calls of the client package by operation, with `{query}`, `{body}` and path parameters in their places. */
  clientCalls: Readonly<Record<string, string>>;
};
