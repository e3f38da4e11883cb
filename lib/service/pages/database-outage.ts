import { createHash } from "node:crypto";
import { isDatabaseUnavailable } from "@/db/failures";
import { selectIndexState } from "@/db/queries/indexing/sync-state";
import { askers } from "@/lib/service/asker";
import { processWide } from "@/lib/service/process-wide";
import type { Services } from "@/lib/service/services";

const TIMEOUT_MS = 5_000;
const RETRY_SECONDS = 5;

/** The open services. Importing the module that opens them would bundle all of them into the proxy. */
const opened = processWide<Pick<Services, "reads">>("services-open");

/** Returns whether a page cannot be rendered because its database does not answer a short query in time. */
export async function isDatabaseAway(): Promise<boolean> {
  const services = opened.get();
  if (!services) return false;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await askers().run({ signal }, () => selectIndexState(services.reads));
    return false;
  } catch (error) {
    return isDatabaseUnavailable(error);
  }
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem}`;

/** Reloads without a script, which would need a nonce. */
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

const styleHash = createHash("sha256").update(STYLE).digest("base64");

/** Returns the static error page that is shown while the database does not respond. */
export const outageResponse = (): Response =>
  new Response(PAGE, {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(RETRY_SECONDS),
      "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    },
  });
