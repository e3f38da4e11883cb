import { type NextRequest, NextResponse } from "next/server";
import { isLanguage, LANGUAGE_COOKIE, type Language } from "./lib/core/words/languages";
import { contentSecurityPolicy } from "./lib/service/http/origin/content-security-policy";

const YEAR = 31_536_000;

/**
 * Gives every page a Content-Security-Policy of its own; Next puts the nonce on the scripts it writes. The self-hosted process
 * has done so before (`server/pages/page-policy.ts`).
 */
export function proxy(request: NextRequest): NextResponse {
  const language = request.nextUrl.searchParams.get(LANGUAGE_COOKIE);
  if (isLanguage(language)) return rememberLanguage(request, language);
  const policy = contentSecurityPolicy({
    userAgent: request.headers.get("user-agent"),
    isDev: process.env.NODE_ENV === "development",
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

/** Where `?language=` leads: to the same page without it, in that language from now on. Nothing here needs scripts. */
function rememberLanguage({ nextUrl }: NextRequest, language: Language): NextResponse {
  const page = nextUrl.clone();
  page.searchParams.delete(LANGUAGE_COOKIE);
  const response = NextResponse.redirect(page, 303);
  response.cookies.set(LANGUAGE_COOKIE, language, { path: "/", maxAge: YEAR, sameSite: "lax" });
  return response;
}

export const config = {
  // Pages only: a request that passes through here has its body copied, and cut, by the router.
  matcher: [
    {
      source: "/((?!api|rpc$|actions\\.json$|_next/static|_next/image|favicon.ico).*)",
      // Whoever sends one himself, where no process of ours holds the socket, has a page without: he alone.
      missing: [{ type: "header", key: "content-security-policy" }],
    },
  ],
};
