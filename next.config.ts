import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or WebAssembly packages that must be loaded from node_modules as they are.
  serverExternalPackages: ["@electric-sql/pglite", "litesvm", "pino", "postgres", "ioredis", "hash-wasm"],
};

export default config;
