import { defineConfig } from "vitest/config";
import { type Isolation, isolationOf, testGroups } from "./tests/test-groups.ts";

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
      "server-only": `${import.meta.dirname}/server/server-only.ts`,
    },
  },
  test: {
    // One process runs many files and loads each module once; a test restores process-wide state that it changes, or runs alone.
    // Tests wait for timers and other processes a third of their time: three workers use two cores.
    maxWorkers: 3,
    // Only what hangs runs into these: a test or a hook that works longer on a busy machine says so itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000, interval: 20 } },
    // `--project "stored*"` is what a run on real servers can add to one on the embedded ones.
    projects: Object.entries(testGroups()).flatMap(([name, files]) =>
      (["shared", "dom", "alone"] satisfies Isolation[])
        .map((isolation) => ({
          name: isolation === "shared" ? name : `${name}-${isolation}`,
          include: files.filter((file) => isolationOf(file) === isolation),
          isolate: isolation === "alone",
          setupFiles: isolation === "dom" ? ["tests/support/reset-dom.ts"] : [],
        }))
        .filter(({ include }) => include.length > 0)
        .map((test) => ({ extends: true as const, test })),
    ),
  },
});
