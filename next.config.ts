import type { NextConfig } from "next";

/** For pages and API alike; a page's own policy comes from proxy.ts. */
const everywhere = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];
const overHttps = [{ key: "Strict-Transport-Security", value: "max-age=63072000" }];
const api = [
  { key: "X-API-Version", value: "1" },
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
];

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run typecheck` checks the whole project, tests included; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
  // Native or WebAssembly packages that must be loaded from node_modules as they are.
  serverExternalPackages: ["@electric-sql/pglite", "litesvm", "pino", "postgres", "ioredis", "hash-wasm"],
  headers: async () => [
    { source: "/:path*", headers: everywhere },
    {
      source: "/:path*",
      has: [{ type: "header", key: "x-forwarded-proto", value: "https" }],
      headers: overHttps,
    },
    { source: "/api/:path*", headers: api },
  ],
};

export default config;
