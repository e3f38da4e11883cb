// Plain JavaScript: Next loads a compiler to read a configuration in TypeScript, in production too.
import {
  COMMON_HEADERS,
  NO_FRAME,
  NO_PAGE_POLICY,
  OVER_HTTPS,
} from "./lib/service/http/origin/security-headers.mjs";

const noPagePolicy = { key: "Content-Security-Policy", value: NO_PAGE_POLICY };
const api = [{ key: "X-API-Version", value: "1" }, noPagePolicy];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // `proxy.ts` redirects, with the headers of the API; Next's own redirect has no request id.
  skipTrailingSlashRedirect: true,
  // `npm run typecheck` checks the whole project, tests included; the build need not do it again.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Each page is loaded by its first request: all of them at once take 300 MB.
    preloadEntriesOnStart: false,
    // CI builds once in a clean checkout, and would write the cache for 20 s without ever reading it.
    turbopackFileSystemCacheForBuild: process.env.CI === undefined,
  },
  // Files that /docs reads at the first request of a page.
  outputFileTracingIncludes: {
    "/llms.txt": ["./docs/README.md"],
    "/docs": ["./docs/**/*.md", "./docs/pictures/*.svg", "./CHANGELOG.md", "./CONTRIBUTING.md"],
  },
  // Native or WebAssembly packages, which cannot be bundled, and large ones: a bundle would repeat them for each route.
  serverExternalPackages: [
    "@coral-xyz/anchor",
    "@electric-sql/pglite",
    "@electric-sql/pglite-socket",
    "@solana/web3.js",
    "@upstash/ratelimit",
    "@upstash/redis",
    "fs-native-extensions",
    "litesvm",
    "pino",
    "postgres",
    "ioredis",
    "hash-wasm",
    "prom-client",
    "rate-limiter-flexible",
    "zod",
  ],
  turbopack: {
    resolveAlias: { "@solana-mobile/wallet-adapter-mobile": "./components/wallet/no-mobile-adapter.ts" },
  },
  // The earlier path of the page, for links and bookmarks of version 0.1.
  redirects: async () => [{ source: "/desk", destination: "/dashboard", permanent: true }],
  rewrites: async () => [{ source: "/docs/:page.md", destination: "/docs/:page/markdown" }],
  headers: async () => [
    { source: "/:path*", headers: COMMON_HEADERS },
    { source: "/((?!embed/).*)", headers: [NO_FRAME] },
    {
      source: "/:path*",
      has: [{ type: "header", key: "x-forwarded-proto", value: "https" }],
      headers: [OVER_HTTPS],
    },
    {
      source:
        "/:file((?:fonts/)?[\\w-]+\\.(?:ico|png|svg|txt|webmanifest|woff2)|(?:arazzo|wallet-proof)\\.json)",
      headers: [{ key: "Cache-Control", value: "public, max-age=86400" }, noPagePolicy],
    },
    { source: "/api/:path*", headers: api },
    { source: "/rpc", headers: api },
    { source: "/actions.json", headers: api },
  ],
};

export default config;
