import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
      "server-only": `${import.meta.dirname}/server/server-only.ts`,
    },
  },
  test: {
    include: ["tests/**/*.test.{ts,tsx}", "ledger/tests/**/*.test.ts"],
    // Only what hangs runs into these: a busy machine is no failure.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
