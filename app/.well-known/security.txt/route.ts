import { headers } from "next/headers";
import { securityTxt } from "@/lib/service/pages/security-txt";
import { readOrigin } from "@/lib/service/pages/shell";
import { services } from "@/lib/service/services";

/** GET /.well-known/security.txt — where to report vulnerabilities of this service; 404 without SECURITY_CONTACT. */
export async function GET(): Promise<Response> {
  const { env, now } = await services();
  const text = securityTxt({ env, now: now(), origin: await readOrigin(await headers()) });
  return new Response(text, {
    status: text === null ? 404 : 200,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" },
  });
}
