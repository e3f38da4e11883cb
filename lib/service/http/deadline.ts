import { retryLater } from "@/lib/core/errors";
import { withTimeout } from "../clock";
import { queryContexts } from "../query-context";

/**
 * Deadlines in seconds from the arrival of a request. Later, the response is 503 and database queries are
 * aborted.
 */
const DEADLINES = {
  read: 5,
  write: 20,
  /** The largest registration takes a minute on the embedded database. */
  largeBody: 240,
  /** A list uploaded in parts is up to ten times as long. */
  uploaded: 2_400,
} as const;

export type Deadline = keyof typeof DEADLINES | "none";

/**
 * Returns the result of `work`. At the deadline, throws SERVICE_UNAVAILABLE and aborts the database queries
 * of `work`.
 */
export async function beforeDeadline<T>(deadline: Deadline, work: () => Promise<T> | T): Promise<T> {
  if (deadline === "none") return work();
  const seconds = DEADLINES[deadline];
  const deadlineMs = performance.now() + seconds * 1000;
  return withTimeout(seconds * 1000, queryContexts.run({ deadlineMs }, work), () =>
    retryLater("SERVICE_UNAVAILABLE", `The request timed out after ${seconds} s. Try again shortly.`, 5),
  );
}
