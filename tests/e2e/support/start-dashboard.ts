import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnv } from "@/lib/service/env";
import { startServer } from "@/server/start";
import { fillDataDir } from "@/tests/support/embedded-database";
import { playSamples, type SampleTrees } from "./sample-campaigns";

export type Dashboard = { url: string; close(): Promise<void> };

/**
 * Starts the production build on embedded defaults in a new folder, at a free port. `settings` override the
 * defaults.
 */
export async function startDashboard(settings: Record<string, string> = {}): Promise<Dashboard> {
  const dataDir = await mkdtemp(join(tmpdir(), "vesting-dashboard-"));
  await fillDataDir(dataDir);
  const env = readEnv({
    DATA_DIR: dataDir,
    PORT: "0",
    LEDGER_PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMIT: "off",
    ...settings,
  });
  const server = await startServer({ env });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the same with the sample campaigns, and with a price provider that is unreachable. */
export async function startSampleDashboard(): Promise<Dashboard & { trees: SampleTrees }> {
  const adminKey = randomUUID();
  const dashboard = await startDashboard({
    ADMIN_API_KEY: adminKey,
    REGISTRATION_CHECK: "ledger",
    PRICE_API_URL: "http://127.0.0.1:9",
  });
  // The server reports its ledger's port; calls through the dashboard would take several times as long.
  const ledgerUrl = `http://127.0.0.1:${process.env.LEDGER_PORT}`;
  try {
    return { ...dashboard, trees: await playSamples({ url: dashboard.url, ledgerUrl, adminKey }) };
  } catch (error) {
    await dashboard.close();
    throw error;
  }
}
