import { test as base } from "@playwright/test";
import type { SampleTrees } from "./sample-campaigns";
import { spawnDashboard } from "./spawn-dashboard";

type SampleDashboard = { url: string; trees: SampleTrees };

/** Tests against one dashboard a worker; nothing in them changes the samples. */
export const test = base.extend<object, { dashboard: SampleDashboard }>({
  dashboard: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures used from this pattern.
    async ({}, use) => {
      const { said, close } = await spawnDashboard<SampleDashboard>();
      await use(said);
      await close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export { expect } from "@playwright/test";
