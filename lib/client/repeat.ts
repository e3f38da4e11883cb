import { ApiClientError, NetworkError } from "./api-error";

/** Too many, a proxy without its service, and busy. */
const PASSING_STATUSES = [429, 502, 503, 504];
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 30_000];
/** Whoever asks for a longer pause is told of, and not waited for. */
const LONGEST_ASKED_MS = 120_000;

/** Waits so many milliseconds; fails with the signal's reason once it is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export type Patience = {
  /** How often the work is done at most. */
  attempts: number;
  pause?: Pause | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Does work that may be done twice again while the line is down or the service busy: after longer and longer pauses, and
 * not before the service asks for it. What it fails with is what the last attempt failed with.
 */
export async function repeatedly<T>(work: () => Promise<T>, patience: Patience): Promise<T> {
  const { attempts, pause = wait, signal } = patience;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || signal?.aborted || !isPassing(error)) throw error;
      const asked = error instanceof ApiClientError ? (error.retryAfter ?? 0) * 1_000 : 0;
      if (asked > LONGEST_ASKED_MS) throw error;
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
      // Spread, or all who were cut off come back at the same moment.
      await pause(Math.max(asked, longest * (0.5 + Math.random() / 2)), signal);
    }
  }
}

/** Whether a failure may be over in a moment: nobody answered, or somebody who says so. */
const isPassing = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiClientError && PASSING_STATUSES.includes(error.status));

export const wait: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const give = () => {
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(give, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
