import { defineConfig } from "vitest/config";
import { getIsolation, type Isolation, testFiles } from "./tests/test-groups.ts";

const files = testFiles(process.env.TEST_GROUP);
const support = (name: string) => `${import.meta.dirname}/tests/support/${name}`;
/** Modules that need Next's server or a browser. */
const REPLACED: Record<Isolation, { find: string | RegExp; replacement: string }[]> = {
  shared: [{ find: "next/headers", replacement: support("next-headers.ts") }],
  dom: [
    { find: "next/navigation", replacement: support("next-navigation.ts") },
    { find: /^\.\/chart\/chart-canvas$/, replacement: support("no-canvas.ts") },
  ],
  alone: [],
};
/** Files that vitest runs before each test file. */
const SETUP: Record<Isolation, string[]> = {
  shared: [support("property-seed.ts"), support("settle-imports.ts")],
  dom: [support("property-seed.ts"), support("settle-imports.ts"), support("reset-dom.ts")],
  alone: [support("property-seed.ts")],
};

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
      "server-only": `${import.meta.dirname}/server/server-only.ts`,
    },
  },
  test: {
    // Tests wait for timers and other processes a third of their time: three workers use two cores.
    maxWorkers: 3,
    // Only what hangs runs into these: a test or a hook that works longer on a busy machine says so itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000, interval: 20 } },
    // One process runs many files and loads each module once; a test restores process-wide state that it changes, or runs alone.
    projects: (["shared", "dom", "alone"] satisfies Isolation[])
      .map((isolation) => ({ isolation, include: files.filter((file) => getIsolation(file) === isolation) }))
      .filter(({ include }) => include.length > 0)
      .map(({ isolation, include }) => ({
        extends: true,
        resolve: { alias: REPLACED[isolation] },
        test: {
          name: isolation,
          include,
          isolate: isolation === "alone",
          setupFiles: SETUP[isolation],
        },
      })),
  },
});
