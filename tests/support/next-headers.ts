import { onTestFinished } from "vitest";

/** Replaces `next/headers` in tests without a DOM, where Next's server does not run. */

const NO_REQUEST = { headers: new Headers(), cookies: new Map<string, { value: string }>() };
let request = NO_REQUEST;

export const headers = async () => request.headers;
export const cookies = async () => request.cookies;

/** Sets the request that pages and routes read, until the current test ends. */
export function setRequest(parts: { headers?: HeadersInit; cookies?: Record<string, string> }): void {
  const named = Object.entries(parts.cookies ?? {}).map(([name, value]) => [name, { value }] as const);
  request = { headers: new Headers(parts.headers), cookies: new Map(named) };
  onTestFinished(() => {
    request = NO_REQUEST;
  });
}
