import { ApiError } from "@/lib/core/errors";
import { askers } from "../asker";
import { withTimeout } from "../clock";

/** In seconds, from when a request has arrived: what takes longer is answered 503, and asks the database nothing more. */
const DEADLINES = {
  read: 5,
  write: 20,
  /** The largest registration takes a minute on the embedded database. */
  largeBody: 240,
  /** Leaves that were uploaded in parts are ten times as many. */
  uploaded: 2_400,
} as const;

export type Deadline = keyof typeof DEADLINES | "none";

/** Returns what `work` does, or throws SERVICE_UNAVAILABLE at the deadline and aborts what it asks of the database. */
export async function beforeDeadline<T>(deadline: Deadline, work: () => Promise<T> | T): Promise<T> {
  if (deadline === "none") return work();
  const seconds = DEADLINES[deadline];
  const controller = new AbortController();
  return withTimeout(seconds * 1000, askers().run({ signal: controller.signal }, work), () => {
    controller.abort();
    return tooLate(seconds);
  });
}

const tooLate = (seconds: number) =>
  new ApiError(
    "SERVICE_UNAVAILABLE",
    `This was not done within ${seconds} seconds and was given up; try again shortly.`,
    undefined,
    { "retry-after": "5" },
  );
