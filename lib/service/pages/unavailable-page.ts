import { createHash } from "node:crypto";

const RETRY_SECONDS = 5;

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.5rem}`;

const styleHash = createHash("sha256").update(STYLE).digest("base64");

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

type UnavailablePage = {
  title: string;
  paragraphs: readonly string[];
  /** The name of this deployment. */
  siteName: string;
  /** Origins of sites that may show the page in a frame. */
  frameOrigins?: readonly string[] | undefined;
};

/** Reloads without a script, which would need a nonce. */
const toHtml = ({ title, paragraphs, siteName }: UnavailablePage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${escapeHtml(`${title} · ${siteName}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join("\n")}
<p>This page reloads automatically every ${RETRY_SECONDS} seconds. <a href="">Try again now</a>, or see the
<a href="/api/health" target="_blank">state of the service</a>.</p>
</main>
</body>
</html>
`;

/** Returns a static page with status 503 in place of one that Next cannot render. */
export function unavailablePage(page: UnavailablePage): Response {
  const { frameOrigins = ["'none'"] } = page;
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors ${frameOrigins.join(" ")}`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(RETRY_SECONDS),
    "content-security-policy": policy,
  };
  return new Response(toHtml(page), { status: 503, headers });
}
