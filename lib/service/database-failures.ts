import { getSqlState, STORAGE_FAILED } from "@/db/failures";
import { globalSingleton } from "@/lib/service/global-singleton";
import type { Logger } from "@/lib/service/log";
import { metrics } from "@/lib/service/metrics/metrics";

/** Failures by cause: an SQLSTATE such as 53100, or the name of a system error such as ECONNREFUSED. */
type Failures = { lastMsByCode: Map<string, number> };

/** Each cause is logged at most once within this time. */
const LOG_EVERY_MS = 10_000;
/**
 * A full disk fails only larger writes, so the health check uses the service's own failures for this long.
 */
const STORAGE_FAILURE_MS = 60_000;

const shared = globalSingleton<Failures>("database-failures");

const failures = (): Failures => shared.getOrCreate(() => ({ lastMsByCode: new Map() }));

/** Returns a listener that counts and logs the causes of database failures, without the statements. */
export function databaseFailureListener(log: Pick<Logger, "error">): (cause: unknown) => void {
  const loggedMs = new Map<string, number>();
  return (cause) => {
    const code = failureCode(cause);
    const nowMs = performance.now();
    failures().lastMsByCode.set(code, nowMs);
    metrics().databaseFailures.inc({ code });
    if (nowMs - (loggedMs.get(code) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    loggedMs.set(code, nowMs);
    log.error({ code, error: cause }, "database: statements fail");
  };
}

/** Returns the code of a storage failure within the last minute, or null. */
export function recentStorageFailure(): string | null {
  const sinceMs = performance.now() - STORAGE_FAILURE_MS;
  for (const [code, atMs] of failures().lastMsByCode)
    if (isStorageFailure(code) && atMs > sinceMs) return code;
  return null;
}

/** Clears the failures between tests. */
export const resetDatabaseFailures = (): void => shared.set(undefined);

const SYSTEM_STORAGE_FAILURES: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO"]);

const isStorageFailure = (code: string) => STORAGE_FAILED.has(code) || SYSTEM_STORAGE_FAILURES.has(code);

function failureCode(error: unknown): string {
  const state = getSqlState(error);
  if (state) return state;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string" && /^[A-Z_]{3,40}$/.test(cause.code))
      return cause.code;
  return "unknown";
}
