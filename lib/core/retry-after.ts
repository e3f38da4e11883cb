const DELAY_SECONDS = /^\d+(?:\.\d+)?$/;
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Returns the milliseconds from `nowMs` that a Retry-After header requests: seconds or an HTTP date, 0 for a past
 * date. Accepts fractions of seconds, which some servers send. Returns undefined if the header is absent or has
 * another form. The result has no upper bound. Source: RFC 9110, 10.2.3.
 */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | undefined {
  if (!header) return undefined;
  if (DELAY_SECONDS.test(header)) return Number(header) * 1_000;
  if (!HTTP_DATE.test(header)) return undefined;
  // The obsolete asctime form omits the time zone, which is GMT in every form.
  const dateMs = Date.parse(header.endsWith("GMT") ? header : `${header} GMT`);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}
