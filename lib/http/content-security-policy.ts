import type { Env } from "@/lib/env";

/** What one page may load: its own scripts by nonce, and connections to this service and its ledger alone. */
export function contentSecurityPolicy(nonce: string, env: LedgerSettings, isDev: boolean): string {
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
    // Dialogs lock scrolling with a style element of their own, which carries no nonce.
    "style-src": ["'self'", "'unsafe-inline'"],
    // A campaign's logo may be anywhere on the web.
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...ledgerSources(env), isDev ? "ws:" : ""],
    "worker-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources.filter(Boolean)].join(" "))
    .join("; ");
}

type LedgerSettings = Pick<Env, "SOLANA_RPC_URL" | "LEDGER_PORT">;

/** Origins of the ledger, with their WebSockets: a page sends what the wallet signed, and watches it land. */
function ledgerSources({ SOLANA_RPC_URL, LEDGER_PORT }: LedgerSettings): string[] {
  if (!SOLANA_RPC_URL) {
    const [rpc, socket] = [LEDGER_PORT, LEDGER_PORT + 1];
    return ["127.0.0.1", "localhost"].flatMap((host) => [`http://${host}:${rpc}`, `ws://${host}:${socket}`]);
  }
  return SOLANA_RPC_URL.map((url) => new URL(url).origin).flatMap((origin) => [
    origin,
    origin.replace(/^http/, "ws"),
  ]);
}
