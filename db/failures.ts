/** Thrown when the database cannot be asked, or gave a statement up for want of means; the edge answers 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";

  constructor(cause: unknown) {
    super(`The database cannot be asked: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes;
}

/** By name: Next bundles this module several times in one process, and one copy meets the errors of another. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  causesOf(error).some(({ name }) => name === "DatabaseUnavailable");

/** Postgres' code of an error, such as 23505. Source: Postgres, appendix A. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    // EPIPE and EPERM, which are the system's, have no digit.
    if ("code" in cause && typeof cause.code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(cause.code))
      return cause.code;
  }
  return undefined;
}

/** Serialization failure and deadlock: given up for another's sake, and to be done again. */
export const GIVEN_UP: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** Disk full and input/output error: the server answers, but stores nothing. */
export const STORAGE_FAILED: ReadonlySet<string> = new Set(["53100", "58030"]);

/**
 * A prepared statement that is not there any more, or whose answer would have other columns than when it was prepared:
 * the tables were changed meanwhile. On another connection it is prepared anew.
 */
export const PLAN_LOST: ReadonlySet<string> = new Set(["26000", "0A000"]);

/** Two stored the same thing at once. */
export const UNIQUE_VIOLATION = "23505";

/**
 * No connection, no room, disk or memory, stopped by an operator, out of time, or read-only as a stand-by is. Unknown
 * names and wrong passwords are here too, since a request can mend neither.
 */
const AWAY = /^(?:08|28|3D|53|57P|58|57014|25P0[34]|25006|55P03)/;

/** Whether a driver's error says that the server, rather than the statement, is at fault. */
export function isServerAway(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const state = sqlStateOf(error);
  return state === undefined || AWAY.test(state);
}

/** Whoever the database is asked for, such as a request. */
export type Asker = {
  /** Aborted once nobody waits for the answer. */
  signal?: AbortSignal;
  /** Set when the database could not be asked. */
  unavailable?: boolean;
};

/** Told a statement's text as it is asked; what it gives is told of the end, with the error if there was one. */
export type OnStatement = (text: string) => ((error?: unknown) => void) | undefined;

/** Returns the error to throw for a driver's. Reports to the asker and to `onFailure` that the database is unavailable. */
export function explainFailure(
  error: unknown,
  asker: Asker | undefined,
  onFailure?: (cause: unknown) => void,
): unknown {
  const isOurs = error instanceof DatabaseUnavailable;
  if (!isOurs && !isServerAway(error)) return error;
  if (asker) asker.unavailable = true;
  if (!isOurs) onFailure?.(error);
  return isOurs ? error : new DatabaseUnavailable(error);
}
