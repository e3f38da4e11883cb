import { randomBytes } from "node:crypto";

type Reader = {
  userAgent: string | null | undefined;
  isDev: boolean;
  /** Origins of recipients files, which the page may read. */
  fileOrigins?: readonly string[] | undefined;
  /** Origins of sites that may show the page in a frame. */
  frameOrigins?: readonly string[] | undefined;
};

/**
 * Returns the policy of one page: its own scripts by a unique nonce, and connections to this service and to the
 * operator's servers of recipients files. On Android it also allows the phone's wallet apps, which listen on a port
 * that the Mobile Wallet Adapter chooses. Other sites cannot frame the page, except those of `frameOrigins`.
 */
export function contentSecurityPolicy({
  userAgent,
  isDev,
  fileOrigins = [],
  frameOrigins = [],
}: Reader): string {
  const nonce = randomBytes(16).toString("base64");
  const isAndroid = /android/i.test(userAgent ?? "");
  const directives = {
    "default-src": ["'self'"],
    // The tree is hashed in WebAssembly; React's development build evaluates code to rebuild server stacks.
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      "'wasm-unsafe-eval'",
      isDev ? "'unsafe-eval'" : "",
    ],
    // Dialogs lock scrolling with a style element that has no nonce.
    "style-src": ["'self'", "'unsafe-inline'"],
    // A campaign's logo may have any https address.
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", isDev ? "ws:" : "", isAndroid ? "ws://localhost:*" : "", ...fileOrigins],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": frameOrigins.length > 0 ? frameOrigins : ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(" "))
    .join("; ");
}
