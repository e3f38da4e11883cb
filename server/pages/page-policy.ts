import type { IncomingMessage, ServerResponse } from "node:http";
import { LANGUAGE_COOKIE } from "@/lib/core/words/languages";
import { contentSecurityPolicy } from "@/lib/service/http/origin/content-security-policy";

const NAME = "content-security-policy";
/** What `proxy.ts` answers itself. */
const CHOICE = new RegExp(`[?&]${LANGUAGE_COOKIE}=`);

/**
 * Gives a page its Content-Security-Policy before the router sees the request, as `proxy.ts` does where nobody holds the
 * socket: the router takes a millisecond and a half to ask that. Next puts the policy's nonce on the scripts it writes.
 */
export function givePagePolicy(request: IncomingMessage, response: ServerResponse, isDev: boolean): void {
  delete request.headers[NAME];
  const { url = "", headers } = request;
  if (url.startsWith("/_next/") || CHOICE.test(url)) return;
  const policy = contentSecurityPolicy({ userAgent: headers["user-agent"], isDev });
  headers[NAME] = policy;
  response.setHeader(NAME, policy);
}
