import { withTimeout } from "@/lib/service/clock";

/** One result of the doctor: a finding and, unless it passed, its fix. */
export type Check = { name: string; state: "passed" | "warning" | "failed"; found: string; fix?: string };

export const passed = (name: string, found: string): Check => ({ name, state: "passed", found });

export const failed = (name: string, found: string, fix: string): Check => ({
  name,
  state: "failed",
  found,
  fix,
});

export const warning = (name: string, found: string, fix: string): Check => ({
  ...failed(name, found, fix),
  state: "warning",
});

const WAIT_SECONDS = 5;

/** Waits for a server. @throws Error if the server takes longer than `seconds` */
export const withinTime = <T>(work: Promise<T>, seconds = WAIT_SECONDS): Promise<T> =>
  withTimeout(seconds * 1000, work, () => new Error(`did not respond within ${seconds} s.`));

/** Returns the message of an error's first cause as one sentence, without addresses, which may contain passwords or keys. */
export function writeSentence(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  return `${text.replaceAll(/\b[a-z]+:\/\/\S+/gi, "its address").replace(/\.$/, "")}.`;
}
