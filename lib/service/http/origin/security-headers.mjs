/** Refuses every frame. It cannot list origins, so embeddable pages rely on their Content-Security-Policy alone. */
export const NO_FRAME = { key: "X-Frame-Options", value: "DENY" };

/** Headers of every response, from pages and the API; a page has its own Content-Security-Policy. */
export const COMMON_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

/** Headers of every response that cannot be embedded. */
export const SECURITY_HEADERS = [...COMMON_HEADERS, NO_FRAME];

/** Header of every response to a request over HTTPS, according to the proxy. */
export const OVER_HTTPS = { key: "Strict-Transport-Security", value: "max-age=63072000" };

/** Policy of every response that is not a page: it loads nothing and cannot be framed. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";
