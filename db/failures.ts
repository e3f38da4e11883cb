/**
 * Thrown when the database is unreachable, or when it stopped a statement for lack of resources; the API
 * responds with 503.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";

  constructor(cause: unknown) {
    super(`The database is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Returns the error and its causes, outermost first. */
function getCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes;
}

/**
 * Compares names instead of classes: Next bundles this module several times in one process, and an error may
 * come from another copy.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  getCauses(error).some(({ name }) => name === "DatabaseUnavailableError");

/** Returns the Postgres code of an error, such as 23505. Source: Postgres, appendix A. */
export function getSqlState(error: unknown): string | undefined {
  for (const cause of getCauses(error)) {
    // Error codes of the operating system, such as EPIPE and EPERM, contain no digit.
    if ("code" in cause && typeof cause.code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(cause.code))
      return cause.code;
  }
  return undefined;
}

/**
 * Serialization failure and deadlock: Postgres rolled back in favor of another transaction, and a retry can
 * succeed.
 */
export const RETRYABLE_ROLLBACKS: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** Disk full and input/output error: the server responds, but stores nothing. */
export const STORAGE_FAILED: ReadonlySet<string> = new Set(["53100", "58030"]);

/**
 * A prepared statement no longer exists, or its result columns changed because the tables were altered. On
 * another connection, the statement is prepared again.
 */
export const PLAN_LOST: ReadonlySet<string> = new Set(["26000", "0A000"]);

/** Two transactions stored the same key concurrently. */
export const UNIQUE_VIOLATION = "23505";

/**
 * The connection failed; resources, disk or memory ran out; an operator stopped the server; a timeout passed;
 * or the server is read-only, as a replica is. Unknown names and wrong passwords are included, because a
 * request can fix neither.
 */
const AWAY = /^(?:08|28|3D|53|57P|58|57014|25P0[34]|25006|55P03)/;

/** Returns whether a driver's error is caused by the server rather than by the statement. */
export function isServerUnreachable(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const state = getSqlState(error);
  return state === undefined || AWAY.test(state);
}

/** The context of a query, such as a request. */
export type QueryContext = {
  /** When the response is no longer needed, as a time of `performance.now()`. */
  deadlineMs?: number;
};

export const isPastDeadline = (context: QueryContext | undefined): boolean =>
  context?.deadlineMs !== undefined && performance.now() >= context.deadlineMs;

/** Returns the error of a query whose response is no longer needed. */
export const abandoned = () => new DatabaseUnavailableError(new Error("the request is out of time"));

/**
 * Receives the text of each statement as it starts. The returned function is called when the statement ends,
 * with the error if there was one.
 */
export type OnStatement = (text: string) => ((error?: unknown) => void) | undefined;

/**
 * Returns the error to throw for a driver's error. If the database is unavailable, calls `onFailure`.
 */
export function explainFailure(error: unknown, onFailure?: (cause: unknown) => void): unknown {
  if (error instanceof DatabaseUnavailableError || !isServerUnreachable(error)) return error;
  onFailure?.(error);
  return new DatabaseUnavailableError(error);
}
