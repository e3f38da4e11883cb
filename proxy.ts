import { type NextRequest, NextResponse } from "next/server";
import { isLanguage, LANGUAGE_COOKIE, type Language } from "./lib/core/i18n/languages";
import { contentSecurityPolicy } from "./lib/service/http/origin/content-security-policy";
import { isApi, unusualPathResponse } from "./lib/service/http/request-path";
import { errorPageResponse, isDatabaseUnreachable } from "./lib/service/pages/database-outage";
import { currentSettings, settingsError, settingsErrorResponse } from "./lib/service/pages/settings-error";

const YEAR = 31_536_000;

/** Pages whose content comes from the database, besides those of an address. */
const READS_DATABASE = /^\/(?:$|campaigns(?:\/|$)|claim\/|confirm\/|embed\/|mints\/)/;

/** Pages that other sites may show in a frame. */
const EMBEDDABLE = /^\/embed\//;

/**
 * Sets a Content-Security-Policy with a fresh nonce on every page; Next puts the nonce on the scripts it writes. While the
 * database is away, a page that reads it is answered 503 before Next would render its error page with status 500.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, searchParams } = request.nextUrl;
  const error = settingsError();
  // Routes of the API answer 503 themselves, and health with the same sentences.
  if (error) return isApi(pathname) ? NextResponse.next() : settingsErrorResponse(error);
  const unusual = unusualPathResponse(request);
  if (unusual) return unusual;
  if (isApi(pathname)) return NextResponse.next();
  const isEmbeddable = EMBEDDABLE.test(pathname);
  const language = searchParams.get(LANGUAGE_COOKIE);
  if (isLanguage(language) && !isEmbeddable) return rememberLanguage(request, language);
  const { RECIPIENT_FILE_ORIGINS: fileOrigins, EMBED_ORIGINS } = currentSettings();
  const frameOrigins = isEmbeddable ? EMBED_ORIGINS : undefined;
  const readsDatabase = READS_DATABASE.test(pathname) || searchParams.has("address");
  if (readsDatabase && (await isDatabaseUnreachable())) return errorPageResponse(frameOrigins);
  const policy = contentSecurityPolicy({
    userAgent: request.headers.get("user-agent"),
    isDev: process.env.NODE_ENV === "development",
    fileOrigins,
    frameOrigins,
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  // Browsers store no cookie for a frame of another site, so each of its requests names the language.
  if (isLanguage(language)) headers.set("cookie", withCookie(headers, `${LANGUAGE_COOKIE}=${language}`));
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

/** The cookies of a request with one more, which is last and so replaces an earlier one of its name. */
const withCookie = (headers: Headers, cookie: string): string =>
  [headers.get("cookie"), cookie].filter(Boolean).join("; ");

export const config = {
  matcher: [
    // Pages: neither the API nor files of the build and of public/.
    "/((?!api/|rpc$|actions\\.json$|_next/static|_next/image|(?:fonts/)?[\\w-]+\\.(?:ico|json|png|svg|txt|webmanifest|woff2)$).*)",
    // Of the API only what is malformed or redirected: the router copies, and cuts, the body of a request that passes here.
    "/api/(.*%.*|.*/)",
  ],
};
