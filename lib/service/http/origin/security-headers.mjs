/** Headers of every response, from pages and the API; a page has its own Content-Security-Policy. */
export const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

/** Header of every response to a request over HTTPS, according to the proxy. */
export const OVER_HTTPS = { key: "Strict-Transport-Security", value: "max-age=63072000" };

/** Policy of every response that is not a page: it loads nothing and cannot be framed. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";
