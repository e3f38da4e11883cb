import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy } from "./lib/service/http/origin/content-security-policy";

/** Gives every page a Content-Security-Policy of its own; Next puts the nonce on the scripts it writes. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, {
    isDev: process.env.NODE_ENV === "development",
    isAndroid: /android/i.test(request.headers.get("user-agent") ?? ""),
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  // Pages only: a request that passes through here has its body copied, and cut, by the router.
  matcher: [{ source: "/((?!api|rpc$|actions\\.json$|_next/static|_next/image|favicon.ico).*)" }],
};
