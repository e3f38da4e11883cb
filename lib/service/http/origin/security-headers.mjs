/** On every answer, of pages and API alike; a page has a Content-Security-Policy of its own. */
export const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

/** On every answer to a request that came over HTTPS, as the proxy in front says. */
export const OVER_HTTPS = { key: "Strict-Transport-Security", value: "max-age=63072000" };

/** On every answer that is no page: it loads nothing and stands in no frame. */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";
