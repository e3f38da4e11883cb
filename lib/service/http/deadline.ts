import { askers } from "../asker";
import { ApiError } from "./errors";

/** In seconds, from when a request has arrived: what takes longer is answered 503, and asks the database nothing more. */
const DEADLINES = {
  usual: 20,
  /** The largest registration takes a minute on the embedded database. */
  largeBody: 240,
} as const;

export type Deadline = keyof typeof DEADLINES | "none";

/** What `work` gives, unless it takes too long. */
export async function beforeDeadline<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  if (deadline === "none") return work();
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(tooLate(DEADLINES[deadline]));
      end.abort();
    }, DEADLINES[deadline] * 1000);
  });
  try {
    return await Promise.race([askers().run({ signal: end.signal }, work), late]);
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = (seconds: number) =>
  new ApiError(
    "SERVICE_UNAVAILABLE",
    `This was not done within ${seconds} seconds and was given up; try again shortly.`,
    undefined,
    { "retry-after": "5" },
  );
