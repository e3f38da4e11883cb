import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Asker } from "@/db/failures";
import { SECURITY_HEADERS } from "@/lib/service/http/origin/security-headers";

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem}`;

const RETRY_SECONDS = 5;

/** Asks for itself again without a script, which a page of the router's would need to be told from an attacker's. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>The index cannot be read · Vesting Index</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>The index cannot be read</h1>
<p>The database behind this page does not answer at the moment. Nothing is lost: what is on the ledger stays there, and
what you entered in a form is kept in this browser.</p>
<p>This page tries again by itself every ${RETRY_SECONDS} seconds. <a href="">Try again now</a>, or see the
<a href="/api/health">state of the service</a>.</p>
</main>
</body>
</html>
`;

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-length": String(Buffer.byteLength(PAGE)),
  "cache-control": "no-store",
  "retry-after": String(RETRY_SECONDS),
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`,
};

const KEPT = new Set(["connection", ...SECURITY_HEADERS.map(({ key }) => key.toLowerCase())]);

/** Puts our own page with 503 in the place of the router's error page where the database's absence is the reason. */
export function explainOutage(response: ServerResponse, asker: Asker): void {
  const { writeHead, write, end } = response;
  let isReplaced = false;
  const begin = () => {
    if (asker.unavailable && !response.headersSent) response.writeHead(response.statusCode);
  };
  const replacement = {
    writeHead(...given: unknown[]) {
      const status = typeof given[0] === "number" ? given[0] : response.statusCode;
      if (!asker.unavailable || status < 500) return Reflect.apply(writeHead, response, given);
      isReplaced = true;
      for (const name of response.getHeaderNames()) if (!KEPT.has(name)) response.removeHeader(name);
      return Reflect.apply(writeHead, response, [503, HEADERS]);
    },
    write(...given: unknown[]) {
      begin();
      return isReplaced || Reflect.apply(write, response, given);
    },
    end(...given: unknown[]) {
      begin();
      return Reflect.apply(end, response, isReplaced ? [PAGE] : given);
    },
  };
  Object.assign(response, replacement);
}
